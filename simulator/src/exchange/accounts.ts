import {
  type Command,
  type MarginMode,
  type Position,
  type PositionLeg,
  type PositionRisk,
  parseAmount,
  type Reason,
  type Wallet,
} from '@windlass/matching';
import { type Core, holdsBothWays, openWallet } from './core.ts';
import { engineId } from './engineId.ts';
import type { Market } from './market.ts';
import type { Account, KeyRights, LedBy, UnifiedMode } from './records.ts';

const usualRights: KeyRights = {
  spot: true,
  contracts: true,
  withdrawals: false,
  isBoundToAddresses: true,
};

export interface NewAccount {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase?: string;
  /** Rights of the key; when absent it trades from one address and cannot withdraw. */
  readonly rights?: Partial<KeyRights>;
  /** True for hedge mode. Where hedge mode is not simulated, the account only reports it. */
  readonly isHedged?: boolean;
  /** True when its contracts and its spot share margin, at endpoints of their own. */
  readonly isPortfolioMargin?: boolean;
  /** Mode of an account that pays for all its markets from one wallet with all balances. */
  readonly unifiedMode?: UnifiedMode;
  /** Owner of the account, when a company has several exchanges and moves money between them. */
  readonly owner?: string;
  /** Makes it a vault or a sub-account, which the key of another account trades. */
  readonly ledBy?: LedBy;
  /** Decimal text, by wallet and asset. */
  readonly balances: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The customers with their balances, positions and settings. */
export interface Accounts {
  add(account: NewAccount): void;
  find(apiKey: string): Account | undefined;
  all(): readonly Account[];
  wallets(account: Account, wallet: string): readonly Readonly<Wallet>[];
  /** Returns the position in a market; in hedge mode that of the named leg. */
  position(account: Account, market: Market, leg?: PositionLeg): Readonly<Position> | undefined;
  /** The positions that an account can have in a market: undefined stands for the only one. */
  legs(account: Account, market: Market): readonly (PositionLeg | undefined)[];
  /** True when the account has a position in the market, on either leg. */
  isHeld(account: Account, market: Market): boolean;
  /** Sets the position mode; returns why it was refused, or undefined when the mode is set. */
  setHedged(account: Account, isHedged: boolean): Reason | undefined;
  leverage(account: Account, market: Market): number;
  /** Sets the leverage; returns why it was refused, or undefined when it is set. */
  setLeverage(account: Account, market: Market, leverage: number): Reason | undefined;
  marginMode(account: Account, market: Market): MarginMode;
  setMarginMode(account: Account, market: Market, mode: MarginMode): Reason | undefined;
  /** Returns a position's risk, or undefined without a position. */
  risk(account: Account, market: Market, leg?: PositionLeg): PositionRisk | undefined;
  /** Returns the amount that can leave a wallet. */
  transferable(account: Account, wallet: string, asset: string): bigint;
  /** Moves money between wallets of an account. */
  transfer(account: Account, move: WalletMove): Reason | undefined;
  /** Brings money in from outside, or takes it out when the amount is below zero. */
  deposit(account: Account, wallet: string, money: Money): Reason | undefined;
  /** Counts earnings of contracts as the wallet's own balance: of one asset, or of all. */
  collect(account: Account, wallet: string, asset?: string): Reason | undefined;
}

export interface Money {
  readonly asset: string;
  readonly amount: bigint;
}

export interface WalletMove extends Money {
  readonly from: string;
  readonly to: string;
}

export function createAccounts(core: Core): Accounts {
  const { engine } = core;
  const accounts = new Map<string, KeptAccount>();
  const positions = (account: Account, market: Market) =>
    engine
      .positions(engineId(account, market.wallet))
      .filter(({ symbol }) => symbol === market.name);
  const legs = (account: Account, market: Market) =>
    holdsBothWays(core, account, market) ? bothLegs : onlyLeg;
  return {
    add(asked) {
      const { apiKey, secret, passphrase, owner, unifiedMode, ledBy } = asked;
      const { isHedged = false, isPortfolioMargin = false } = asked;
      const rights = { ...usualRights, ...asked.rights };
      if (accounts.has(apiKey)) throw new RangeError(`There is an account with key ${apiKey}`);
      const kind = { isHedged, isPortfolioMargin, unifiedMode, ledBy };
      const own = { apiKey, secret, passphrase, rights, owner, ...kind };
      const account = { number: accounts.size + 1, ...own };
      deposit(core, account, asked);
      accounts.set(apiKey, account);
    },
    find: (apiKey) => accounts.get(apiKey),
    all: () => [...accounts.values()],
    wallets: (account, wallet) => engine.wallets(engineId(account, wallet)),
    legs,
    position: (account, market, leg) =>
      positions(account, market).find(({ positionLeg }) => positionLeg === leg),
    isHeld: (account, market) => positions(account, market).some(({ lots }) => lots !== 0),
    setHedged: (account, isHedged) => setHedged(core, accounts.get(account.apiKey), isHedged),
    // Both legs have the same leverage.
    leverage: (account, market) =>
      positions(account, market)[0]?.leverage ?? market.instrument.leverageDefault,
    setLeverage(account, market, leverage) {
      const accountId = openWallet(core, account, market);
      return told(core, { type: 'setLeverage', accountId, symbol: market.name, leverage });
    },
    marginMode: (account, market) => positions(account, market)[0]?.marginMode ?? 'cross',
    setMarginMode(account, market, marginMode) {
      const accountId = openWallet(core, account, market);
      return told(core, { type: 'setMarginMode', accountId, symbol: market.name, marginMode });
    },
    risk: (account, market, leg) => engine.risk(engineId(account, market.wallet), market.name, leg),
    ...moneyOf(core),
  };
}

type KeptAccount = { -readonly [K in keyof Account]: Account[K] };

const bothLegs = ['long', 'short'] as const;
const onlyLeg = [undefined] as const;

/** Changes the mode of all wallets of an account, or of none. */
function setHedged(
  core: Core,
  account: KeptAccount | undefined,
  isHedged: boolean,
): Reason | undefined {
  const { traits, engine } = core;
  if (!account || !traits.hedgedWallets) return 'NOT_SUPPORTED';
  const done: string[] = [];
  for (const wallet of traits.hedgedWallets) {
    const accountId = engineId(account, wallet);
    if (engine.wallets(accountId).length === 0) continue;
    const reason = told(core, { type: 'setPositionMode', accountId, isHedged });
    if (reason === undefined) {
      done.push(accountId);
      continue;
    }
    for (const changed of done) {
      told(core, { type: 'setPositionMode', accountId: changed, isHedged: !isHedged });
    }
    return reason;
  }
  account.isHedged = isHedged;
  return undefined;
}

type Moneyed = 'transferable' | 'transfer' | 'deposit' | 'collect';

function moneyOf(core: Core): Pick<Accounts, Moneyed> {
  const open = (account: Account, wallet: string) => {
    const accountId = engineId(account, wallet);
    told(core, { type: 'openAccount', accountId });
    return accountId;
  };
  return {
    transferable: (account, wallet, asset) =>
      core.engine.transferable(open(account, wallet), asset),
    transfer(account, { from, to, asset, amount }) {
      const [source, target] = [open(account, from), open(account, to)];
      return told(core, { type: 'transfer', from: source, to: target, asset, amount });
    },
    deposit: (account, wallet, { asset, amount }) =>
      told(core, { type: 'deposit', accountId: open(account, wallet), asset, amount }),
    collect: (account, wallet, asset) =>
      told(core, {
        type: 'collect',
        accountId: open(account, wallet),
        ...(asset !== undefined && { asset }),
      }),
  };
}

type Untimed = Command extends infer Each
  ? Each extends Command
    ? Omit<Each, 'at'>
    : never
  : never;

/** Returns why the engine refused a command; undefined when it was carried out. */
function told({ engine, now, follow }: Core, command: Untimed): Reason | undefined {
  const events = engine.apply({ ...command, at: now() });
  follow(events);
  return events.find((event) => event.type === 'refused')?.reason;
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
