import { addExact, compareExact, exactly, formatExact, multiplyExact } from '../../../kit/exact.ts';
import { type Account, isUnified } from '../../model/account.ts';
import type { MarketType } from '../../model/order.ts';
import { marketTypeOf } from '../../model/order.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { VenueLedgerEntry } from '../../venues/perpsPort.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import { hasLegs } from '../legs.ts';
import { type Amounts, type AssetChange, spotChanges, type TrackedPosition } from './effects.ts';
import { type FillGroup, groupChanges, groupsInOrder } from './fillOrder.ts';
import { holdingIn, holdingKey } from './holdingKeys.ts';
import type { ComparedCounts, Transfer } from './types.ts';
import { tradedWallets, walletOf } from './wallets.ts';

/** State of a wallet since its last comparison. */
export interface WalletState {
  /** Balances at the venue at that time; undefined before the first comparison. */
  readonly balances: Amounts | undefined;
  /** Changes by fills, funding and transfers since then. */
  readonly changes: Amounts;
  /** Number of derivative fills among the changes, by asset; the venue rounds each of them. */
  readonly roundings: Readonly<Record<string, number>>;
  /**
   * Other tolerance of the balances, by asset: rounding that a venue states, and an unknown order
   * of fills.
   */
  readonly slack: Amounts;
}

/** Entries that already count, by name or id, with their times. */
type Known = readonly (readonly [name: string, atMs: number])[];

/** State of an account's comparison, stored as JSON. */
export interface AccountState {
  /** Creation time of the account: another account with the same id starts anew. */
  readonly lifeMs: number;
  readonly lastComparedMs?: number;
  readonly unavailable?: { readonly sinceMs: number; readonly reason: string };
  readonly counts: ComparedCounts;
  /** Time from which fills are read again. */
  readonly fillsSinceMs: number;
  /** Fills after that time that the changes already contain. */
  readonly knownFills: Known;
  /** Time from which funding payments are read again. */
  readonly paymentsSinceMs: number;
  /** Payments after that time that the changes already contain. */
  readonly knownPayments: Known;
  /** Our transfers that the balances do not show completely yet, oldest first. */
  readonly transfers: readonly Transfer[];
  readonly wallets: Readonly<Record<string, WalletState>>;
  /** Positions by `holdingKey`, without flat ones. */
  readonly positions: Readonly<Record<string, TrackedPosition>>;
  /** True once the venue's own positions are the base: from then on the fills explain them. */
  readonly arePositionsKnown: boolean;
  /**
   * Number of comparisons in a row that could not check the balances because the account changed.
   */
  readonly putOffs: number;
}

/** Maximum delay with which venues list a fill or payment, their clocks' lag included. */
export const overlapMs = 60_000;

/**
 * Returns the state of a new account: fills are read from its creation on, by the venue's clock.
 */
export function newState({ createdAtMs }: Account): AccountState {
  return {
    lifeMs: createdAtMs,
    counts: { orders: 0, fills: 0, balances: 0, unsettled: 0 },
    fillsSinceMs: createdAtMs - overlapMs,
    knownFills: [],
    paymentsSinceMs: createdAtMs - overlapMs,
    knownPayments: [],
    transfers: [],
    wallets: {},
    positions: {},
    arePositionsKnown: false,
    putOffs: 0,
  };
}

/**
 * Returns a stored state. Earlier versions did not store funding, transfers and positions of
 * venues: what was paid before their last comparison is part of the balances that they stored.
 */
export function fromStored(stored: Partial<AccountState>, account: Account): AccountState {
  const fresh = newState(account);
  const paymentsSinceMs = stored.lastComparedMs ?? fresh.paymentsSinceMs;
  return inWallets(
    { ...fresh, paymentsSinceMs, ...stored, wallets: storedWallets(stored) },
    account,
  );
}

function storedWallets({ wallets = {} }: Partial<AccountState>): AccountState['wallets'] {
  const whole = Object.entries(wallets).map(([name, own]) => [name, { ...emptyWallet, ...own }]);
  return Object.fromEntries(whole);
}

/**
 * Returns the state with the wallets that the account has now. When several wallets became one,
 * their balances are dropped and read anew. This applies to accounts that became unified, and to
 * portfolio margin, which earlier versions compared as several wallets.
 */
export function inWallets(state: AccountState, account: Account): AccountState {
  if (!account.portfolioMargin && !isUnified(account)) return state;
  const compared = tradedWallets(account).map(({ name }) => name);
  const isLeft = Object.keys(state.wallets).some((name) => !compared.includes(name));
  return isLeft ? { ...state, wallets: {} } : state;
}

const emptyWallet: WalletState = { balances: undefined, changes: {}, roundings: {}, slack: {} };

export function walletState(state: AccountState, name: string): WalletState {
  return state.wallets[name] ?? emptyWallet;
}

/**
 * Returns the state with these balances as the new base: from here on the known changes explain
 * them. Assets that still wait for a change stay as they were.
 */
export function withBalances(
  state: AccountState,
  name: string,
  { balances, waiting }: { readonly balances: Amounts; readonly waiting: readonly string[] },
): AccountState {
  const before = walletState(state, name);
  const left = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([asset]) => waiting.includes(asset)));
  const taken = Object.entries(balances).filter(([asset]) => !waiting.includes(asset));
  const wallet: WalletState = {
    balances: { ...Object.fromEntries(taken), ...left(before.balances ?? {}) },
    changes: left(before.changes),
    roundings: left(before.roundings),
    slack: left(before.slack),
  };
  return { ...state, wallets: { ...state.wallets, [name]: wallet } };
}

/** Returns the state with more fills in its changes, in the order in which the venue made them. */
export function withFills(
  state: AccountState,
  account: Account,
  fills: readonly VenueFill[],
): AccountState {
  return groupsInOrder(fills).reduce((next, group) => withGroup(next, account, group), state);
}

function withGroup(state: AccountState, account: Account, group: FillGroup): AccountState {
  const [{ marketType, symbol, leg }] = group;
  const name = walletOf(account, marketType);
  if (marketType === 'spot') return group.reduce((next, fill) => withSpot(next, name, fill), state);
  const key = holdingKey({
    symbol,
    leg: hasLegs(account, { symbol, marketType }) ? leg : undefined,
  });
  const { changes, position, doubt } = groupChanges(group, state.positions[key]);
  const roundings = { ...walletState(state, name).roundings };
  for (const { asset } of changes) roundings[asset] = (roundings[asset] ?? 0) + 1;
  const changed = withChanges(state, name, changes);
  const { base, settle = base } = symbolParts(symbol);
  const before = walletState(changed, name);
  const slack = addChanges(
    before.slack,
    doubt.digits === 0n ? [] : [{ asset: settle, amount: doubt }],
  );
  const wallet = { ...before, roundings, slack };
  return {
    ...changed,
    wallets: { ...changed.wallets, [name]: wallet },
    positions: withPosition(state.positions, key, position),
  };
}

function withSpot(state: AccountState, name: string, fill: VenueFill): AccountState {
  const changed = withChanges(state, name, spotChanges(fill));
  if (fill.quoteRounding === undefined) return changed;
  const wallet = walletState(changed, name);
  const { quote } = symbolParts(fill.symbol);
  const rounding = { asset: quote, amount: exactly(fill.quoteRounding) };
  const slack = addChanges(wallet.slack, [rounding]);
  return { ...changed, wallets: { ...changed.wallets, [name]: { ...wallet, slack } } };
}

/** Returns the state with a funding payment that was paid or received. */
export function withPayment(
  state: AccountState,
  account: Account,
  payment: Pick<VenueLedgerEntry, 'asset' | 'amount'> & { readonly marketType: MarketType },
): AccountState {
  const { asset, amount, marketType } = payment;
  return withChanges(state, walletOf(account, marketType), [{ asset, amount: exactly(amount) }]);
}

export function withChanges(
  state: AccountState,
  name: string,
  changes: readonly AssetChange[],
): AccountState {
  const wallet = walletState(state, name);
  const changed = { ...wallet, changes: addChanges(wallet.changes, changes) };
  return { ...state, wallets: { ...state.wallets, [name]: changed } };
}

/**
 * Returns the state with positions in the account's position mode. Positions of the other mode,
 * such as the sums of both legs that versions without hedge mode stored, tell nothing about one
 * leg: they are dropped and read anew.
 */
export function inPositionMode(state: AccountState, account: Account): AccountState {
  const isOfMode = (key: string) => {
    const { symbol, leg } = holdingIn(key);
    return hasLegs(account, { symbol, marketType: marketTypeOf(symbol) }) === (leg !== undefined);
  };
  if (Object.keys(state.positions).every(isOfMode)) return state;
  return { ...state, positions: {}, arePositionsKnown: false };
}

/** Returns the expected balance of an asset. */
export function expectedOf({ balances = {}, changes }: WalletState, asset: string) {
  return addExact(exactly(balances[asset] ?? '0'), exactly(changes[asset] ?? '0'));
}

/**
 * Maximum rounding error per fill of a derivative: venues round its payments to between 4 and 8
 * decimals, and average entry prices likewise.
 */
const roundingPerFill = exactly('0.0001');

/**
 * The smallest part of a coin in venues' balances (a satoshi): a difference up to this is rounding,
 * not money that moved.
 */
const dust = exactly('0.00000001');

/**
 * Returns how much a balance may differ due to the venue's rounding and an unknown order of fills.
 */
export function toleranceOf({ roundings, slack }: WalletState, asset: string) {
  const rounded = multiplyExact(roundingPerFill, exactly(roundings[asset] ?? 0));
  const known = addExact(rounded, exactly(slack[asset] ?? '0'));
  return compareExact(known, dust) < 0 ? dust : known;
}

function withPosition(
  positions: AccountState['positions'],
  key: string,
  position: TrackedPosition,
): AccountState['positions'] {
  const { [key]: _before, ...others } = positions;
  return exactly(position.units).digits === 0n ? others : { ...others, [key]: position };
}

function addChanges(amounts: Amounts, changes: readonly AssetChange[]): Amounts {
  const sums: Record<string, string> = { ...amounts };
  for (const { asset, amount } of changes) {
    const before = sums[asset];
    sums[asset] = formatExact(addExact(exactly(before ?? '0'), amount));
  }
  return sums;
}
