import { createHash } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Account } from '../../exchange/records.ts';
import { Refusal } from '../errors.ts';

/** A key ends an hour after its last request. */
const keyMs = 3_600_000;
const noKey = () => new Refusal(-1125, 'This listenKey does not exist.');

/** Keys of the futures accounts' streams. An account has one key at a time. */
export interface ListenKeys {
  /** Makes a key for the account, or extends the one that it has. */
  open(exchange: Exchange, account: Account): string;
  renew(exchange: Exchange, account: Account): string;
  end(account: Account): void;
  ownerOf(key: string): Account | undefined;
  onEnd(listener: (key: string) => void): void;
}

export function createListenKeys(): ListenKeys {
  const keys = new Map<Account, string>();
  const listeners: ((key: string) => void)[] = [];
  let made = 0;
  const last = (exchange: Exchange, account: Account, key: string) => {
    exchange.later(`listenKey ${account.number}`, keyMs, () => {
      if (keys.get(account) !== key) return;
      keys.delete(account);
      for (const listener of listeners) listener(key);
    });
    return key;
  };
  return {
    open(exchange, account) {
      made += 1;
      const key = keys.get(account) ?? hashOf(`${account.apiKey} ${made}`);
      keys.set(account, key);
      return last(exchange, account, key);
    },
    renew(exchange, account) {
      const key = keys.get(account);
      if (key === undefined) throw noKey();
      return last(exchange, account, key);
    },
    end: (account) => {
      keys.delete(account);
    },
    ownerOf: (key) => [...keys].find(([, its]) => its === key)?.[0],
    onEnd: (listener) => {
      listeners.push(listener);
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
