import type { StoredStatus } from '../execution/types.ts';
import type { AccountId } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { ChildGroup, ChildPurpose, LegNumber } from './algorithm.ts';
import type { AlgorithmType, ParamsOf } from './params.ts';

export type { AlgorithmType } from './params.ts';

/** Design: algorithm statuses; the last three are final. */
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
  /** The caller's name for it; unique for ever among those of its owner. */
  readonly clientId: string | undefined;
  /** Of the request as it came: the same client id with another request is another algorithm. */
  readonly requestHash: string;
  readonly type: AlgorithmType;
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  readonly quantity: string;
  /** The tighter of the order's and the parameters'. */
  readonly limitPrice: number | undefined;
  /** In the order they were given. */
  readonly accountIds: readonly AccountId[];
  /** Only makes positions smaller. */
  readonly reduceOnly: boolean;
  readonly params: ParamsOf[AlgorithmType];
  readonly actorId: string;
  /** That of the key that started it. */
  readonly owner: string;
  readonly arrivalPrice: number;
  readonly arrivalSpreadBps: number;
  readonly status: AlgorithmStatus;
  /**
   * Why it is paused, how it ended, or, while it runs, the refusal after which no order was taken;
   * in a sentence.
   */
  readonly reason: string | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly endedAtMs: number | undefined;
  /** The algorithm's own state, JSON. */
  readonly state: unknown;
  readonly run: RunState;
}

/** What the host keeps of a run, beside the state of the algorithm. */
export interface RunState {
  /** The algorithm's clock when this was stored, and epoch ms then. */
  readonly elapsedMs: number;
  readonly savedAtMs: number;
  readonly nextChild: number;
  readonly nextEvent: number;
  /** Why nothing is being done now. */
  readonly waitingFor: string | undefined;
  /** How it will end once its live children are over. */
  readonly ending:
    | { readonly status: 'COMPLETED' | 'CANCELLED' | 'FAILED'; readonly reason: string | undefined }
    | undefined;
  /** Accounts that get no orders until then, on the algorithm's clock; of null until a resume. */
  readonly barred: readonly {
    readonly accountId: AccountId;
    readonly leg: LegNumber;
    /** What gives back is taken all the same. */
    readonly opensOnly: boolean;
    readonly reason: string;
    readonly untilMs: number | null;
    /** In a row, for the next pause. */
    readonly times: number;
  }[];
  /** Sums over all children. */
  readonly filled: string;
  /** Quote units. */
  readonly cost: string;
  readonly fees: readonly { readonly asset: string; readonly amount: string }[];
  /** Fees in quote units, those of other assets converted when they were heard of. */
  readonly feesQuote: string;
  readonly childrenFilled: number;
  /** Of both legs of a pair; none of others. */
  readonly legs: readonly LegSums[];
  /** A fault of ours: it is not stepped before somebody resumes it. */
  readonly isHalted: boolean;
  /** Seen mids, weighted by time: for the interval TWAP. */
  readonly midTimeMs: number;
  readonly midSum: number;
  readonly lastMid: number;
  /** Whether what remains at the end is more than nothing and less than anybody could trade. */
  readonly isDust: boolean;
  /** The state in the algorithm's own words, as callers see it. */
  readonly reported: Readonly<Record<string, unknown>>;
}

/** What became of a leg's children, as exact decimal text. */
export interface LegSums {
  /** Base units filled on its side, and the other way. */
  readonly opened: string;
  readonly closed: string;
  /** Quote units. */
  readonly openedCost: string;
  readonly closedCost: string;
  /** Paid in what is bought, of a leg that buys: so much less is held. */
  readonly baseFees: string;
}

/** A child order as it is stored, before anything of it leaves. Amounts are exact decimal text. */
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
   * `intended`: stored, whether it left is not known here. `live`: its order is stored. `over`:
   * nothing more becomes of it, late fills aside.
   */
  readonly stage: 'intended' | 'live' | 'over';
  readonly isCancelling: boolean;
  /** Of its order, once there is one. */
  readonly orderId: string | undefined;
  readonly orderStatus: StoredStatus | undefined;
  readonly filled: string;
  readonly cost: string;
  readonly fee: string;
  readonly feeAsset: string | undefined;
  readonly feeQuote: string;
  /** Why it was not taken; an error code of the catalogue. */
  readonly refusedCode: string | undefined;
  readonly reason: string | undefined;
  /** On the algorithm's clock. */
  readonly placedAtMs: number;
  /** Epoch ms. */
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** One line of an algorithm's history. */
export interface HistoryEntry {
  readonly number: number;
  readonly atMs: number;
  readonly kind: HistoryKind;
  /** For people. */
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

/** What one step changes; written together or not at all. */
export interface AlgorithmSave {
  readonly record: AlgorithmRecord;
  /** New ones and changed ones, whole. */
  readonly children: readonly ChildRecord[];
  readonly events: readonly HistoryEntry[];
}

export type AlgorithmCreated =
  | { readonly kind: 'recorded' }
  /** The client id was used before; nothing was written. */
  | { readonly kind: 'exists'; readonly record: AlgorithmRecord };

export interface AlgorithmQuery {
  readonly status?: AlgorithmStatus | undefined;
  readonly type?: AlgorithmType | undefined;
  readonly symbol?: string | undefined;
  /** Only those of which all accounts are among these; undefined for all. */
  readonly accountIds?: readonly string[] | undefined;
  /** 0-based. */
  readonly page: number;
  readonly size: number;
}

/** Algorithms of a database. */
export interface AlgorithmStore {
  /** Stores a new one. Rejects with `StaleEpochError` from an old owner, and so does `save`. */
  create(epoch: number, save: AlgorithmSave): Promise<AlgorithmCreated>;
  /**
   * Writes one step, atomically and durably. Doing it again changes nothing. Two saves of one
   * algorithm must never overlap.
   */
  save(epoch: number, save: AlgorithmSave): Promise<void>;
  /** By our id, or by the name that the owner gave it; without an owner by our id alone. */
  find(name: string, owner?: string): Promise<AlgorithmRecord | undefined>;
  /** Newest first, ties by id. */
  list(query: AlgorithmQuery): Promise<{
    readonly total: number;
    readonly records: readonly AlgorithmRecord[];
  }>;
  /** All that have not ended, oldest first. */
  unfinished(): Promise<readonly AlgorithmRecord[]>;
  /** By number. */
  children(id: string): Promise<readonly ChildRecord[]>;
  /** The newest so many, oldest first. */
  events(id: string, limit: number): Promise<readonly HistoryEntry[]>;
  /**
   * Children whose orders are known to have filled more than their algorithms know, for fills
   * that were told while nobody listened: of algorithms that ended since then, or, of undefined,
   * of those that have not ended.
   */
  drifted(
    endedSinceMs: number | undefined,
  ): Promise<readonly { readonly id: string; readonly number: number }[]>;
  /** When an owner last said that its algorithms were running; epoch ms. */
  lastBeat(): Promise<number | undefined>;
  beat(epoch: number, atMs: number): Promise<void>;
}

/** What somebody wants executed; symbol and accounts are only names yet. */
export interface AlgorithmDraft {
  readonly symbol: string;
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  readonly accountIds: readonly string[];
  readonly limitPrice: number | undefined;
  /** Only makes positions smaller; absent otherwise. */
  readonly reduceOnly?: boolean | undefined;
  readonly clientId: string | undefined;
  readonly started: AlgorithmStart;
}

/** A type with its own parameters. */
export type AlgorithmStart = {
  [Type in AlgorithmType]: { readonly type: Type; readonly params: ParamsOf[Type] };
}[AlgorithmType];

export interface AlgorithmCaller {
  readonly actorId: string;
  /** Whose client ids it uses. */
  readonly owner: string;
  /** Of an algorithm with accounts out of its reach, a caller learns nothing. */
  readonly reaches: (accountId: string) => boolean;
}

/** An algorithm as it stands, for whoever asks. */
export interface AlgorithmSnapshot {
  readonly record: AlgorithmRecord;
  /** The algorithm's own words for its state, as callers see them. */
  readonly state: Readonly<Record<string, unknown>>;
  readonly progress: AlgorithmProgress;
  /** Epoch ms; undefined when it cannot be told. */
  readonly estimatedEndMs: number | undefined;
}

/** Orderbook §2.5. */
export interface AlgorithmProgress {
  readonly filled: number;
  readonly remaining: number;
  /** 100 also when what remains is dust that nobody could trade. */
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
  /** vwap against it. */
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

/** What happens to algorithms, told once it is durable. Listeners must not throw. */
export interface AlgorithmNews {
  /** After every step that changed something. */
  onChange(
    listener: (snapshot: AlgorithmSnapshot, events: readonly HistoryEntry[]) => void,
  ): () => void;
}

/** Execution algorithms (Orderbook §4.3). Every verb rejects with an `AppError` that says why. */
export interface Algorithms {
  /** Stored and running when it resolves. The same client id answers with the first for ever. */
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
  readonly news: AlgorithmNews;
}
