import { addExact, exactly, formatExact } from '../../../kit/exact.ts';
import type { Account } from '../../model/account.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import {
  type Amounts,
  type AssetChange,
  derivativeChanges,
  type HeldPosition,
  spotChanges,
} from './effects.ts';
import type { ComparedCounts } from './types.ts';
import { walletOf } from './wallets.ts';

/** A wallet since it was last compared. */
export interface WalletState {
  /** As the venue had them then; undefined before the first comparison. */
  readonly balances: Amounts | undefined;
  /** What the fills since then change. */
  readonly changes: Amounts;
  /** By asset: fills of derivatives among them, whose venue rounds each. */
  readonly roundings: Readonly<Record<string, number>>;
}

/** Where the comparison of an account stands. Durable as JSON. */
export interface AccountState {
  /** When the account was made: another account of the id starts anew. */
  readonly lifeMs: number;
  readonly lastComparedMs?: number;
  readonly unavailable?: { readonly sinceMs: number; readonly reason: string };
  readonly counts: ComparedCounts;
  /** Fills from here on are read again. */
  readonly fillsSinceMs: number;
  /** Fills from there on that are in the changes already: name and time. */
  readonly knownFills: readonly (readonly [name: string, atMs: number])[];
  readonly wallets: Readonly<Record<string, WalletState>>;
  /** By symbol. */
  readonly positions: Readonly<Record<string, HeldPosition>>;
  /** Comparisons in a row that could not look at the balances, for the account moved meanwhile. */
  readonly putOffs: number;
}

/** Venues list a fill late, and their clocks are behind ours, by less than this. */
export const overlapMs = 60_000;

/** Nothing is known yet: fills are read from the making of the account on, by the venue's clock. */
export function newState({ createdAtMs }: Account): AccountState {
  return {
    lifeMs: createdAtMs,
    counts: { orders: 0, fills: 0, balances: 0, unsettled: 0 },
    fillsSinceMs: createdAtMs - overlapMs,
    knownFills: [],
    wallets: {},
    positions: {},
    putOffs: 0,
  };
}

const emptyWallet: WalletState = { balances: undefined, changes: {}, roundings: {} };

export function walletState(state: AccountState, name: string): WalletState {
  return state.wallets[name] ?? emptyWallet;
}

/** The balances are taken over: from here on the fills explain what changes. */
export function withBalances(state: AccountState, name: string, balances: Amounts): AccountState {
  return { ...state, wallets: { ...state.wallets, [name]: { ...emptyWallet, balances } } };
}

/** The state with one more fill in its changes. */
export function withFill(state: AccountState, account: Account, fill: VenueFill): AccountState {
  const name = walletOf(account.venue, fill.marketType);
  const wallet = walletState(state, name);
  if (fill.marketType === 'spot') {
    const changed = { ...wallet, changes: addChanges(wallet.changes, spotChanges(fill)) };
    return { ...state, wallets: { ...state.wallets, [name]: changed } };
  }
  const { changes, position } = derivativeChanges(fill, state.positions[fill.symbol]);
  const roundings = { ...wallet.roundings };
  for (const { asset } of changes) roundings[asset] = (roundings[asset] ?? 0) + 1;
  const changed = { ...wallet, changes: addChanges(wallet.changes, changes), roundings };
  return {
    ...state,
    wallets: { ...state.wallets, [name]: changed },
    positions: { ...state.positions, [fill.symbol]: position },
  };
}

function addChanges(amounts: Amounts, changes: readonly AssetChange[]): Amounts {
  const sums: Record<string, string> = { ...amounts };
  for (const { asset, amount } of changes) {
    const before = sums[asset];
    sums[asset] = formatExact(addExact(exactly(before ?? '0'), amount));
  }
  return sums;
}
