import { type Position, parseAmount, type Reason, type Wallet } from '@windlass/matching';
import { type Core, engineId, openWallet } from './core.ts';
import type { Market } from './market.ts';
import type { Account, KeyRights } from './records.ts';

const usualRights: KeyRights = {
  ...{ spot: true, contracts: true, withdrawals: false, isBoundToAddresses: true },
};

export interface NewAccount {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase?: string;
  /** What the key may do; a desk's usual one trades and cannot withdraw, from one address. */
  readonly rights?: Partial<KeyRights>;
  /** The account holds contracts both ways at once, which is not simulated: it only says so. */
  readonly isHedged?: boolean;
  /** Decimal text, by wallet and asset. */
  readonly balances: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The customers, and what they have. */
export interface Accounts {
  add(account: NewAccount): void;
  find(apiKey: string): Account | undefined;
  all(): readonly Account[];
  wallets(account: Account, wallet: string): readonly Readonly<Wallet>[];
  position(account: Account, market: Market): Readonly<Position> | undefined;
  leverage(account: Account, market: Market): number;
  /** Why it is refused; undefined when it is set. */
  setLeverage(account: Account, market: Market, leverage: number): Reason | undefined;
}

export function createAccounts(core: Core): Accounts {
  const { engine } = core;
  const accounts = new Map<string, Account>();
  const position = (account: Account, market: Market) =>
    engine.positions(engineId(account, market.wallet)).find(({ symbol }) => symbol === market.name);
  return {
    add(asked) {
      const { apiKey, secret, passphrase, isHedged = false } = asked;
      const rights = { ...usualRights, ...asked.rights };
      if (accounts.has(apiKey)) throw new RangeError(`There is an account with key ${apiKey}`);
      const account = { number: accounts.size + 1, apiKey, secret, passphrase, rights, isHedged };
      deposit(core, account, asked);
      accounts.set(apiKey, account);
    },
    find: (apiKey) => accounts.get(apiKey),
    all: () => [...accounts.values()],
    wallets: (account, wallet) => engine.wallets(engineId(account, wallet)),
    position,
    leverage: (account, market) =>
      position(account, market)?.leverage ?? market.instrument.leverageDefault,
    setLeverage(account, market, leverage) {
      const accountId = openWallet(core, account, market);
      const command = { type: 'setLeverage', accountId, symbol: market.name, leverage } as const;
      const events = engine.apply({ ...command, at: core.now() });
      core.follow(events);
      return events.find((event) => event.type === 'refused')?.reason;
    },
  };
}

function deposit({ engine, now }: Core, account: Account, { balances }: NewAccount): void {
  for (const [wallet, assets] of Object.entries(balances)) {
    const accountId = engineId(account, wallet);
    engine.apply({ type: 'openAccount', at: now(), accountId });
    for (const [asset, text] of Object.entries(assets)) {
      const amount = parseAmount(text);
      if (amount === undefined) throw new RangeError(`'${text}' ${asset} is no amount`);
      engine.apply({ type: 'deposit', at: now(), accountId, asset, amount });
    }
  }
}
