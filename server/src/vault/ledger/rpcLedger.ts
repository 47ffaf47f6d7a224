import type { Network } from '../network.ts';
import { fieldOf } from './fieldOf.ts';
import { assertKeys, canBeHeld } from './keyRules.ts';
import {
  keyText,
  type LedgerAnswer,
  type LedgerEntry,
  type LedgerKey,
  type LedgerPort,
} from './ledgerPort.ts';
import type { LedgerSdk } from './ledgerSdk.ts';
import { fromXdrEntry, toXdrKey } from './ledgerXdr.ts';
import { createRpcCall, type RpcClient, type RpcLedgerDeps } from './rpcCall.ts';
import { unavailable } from './unavailable.ts';

/** Reads a network over Stellar RPC. */
export function createRpcLedger(deps: RpcLedgerDeps): LedgerPort {
  const { network } = deps;
  const call = createRpcCall(deps);
  return {
    network,
    passphrase: (signal) => call(signal, (client) => readPassphrase(network, client)),
    async entries(keys, signal) {
      assertKeys(keys);
      return await call(signal, async (client, sdk) => {
        const asked = new Map<string, LedgerKey>();
        const xdrKeys = [];
        // A mistyped address is not asked for, and so counts as absent.
        for (const key of keys.filter(canBeHeld)) {
          const xdrKey = toXdrKey(sdk, key);
          xdrKeys.push(xdrKey);
          asked.set(xdrKey.toXdr('base64'), key);
        }
        if (xdrKeys.length === 0) return await emptyAnswer(network, client);
        // The raw answer: the decoded one fails completely over a single entry it does not know.
        const answer: unknown = await client._getLedgerEntries(...xdrKeys);
        return readAnswer(answer, { network, sdk, asked });
      });
    },
  };
}

async function readPassphrase(network: Network, client: RpcClient): Promise<string> {
  const answer: unknown = await client.getNetwork();
  const passphrase = fieldOf(answer, 'passphrase');
  if (typeof passphrase !== 'string') throw unavailable(network, 'did not name itself');
  return passphrase;
}

async function emptyAnswer(network: Network, client: RpcClient): Promise<LedgerAnswer> {
  const health: unknown = await client.getHealth();
  return { ledger: readLedger(network, health), entries: new Map() };
}

interface Asked {
  readonly network: Network;
  readonly sdk: LedgerSdk;
  /** Keys by the server's own format of them. */
  readonly asked: ReadonlyMap<string, LedgerKey>;
}

/** An entry that cannot be assigned or read fails the answer: left out, it would mean zero. */
function readAnswer(answer: unknown, { network, sdk, asked }: Asked): LedgerAnswer {
  const ledger = readLedger(network, answer);
  // Older servers write null for an empty list.
  const list = fieldOf(answer, 'entries') === null ? [] : fieldOf(answer, 'entries');
  if (!Array.isArray(list)) throw unavailable(network, 'sent an incomplete answer');
  const entries = new Map<string, LedgerEntry>();
  for (const item of list as readonly unknown[]) {
    const raw = { key: fieldOf(item, 'key'), xdr: fieldOf(item, 'xdr') };
    const key = typeof raw.key === 'string' ? asked.get(raw.key) : undefined;
    if (typeof raw.key !== 'string' || typeof raw.xdr !== 'string' || !key) {
      throw unavailable(network, 'answered another question');
    }
    const text = keyText(key);
    if (entries.has(text)) throw unavailable(network, 'answered one question twice');
    try {
      entries.set(text, fromXdrEntry(sdk, key.kind, { key: raw.key, xdr: raw.xdr }));
    } catch (cause) {
      throw unavailable(network, 'sent an unreadable entry', cause);
    }
  }
  return { ledger, entries };
}

function readLedger(network: Network, answer: unknown): number {
  const ledger = fieldOf(answer, 'latestLedger');
  if (typeof ledger === 'number' && Number.isSafeInteger(ledger) && ledger > 0) return ledger;
  throw unavailable(network, 'sent an incomplete answer');
}
