import type { Fields } from '../json.ts';
import type { TradeAnswer, TradeRequest } from '../live/tradeHttp.ts';
import type { ClockBounds, ReportedTime } from './clockWatch.ts';
import type { LimitReport } from './governor.ts';
import type { CallKind, GovernorRules } from './governorRules.ts';

/** A request as a class of ccxt is about to sign it. */
export interface OutgoingCall {
  readonly path: string;
  /** The part of the venue's interface that it belongs to; several names are joined by points. */
  readonly api: string;
  readonly method: string;
  readonly params: Fields;
}

/** The group and the kind by which the limits count a request. */
export interface RatedAs {
  /** The venue's group of hosts that counts it. */
  readonly group: string;
  readonly kind: CallKind;
  readonly weight?: number | undefined;
}

/** The request that an answer belongs to. */
export interface SentCall extends RatedAs {
  readonly isPublic: boolean;
  /** In ms since the epoch. */
  readonly nowMs: number;
}

export interface ReportedLimits extends Omit<LimitReport, 'credential' | 'purpose'> {
  /** The venue refused the time of a signature. */
  readonly isClockRefused?: boolean;
}

/** The limits for calls of one class of ccxt, and the exchange's clock. */
export interface VenueLimits {
  /** Groups of hosts that count separately. */
  readonly groups: Readonly<Record<string, GovernorRules>>;
  /** Rates a call; the cost of some depends on the age of their order, at `nowMs` (epoch). */
  rate(call: OutgoingCall, nowMs?: number): RatedAs;
  /** Reads the limits that an answer reports, in the terms of the governor. */
  readLimits(answer: TradeAnswer, asked: SentCall): ReportedLimits;
  readonly clock: {
    readonly group: string;
    readonly bounds: ClockBounds;
    /** The cheapest public request whose answer gives the time. */
    readonly request: TradeRequest;
    /** Returns undefined when the answer does not give the time. */
    read(answer: TradeAnswer): ReportedTime | undefined;
  };
}
