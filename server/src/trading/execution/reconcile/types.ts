import type { Account, AccountId } from '../../model/account.ts';
import type { MarketType } from '../../model/order.ts';
import type { WalletMove } from '../../venues/perpsPort.ts';
import type { OrderUpdates } from '../../venues/venuePort.ts';

/** The kinds of differences between an account and its venue. */
export const differenceKinds = [
  /** The venue's order differs from the stored one: an update was missed. */
  'order_changed',
  /** The order is open at the venue, but stored as ended. */
  'order_still_open',
  /** The order is at the venue, but was not created here. */
  'foreign_order',
  /** The order is stored as open, but the venue does not know it. */
  'order_missing',
  /** A fill that nobody had reported; it is stored now. */
  'missed_fill',
  /** The fills of an order do not sum up to its filled quantity. */
  'fills_differ',
  /** Something other than the known fills, funding and transfers changed a balance. */
  'balance_changed',
  /** A position at the venue differs from the sum of the known fills. */
  'position_changed',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** A difference that a comparison found. */
export interface Finding {
  readonly kind: DifferenceKind;
  /** The subject of the finding: while it lasts, equal findings are one difference. */
  readonly identity: string;
  /** For a balance, the market type by which its wallet is read. */
  readonly marketType: MarketType;
  readonly symbol?: string | undefined;
  readonly orderId?: string | undefined;
  readonly asset?: string | undefined;
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
  /** Explanation in a sentence or two. */
  readonly reason: string;
  /** True when the comparison itself corrected it, so that nothing is left to do. */
  readonly isMended: boolean;
}

/** A stored finding. */
export interface Difference extends Omit<Finding, 'isMended'> {
  /** Id of the difference; later ones have greater ids. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Time when the difference was resolved; undefined while it lasts. */
  readonly resolvedMs: number | undefined;
}

/** Result of an account's comparison with its venue. */
export type AccountStatus = 'ok' | 'differences' | 'venue_unavailable' | 'not_compared';

export interface AccountReport {
  readonly account: Account;
  readonly status: AccountStatus;
  readonly lastComparedMs: number | undefined;
  /** Time of the next comparison; undefined while none is scheduled. */
  readonly nextMs: number | undefined;
  /** Time since which the venue could not be asked, and why. */
  readonly unavailable: { readonly sinceMs: number; readonly reason: string } | undefined;
  readonly counts: ComparedCounts;
  readonly openDifferences: number;
  /** State of the updates of its orders; undefined when none can be missed. */
  readonly updates: OrderUpdates | undefined;
}

/** Numbers of what the last comparison checked. */
export interface ComparedCounts {
  readonly orders: number;
  readonly fills: number;
  readonly balances: number;
  /** Orders whose outcome is unknown; the resolver looks them up. */
  readonly unsettled: number;
}

export interface DifferenceQuery {
  readonly accountIds: readonly string[];
  readonly kind?: DifferenceKind | undefined;
  readonly isResolved?: boolean | undefined;
  /** Only differences seen at this time or later. */
  readonly seenSinceMs?: number | undefined;
  /** Page number, from 0. */
  readonly page: number;
  readonly size: number;
}

export interface DifferencePage {
  readonly total: number;
  readonly differences: readonly Difference[];
}

/** The two ends of a transfer. */
export type TransferEnd = 'from' | 'to';

/** A movement of money between wallets of an account, made by our own callers. */
export interface Transfer {
  readonly id: string;
  readonly asset: string;
  /** Exact decimal text above zero. */
  readonly amount: string;
  /** Name of a wallet, like `to`. */
  readonly from: string;
  readonly to: string;
  /**
   * `sent`: not answered yet. `pending` and `completed`: the venue's answer that it will be or is
   * done.
   */
  readonly status: 'sent' | 'unknown' | 'pending' | 'completed';
  /** Time when an end that the balances do not show is decided. */
  readonly dueMs: Readonly<Record<TransferEnd, number>>;
  /** Ends that the balances have shown. */
  readonly arrived: readonly TransferEnd[];
}

/** A transfer that the comparisons have finished. */
export interface ClosedTransfer extends Transfer {
  /**
   * `shown`: the balances show it. `notDone`: its outcome was unknown, and they show nothing of it.
   * `missing`: it was carried out, but they do not show it; that is found like any other change.
   */
  readonly outcome: 'shown' | 'notDone' | 'missing';
}

/** Announces transfers to the comparisons, so that these expect the changes. */
export interface Transfers {
  /**
   * Announces a transfer before it is sent; resolves with its id once that is durable, else
   * rejects.
   */
  intended(account: Account, move: WalletMove): Promise<string>;
  /** Reports the outcome. Never rejects: the next comparison writes what cannot be written now. */
  settled(
    account: Account,
    id: string,
    outcome: 'completed' | 'pending' | 'rejected' | 'unknown',
  ): Promise<void>;
}

/** Compares accounts with their venues, and reports the differences. Sends nothing. */
export interface Reconciliation {
  /** Compares the accounts now; resolves when all are done. */
  compare(accounts: readonly Account[]): Promise<void>;
  reports(accounts: readonly Account[]): Promise<readonly AccountReport[]>;
  /** Returns differences, newest first. */
  differences(query: DifferenceQuery): Promise<DifferencePage>;
}

/** Receives events, for log lines and metrics. */
export interface ReconciliationObserver {
  /** Called with a new difference. */
  differenceFound(difference: Difference): void;
  /**
   * Called when fills of our own orders are stored that were made while no process ran: no
   * difference.
   */
  fillsRecovered(accountId: string, count: number): void;
  /**
   * Called when an order's change is recorded that was made while no process ran: no difference.
   */
  orderRecovered(accountId: string, orderId: string): void;
  /** Called when the venue becomes unavailable, not at each attempt. */
  accountUnavailable(accountId: string, reason: string): void;
  /** Called when a comparison failed by a bug or because of the database; it is repeated. */
  comparisonFailed(accountId: string, error: unknown): void;
  /** Called when the comparisons have finished a transfer. */
  transferClosed(accountId: string, transfer: ClosedTransfer): void;
  /** Called when the outcome of a transfer is only in memory until the next comparison. */
  transferNotWritten(accountId: string, id: string, error: unknown): void;
}
