import { addExact, compareExact, exactly, formatExact, multiplyExact } from '../../../kit/exact.ts';
import { type Account, isUnified } from '../../model/account.ts';
import type { MarketType } from '../../model/order.ts';
import { marketTypeOf } from '../../model/order.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { VenueLedgerEntry } from '../../venues/perpsPort.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import { hasLegs } from '../legs.ts';
import { type Amounts, type AssetChange, type HeldPosition, spotChanges } from './effects.ts';
import { type FillGroup, groupChanges, groupsInOrder } from './fillOrder.ts';
import { holdingIn, holdingKey } from './holdingKeys.ts';
import type { ComparedCounts, Transfer } from './types.ts';
import { tradedWallets, walletOf } from './wallets.ts';

/** A wallet since it was last compared. */
export interface WalletState {
  /** As the venue had them then; undefined before the first comparison. */
  readonly balances: Amounts | undefined;
  /** What fills, funding and transfers since then change. */
  readonly changes: Amounts;
  /** By asset: fills of derivatives among them, whose venue rounds each. */
  readonly roundings: Readonly<Record<string, number>>;
  /** What else they may be off by: rounding that a venue states, and orders that it does not. */
  readonly slack: Amounts;
}

/** Entries that are counted already, by name or id, with their times. */
type Known = readonly (readonly [name: string, atMs: number])[];

/** Where the comparison of an account stands. Durable as JSON. */
export interface AccountState {
  /** When the account was made: another account of the id starts anew. */
  readonly lifeMs: number;
  readonly lastComparedMs?: number;
  readonly unavailable?: { readonly sinceMs: number; readonly reason: string };
  readonly counts: ComparedCounts;
  /** Fills from here on are read again. */
  readonly fillsSinceMs: number;
  /** Fills from there on that are in the changes already. */
  readonly knownFills: Known;
  /** Payments of funding from here on are read again. */
  readonly paymentsSinceMs: number;
  /** Payments from there on that are in the changes already. */
  readonly knownPayments: Known;
  /** Those of ours that the balances do not show in full yet, oldest first. */
  readonly transfers: readonly Transfer[];
  readonly wallets: Readonly<Record<string, WalletState>>;
  /** By `holdingKey`; flat ones are left out. */
  readonly positions: Readonly<Record<string, HeldPosition>>;
  /** Whether the venue's own positions were taken over: from then on the fills explain them. */
  readonly arePositionsKnown: boolean;
  /** Comparisons in a row that could not look at the balances, for the account moved meanwhile. */
  readonly putOffs: number;
}

/** Venues list a fill or payment late, and their clocks are behind ours, by less than this. */
export const overlapMs = 60_000;

/** Nothing is known yet: fills are read from the making of the account on, by the venue's clock. */
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
 * A state as it was written. Earlier versions knew of no funding, transfers and positions of
 * venues: what was paid before their last comparison is in the balances they took over.
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
 * Returns the state with the wallets that the account has now. Where there were several and is one,
 * the balances are none of those: they are taken over anew. So it is with accounts that became
 * unified ones, and with portfolio margin, which earlier versions compared as several wallets.
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
 * The balances are taken over: from here on what is known explains what changes. Some assets are
 * waited for; they stay as they were.
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

/** The state with more fills in its changes, in the order in which the venue made them. */
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

/** The state with what was paid in funding, or received. */
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
 * The state with positions as the account holds them. Those of the other mode, as versions without
 * hedge mode summed up both legs of a market, say nothing of a leg: they are taken over anew.
 */
export function inPositionMode(state: AccountState, account: Account): AccountState {
  const isOfMode = (key: string) => {
    const { symbol, leg } = holdingIn(key);
    return hasLegs(account, { symbol, marketType: marketTypeOf(symbol) }) === (leg !== undefined);
  };
  if (Object.keys(state.positions).every(isOfMode)) return state;
  return { ...state, positions: {}, arePositionsKnown: false };
}

/** What the balance of an asset should be. */
export function expectedOf({ balances = {}, changes }: WalletState, asset: string) {
  return addExact(exactly(balances[asset] ?? '0'), exactly(changes[asset] ?? '0'));
}

/**
 * What a venue's own rounding may come to, for each fill of a derivative: they round what a fill
 * pays to between 4 and 8 decimals, and average entry prices likewise.
 */
const roundingPerFill = exactly('0.0001');

/**
 * The smallest part of a coin that venues count in balances (a satoshi): what is off by no more is
 * a rounding of what they tell, and no money that moved.
 */
const dust = exactly('0.00000001');

/** How far a balance may be off by what the venue rounds, and by orders that it does not tell. */
export function toleranceOf({ roundings, slack }: WalletState, asset: string) {
  const rounded = multiplyExact(roundingPerFill, exactly(roundings[asset] ?? 0));
  const known = addExact(rounded, exactly(slack[asset] ?? '0'));
  return compareExact(known, dust) < 0 ? dust : known;
}

function withPosition(
  positions: AccountState['positions'],
  key: string,
  position: HeldPosition,
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
