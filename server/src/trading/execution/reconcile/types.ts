import type { Account, AccountId } from '../../model/account.ts';
import type { MarketType } from '../../model/order.ts';
import type { WalletMove } from '../../venues/perpsPort.ts';
import type { OrderUpdates } from '../../venues/venuePort.ts';

/** What account and venue can disagree on. */
export const differenceKinds = [
  /** The venue has the order otherwise than it is stored: the news was missed. */
  'order_changed',
  /** Open at the venue, and over as far as is stored. */
  'order_still_open',
  /** At the venue, and not made here. */
  'foreign_order',
  /** Stored as open, and the venue knows no such order. */
  'order_missing',
  /** A fill that nobody had told of; it is stored now. */
  'missed_fill',
  /** The fills of an order do not sum up to what is filled of it. */
  'fills_differ',
  /** A balance moved by something else than the fills, funding and transfers that are known. */
  'balance_changed',
  /** A position of the venue is not what the fills that are known come to. */
  'position_changed',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** Something that a comparison came upon. */
export interface Finding {
  readonly kind: DifferenceKind;
  /** What it is about: while it lasts, the same finding is one difference. */
  readonly identity: string;
  /** Of a balance: the market type by which its wallet is read. */
  readonly marketType: MarketType;
  readonly symbol?: string | undefined;
  readonly orderId?: string | undefined;
  readonly asset?: string | undefined;
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
  /** In a sentence or two. */
  readonly reason: string;
  /** Put right by the comparison itself, so that nothing is left to do. */
  readonly isMended: boolean;
}

/** A finding as it is kept. */
export interface Difference extends Omit<Finding, 'isMended'> {
  /** Grows with time. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Undefined while it is so. */
  readonly resolvedMs: number | undefined;
}

/** How an account stands with its venue. */
export type AccountStatus = 'ok' | 'differences' | 'venue_unavailable' | 'not_compared';

export interface AccountReport {
  readonly account: Account;
  readonly status: AccountStatus;
  readonly lastComparedMs: number | undefined;
  /** Undefined while nothing is scheduled. */
  readonly nextMs: number | undefined;
  /** Since when the venue could not be asked, and why. */
  readonly unavailable: { readonly sinceMs: number; readonly reason: string } | undefined;
  readonly counts: ComparedCounts;
  readonly openDifferences: number;
  /** How the news of its orders come; undefined where nothing can be missed. */
  readonly updates: OrderUpdates | undefined;
}

/** What the last comparison looked at. */
export interface ComparedCounts {
  readonly orders: number;
  readonly fills: number;
  readonly balances: number;
  /** Orders whose outcome is not known yet; the resolver looks after them. */
  readonly unsettled: number;
}

export interface DifferenceQuery {
  readonly accountIds: readonly string[];
  readonly kind?: DifferenceKind | undefined;
  readonly isResolved?: boolean | undefined;
  /** Seen at that time or later. */
  readonly seenSinceMs?: number | undefined;
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

export interface DifferencePage {
  readonly total: number;
  readonly differences: readonly Difference[];
}

/** The two ends of a transfer. */
export type TransferEnd = 'from' | 'to';

/** Money that our own callers move between wallets of an account. */
export interface Transfer {
  readonly id: string;
  readonly asset: string;
  /** Exact decimal text above zero. */
  readonly amount: string;
  /** Names of wallets, like the next. */
  readonly from: string;
  readonly to: string;
  /** `sent`: not answered yet. `pending` and `completed` are the venue's word that it is done. */
  readonly status: 'sent' | 'unknown' | 'pending' | 'completed';
  /** When it is decided what becomes of an end that the balances do not show. */
  readonly dueMs: Readonly<Record<TransferEnd, number>>;
  /** Ends that the balances have shown. */
  readonly arrived: readonly TransferEnd[];
}

/** How the comparisons are done with a transfer. */
export interface ClosedTransfer extends Transfer {
  /**
   * `shown`: the balances show it. `notDone`: of an unknown one they show nothing. `missing`: it
   * was done, and they do not show it; that is found like any other change.
   */
  readonly outcome: 'shown' | 'notDone' | 'missing';
}

/** Tells comparisons of transfers, so that what they move is no surprise. */
export interface Transfers {
  /** Before it is sent; resolves with an id of it once that is durable, else rejects. */
  intended(account: Account, move: WalletMove): Promise<string>;
  /** What came of it. Never rejects: what cannot be written is written by the next comparison. */
  settled(
    account: Account,
    id: string,
    outcome: 'completed' | 'pending' | 'rejected' | 'unknown',
  ): Promise<void>;
}

/** Compares accounts with their venues, and tells what does not agree. Sends nothing. */
export interface Reconciliation {
  /** Compares now, one account after another; resolves when all have been. */
  compare(accounts: readonly Account[]): Promise<void>;
  reports(accounts: readonly Account[]): Promise<readonly AccountReport[]>;
  /** Newest first. */
  differences(query: DifferenceQuery): Promise<DifferencePage>;
}

/** What happens, for log lines and figures. */
export interface ReconciliationObserver {
  /** A difference that was not known before. */
  differenceFound(difference: Difference): void;
  /** Fills of our own orders, made while nothing ran, are stored now: no difference. */
  fillsRecovered(accountId: string, count: number): void;
  /** An order is recorded now as it became while nothing ran: no difference. */
  orderRecovered(accountId: string, orderId: string): void;
  /** Told when it begins, not each time. */
  accountUnavailable(accountId: string, reason: string): void;
  /** A comparison ended by a fault of ours or of the database; it is made again. */
  comparisonFailed(accountId: string, error: unknown): void;
  /** Comparisons are done with a transfer. */
  transferClosed(accountId: string, transfer: ClosedTransfer): void;
  /** What came of a transfer is kept in memory alone until the next comparison. */
  transferNotWritten(accountId: string, id: string, error: unknown): void;
}
