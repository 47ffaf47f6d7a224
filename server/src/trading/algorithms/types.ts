import type { StoredStatus } from '../execution/types.ts';
import type { AccountId } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { ChildGroup, ChildPurpose, LegNumber } from './algorithm.ts';
import type { AlgorithmStart, AlgorithmType, ParamsOf } from './params.ts';

export type { AlgorithmStart, AlgorithmType } from './params.ts';

/** Design: algorithm statuses. The last three are final. */
export type AlgorithmStatus =
  | 'RUNNING'
  | 'PAUSED'
  | 'CANCELLING'
  | 'COMPLETED'
  | 'CANCELLED'
  | 'FAILED';

/** A parent order as it is stored. Amounts are exact decimal text. */
export interface AlgorithmRecord {
  /** A UUID that begins with its time. */
  readonly id: string;
  /** The caller's name for it, unique for ever among those of its owner. */
  readonly clientId: string | undefined;
  /** Hash of the request: the same client id with another request is another algorithm. */
  readonly requestHash: string;
  readonly type: AlgorithmType;
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  readonly quantity: string;
  /** The tighter of the order's and the parameters' limit price. */
  readonly limitPrice: number | undefined;
  /** In the order in which they were given. */
  readonly accountIds: readonly AccountId[];
  /** True when it only makes positions smaller. */
  readonly reduceOnly: boolean;
  readonly params: ParamsOf[AlgorithmType];
  readonly actorId: string;
  /** Owner of the key that started it. */
  readonly owner: string;
  readonly arrivalPrice: number;
  readonly arrivalSpreadBps: number;
  readonly status: AlgorithmStatus;
  /**
   * Reason for its pause or its end or, while it runs, the refusal after which no order was taken.
   * A sentence.
   */
  readonly reason: string | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly endedAtMs: number | undefined;
  /** The algorithm's own state, as JSON. */
  readonly state: unknown;
  readonly run: RunState;
}

/** Data that the host keeps of a run, in addition to the state of the algorithm. */
export interface RunState {
  /** The algorithm's clock when this was stored, and the epoch ms of that time. */
  readonly elapsedMs: number;
  readonly savedAtMs: number;
  readonly nextChild: number;
  readonly nextEvent: number;
  /** Reason why nothing is being done now. */
  readonly waitingFor: string | undefined;
  /** The end that it will have once its live children are over. */
  readonly ending:
    | { readonly status: 'COMPLETED' | 'CANCELLED' | 'FAILED'; readonly reason: string | undefined }
    | undefined;
  /**
   * Accounts without orders until that time, on the algorithm's clock; null means until a resume.
   */
  readonly barred: readonly {
    readonly accountId: AccountId;
    readonly leg: LegNumber;
    /** True when closing orders are still taken. */
    readonly opensOnly: boolean;
    readonly reason: string;
    readonly untilMs: number | null;
    /** Number of refusals in a row, for the next pause. */
    readonly times: number;
  }[];
  /** Sums over all children. */
  readonly filled: string;
  /** Quote units. */
  readonly cost: string;
  readonly fees: readonly { readonly asset: string; readonly amount: string }[];
  /** Fees in quote units. Those in other assets were converted when they became known. */
  readonly feesQuote: string;
  readonly childrenFilled: number;
  /** Both legs of a pair; empty for others. */
  readonly legs: readonly LegSums[];
  /** True after a fault of ours: it is not stepped until somebody resumes it. */
  readonly isHalted: boolean;
  /** Sampled mids, weighted by time: for the interval TWAP. */
  readonly midTimeMs: number;
  readonly midSum: number;
  readonly lastMid: number;
  /** True when the rest at the end is more than nothing and less than anybody could trade. */
  readonly isDust: boolean;
  /** The state under the algorithm's own names, as callers see it. */
  readonly reported: Readonly<Record<string, unknown>>;
}

/** Totals of a leg's children, as exact decimal text. */
export interface LegSums {
  /** Base units filled on its side, and on the other side. */
  readonly opened: string;
  readonly closed: string;
  /** Quote units. */
  readonly openedCost: string;
  readonly closedCost: string;
  /** Fees that a buying leg paid in the bought asset. They reduce what is held. */
  readonly baseFees: string;
}

/** A child order as it is stored, before any of it is sent. Amounts are exact decimal text. */
export interface ChildRecord {
  readonly number: number;
  readonly group: ChildGroup;
  readonly purpose: ChildPurpose;
  readonly leg: LegNumber;
  readonly isClosing: boolean;
  readonly accountId: AccountId;
  /** `<parent>.<number>`: the same after a crash. */
  readonly clientOrderId: string;
  readonly quantity: string;
  readonly price: number;
  readonly timeInForce: 'GTC' | 'IOC' | 'POST_ONLY';
  /**
   * `intended`: stored, and unknown here whether it was sent. `live`: its order is stored. `over`:
   * nothing more will happen to it, apart from late fills.
   */
  readonly stage: 'intended' | 'live' | 'over';
  readonly isCancelling: boolean;
  /** Id of its order, once there is one. */
  readonly orderId: string | undefined;
  readonly orderStatus: StoredStatus | undefined;
  readonly filled: string;
  readonly cost: string;
  readonly fee: string;
  readonly feeAsset: string | undefined;
  readonly feeQuote: string;
  /** Error code of the catalogue that says why it was not taken. */
  readonly refusedCode: string | undefined;
  readonly reason: string | undefined;
  /** On the algorithm's clock. */
  readonly placedAtMs: number;
  /** Epoch ms. */
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** One entry of an algorithm's history. */
export interface HistoryEntry {
  readonly number: number;
  readonly atMs: number;
  readonly kind: HistoryKind;
  /** Text for people. */
  readonly text: string;
}

export type HistoryKind =
  | 'started'
  | 'child_placed'
  | 'child_filled'
  | 'child_over'
  | 'child_refused'
  | 'note'
  | 'waiting'
  | 'paused'
  | 'resumed'
  | 'recovered'
  | 'cancelling'
  | 'ended'
  | 'late_fill';

/** Changes of one step. They are written together or not at all. */
export interface AlgorithmSave {
  readonly record: AlgorithmRecord;
  /** New and changed children, whole. */
  readonly children: readonly ChildRecord[];
  readonly events: readonly HistoryEntry[];
}

export type AlgorithmCreated =
  | { readonly kind: 'recorded' }
  /** The client id was used before, and nothing was written. */
  | { readonly kind: 'exists'; readonly record: AlgorithmRecord };

export interface AlgorithmQuery {
  readonly status?: AlgorithmStatus | undefined;
  readonly type?: AlgorithmType | undefined;
  readonly symbol?: string | undefined;
  /** Only algorithms whose accounts are all among these; undefined for all. */
  readonly accountIds?: readonly string[] | undefined;
  /** Counted from 0. */
  readonly page: number;
  readonly size: number;
}

/** The algorithms of a database. */
export interface AlgorithmStore {
  /** Stores a new one. Rejects with `StaleEpochError` from an old owner, and so does `save`. */
  create(epoch: number, save: AlgorithmSave): Promise<AlgorithmCreated>;
  /**
   * Writes one step, atomically and durably. A repetition changes nothing. Two saves of one
   * algorithm must never overlap.
   */
  save(epoch: number, save: AlgorithmSave): Promise<void>;
  /** Finds one by our id or by its owner's name for it; without an owner by our id alone. */
  find(name: string, owner?: string): Promise<AlgorithmRecord | undefined>;
  /** Returns them newest first, ties by id. */
  list(query: AlgorithmQuery): Promise<{
    readonly total: number;
    readonly records: readonly AlgorithmRecord[];
  }>;
  /** Returns all that have not ended, oldest first. */
  unfinished(): Promise<readonly AlgorithmRecord[]>;
  /** Returns the children by number. */
  children(id: string): Promise<readonly ChildRecord[]>;
  /** Returns the newest entries up to the limit, oldest first. */
  events(id: string, limit: number): Promise<readonly HistoryEntry[]>;
  /**
   * Returns children whose orders are known to have filled more than their algorithms know, because
   * fills were reported while nobody listened. With a time: of algorithms that ended since then.
   * With undefined: of algorithms that have not ended.
   */
  drifted(
    endedSinceMs: number | undefined,
  ): Promise<readonly { readonly id: string; readonly number: number }[]>;
  /** Returns the epoch ms at which an owner last said that its algorithms were running. */
  lastBeat(): Promise<number | undefined>;
  beat(epoch: number, atMs: number): Promise<void>;
}

/** A requested execution. Symbol and accounts are only names at this point. */
export interface AlgorithmDraft {
  readonly symbol: string;
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  readonly accountIds: readonly string[];
  readonly limitPrice: number | undefined;
  /** True when it only makes positions smaller; absent otherwise. */
  readonly reduceOnly?: boolean | undefined;
  readonly clientId: string | undefined;
  readonly started: AlgorithmStart;
}

export interface AlgorithmCaller {
  readonly actorId: string;
  /** Owner whose client ids it uses. */
  readonly owner: string;
  /** True for an account in reach. A caller learns nothing about an algorithm with others. */
  readonly reaches: (accountId: string) => boolean;
}

/** An algorithm as it is now, for callers. */
export interface AlgorithmSnapshot {
  readonly record: AlgorithmRecord;
  /** The state under the algorithm's own names, as callers see it. */
  readonly state: Readonly<Record<string, unknown>>;
  readonly progress: AlgorithmProgress;
  /** Epoch ms; undefined when it is unknown. */
  readonly estimatedEndMs: number | undefined;
}

/** Orderbook §2.5. */
export interface AlgorithmProgress {
  readonly filled: number;
  readonly remaining: number;
  /** 100 also when the rest is dust that cannot be traded. */
  readonly fillPct: number;
  readonly vwap: number | undefined;
  readonly childrenFilled: number;
  readonly children: number;
  /** Quote units. */
  readonly feesQuote: number;
  readonly fees: readonly { readonly asset: string; readonly amount: number }[];
}

/** Costs in bps are positive, gains negative. */
export interface AlgorithmTca {
  readonly arrivalPrice: number;
  readonly vwap: number | undefined;
  /** vwap against the arrival price. */
  readonly slippageBps: number | undefined;
  /** Time-weighted mid while it ran. */
  readonly intervalTwap: number | undefined;
  /** vwap against the interval TWAP. */
  readonly twapSlippageBps: number | undefined;
  readonly feesBps: number | undefined;
  /** slippageBps + feesBps. */
  readonly costBps: number | undefined;
}

export interface AlgorithmDetails extends AlgorithmSnapshot {
  readonly children: readonly ChildRecord[];
  readonly events: readonly HistoryEntry[];
  readonly tca: AlgorithmTca;
}

/** Events of algorithms, sent once they are durable. Listeners must not throw. */
export interface AlgorithmEvents {
  /** Called after every step that changed something. */
  onChange(
    listener: (snapshot: AlgorithmSnapshot, events: readonly HistoryEntry[]) => void,
  ): () => void;
}

/** Execution algorithms (Orderbook §4.3). Every verb rejects with an `AppError` that says why. */
export interface Algorithms {
  /** Stored and running when it resolves. The same client id always answers with the first one. */
  start(draft: AlgorithmDraft, caller: AlgorithmCaller): Promise<AlgorithmSnapshot>;
  /** Resolves when no child is live, or after some seconds with cancels still under way. */
  pause(name: string, caller: AlgorithmCaller): Promise<AlgorithmSnapshot>;
  resume(name: string, caller: AlgorithmCaller): Promise<AlgorithmSnapshot>;
  cancel(name: string, caller: AlgorithmCaller): Promise<AlgorithmSnapshot>;
  show(name: string, caller: AlgorithmCaller): Promise<AlgorithmDetails>;
  list(query: AlgorithmQuery): Promise<{
    readonly total: number;
    readonly algorithms: readonly AlgorithmSnapshot[];
  }>;
  readonly news: AlgorithmEvents;
}
