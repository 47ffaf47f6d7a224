import type { Clock } from '../../../../kit/clock.ts';
import type { MarketType } from '../../../model/order.ts';
import type { LookupOutcome, OrderRef, RecalledOrder, VenueOrderState } from '../../venuePort.ts';
import type { OrderLinks } from './dialect.ts';
import type { OrderName } from './userStreams.ts';

/**
 * Follows the orders in flight of one account. A stream wakes, a look tells: whatever names an
 * order has it looked up, one look at a time for each and at most one more behind it. Without a
 * stream that is live every order is looked up in turn, with one now and then, as an audit.
 */
export interface Follower {
  /** An order leaves: it may be named before its acknowledgement is here. */
  sending(ref: OrderRef): void;
  /** An order that is in flight already, of an earlier session. */
  follow(ref: OrderRef): void;
  /** Its sending is over. */
  sent(ref: OrderRef): void;
  /** Takes in what the venue said of an order, whoever asked; undefined when that is not known. */
  heard(ref: OrderRef, state: VenueOrderState | undefined): void;
  /**
   * True where a word of the order is expected: it is looked at already, is about to be, or was
   * told as over. What somebody else learns of it is no news then.
   */
  isExpecting(ref: OrderRef): boolean;
  /** The venue said that it knows no such order, whoever asked. */
  absent(ref: OrderRef): void;
  /** There is no such order, or nobody needs to know. */
  forget(ref: OrderRef): void;
  /** Something happened to these. A name that nobody knows may be a part of one of ours. */
  wake(names: readonly OrderName[], marketTypes: readonly MarketType[]): void;
  /** Looks at all of these markets once: what happened until now was told to nobody. */
  wakeAll(marketTypes: readonly MarketType[]): void;
  /** Has the pace of every order reckoned anew. */
  paceChanged(): void;
  /** Markets in which there are orders in flight that are at the venue. */
  markets(): ReadonlySet<MarketType>;
  count(): number;
  /**
   * The order as its venue last told it, where a live stream has told nothing since: it is so
   * still. Undefined where that is not proven.
   */
  recall(ref: OrderRef): RecalledOrder | undefined;
  stop(): void;
}

export interface FollowerDeps {
  readonly clock: Clock;
  readonly links: OrderLinks;
  readonly lookup: (ref: OrderRef, signal: AbortSignal) => Promise<LookupOutcome>;
  /** Orders that the venue tells in one answer, where they are asked for at the same moment. */
  readonly togetherMax?: (marketType: MarketType) => number;
  /** Names those markets that share the polls and looks of one class of the venue. */
  readonly groupOf?: (marketType: MarketType) => string;
  /** Returns how long a look may take where that is longer than usual. */
  readonly lookMsMax?: (marketType: MarketType) => number | undefined;
  /** Between two polls of a group. */
  readonly pollGapMs: (marketType: MarketType) => number;
  /** With a live stream, how long after the last word an order is looked at all the same. */
  readonly auditMs: (marketType: MarketType) => number;
  /** True while everything that happens in the market is told by itself. */
  readonly isLive: (marketType: MarketType) => boolean;
  readonly told: (state: VenueOrderState) => void;
  /** Told whenever orders begin or cease to be followed. */
  readonly changed: () => void;
}
