import type { Fields } from '../json.ts';
import type { TradeAnswer, TradeRequest } from '../live/tradeHttp.ts';
import type { ClockBounds, ToldTime } from './clockWatch.ts';
import type { HeardAnswer } from './governor.ts';
import type { CallKind, GovernorRules } from './governorRules.ts';

/** A request as a class of ccxt is about to sign it. */
export interface AskedCall {
  readonly path: string;
  /** The part of the venue's interface it belongs to; several names are joined by points. */
  readonly api: string;
  readonly method: string;
  readonly params: Fields;
}

/** What a request counts as. */
export interface RatedAs {
  /** Which of the venue's groups of hosts counts it. */
  readonly group: string;
  readonly kind: CallKind;
  readonly weight?: number | undefined;
}

/** The request that an answer came to. */
export interface Asked extends RatedAs {
  readonly isPublic: boolean;
  /** Epoch ms. */
  readonly nowMs: number;
}

export interface ToldLimits extends Omit<HeardAnswer, 'credential' | 'purpose'> {
  /** The venue refused the time of a signature. */
  readonly isClockRefused?: boolean;
}

/** The limits of what one class of ccxt calls, and its clock. */
export interface VenueLimits {
  /** Groups of hosts that count apart. */
  readonly groups: Readonly<Record<string, GovernorRules>>;
  /** Rates a call; the cost of some depends on the age of their order, at `nowMs` (epoch). */
  rate(call: AskedCall, nowMs?: number): RatedAs;
  /** Reads the limits that an answer tells, in the words of the governor. */
  heard(answer: TradeAnswer, asked: Asked): ToldLimits;
  readonly clock: {
    readonly group: string;
    readonly bounds: ClockBounds;
    /** The cheapest public request whose answer tells the time. */
    readonly request: TradeRequest;
    /** Undefined where the answer does not tell it. */
    read(answer: TradeAnswer): ToldTime | undefined;
  };
}
