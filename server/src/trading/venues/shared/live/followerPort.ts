import type { Clock } from '../../../../kit/clock.ts';
import type { MarketType } from '../../../model/order.ts';
import type {
  InFlightRef,
  LookupOutcome,
  OrderRef,
  RecalledOrder,
  VenueOrderState,
} from '../../venuePort.ts';
import type { OrderLinks } from './dialect.ts';
import type { OrderName } from './userStreams.ts';

/**
 * Follows the orders in flight of one account. A stream only wakes; a look-up tells the state: an
 * order that any message names is looked up, one look-up at a time for each order and at most one
 * more behind it. Without a live stream every order is looked up in turn; with one, only now and
 * then, as an audit.
 */
export interface Follower {
  /** An order is being sent: it may be named before its acknowledgement is here. */
  sending(ref: OrderRef): void;
  /** Follows an order of an earlier session that is in flight already. */
  follow(ref: InFlightRef): void;
  /**
   * The order may or may not have arrived. Other code looks up such orders until there is evidence;
   * here it is looked up only when a message names it.
   */
  leave(ref: OrderRef): void;
  /** The sending of the order is over. */
  sent(ref: OrderRef): void;
  /**
   * Takes in the venue's report of an order, whoever asked for it; undefined when its state is
   * unknown.
   */
  heard(ref: OrderRef, state: VenueOrderState | undefined): void;
  /**
   * True when a report of the order is expected: it is being looked up, is about to be, or was
   * reported as over. Then a report that other code reads is no news.
   */
  isExpecting(ref: OrderRef): boolean;
  /** The venue answered that it knows no such order, whoever asked. */
  absent(ref: OrderRef): void;
  /** There is no such order, or nobody needs to know about it. */
  forget(ref: OrderRef): void;
  /** Something happened to these orders. An unknown name may be a part of one of ours. */
  wake(names: readonly OrderName[], marketTypes: readonly MarketType[]): void;
  /** Looks up all orders of these markets once: what happened until now was not reported. */
  wakeAll(marketTypes: readonly MarketType[]): void;
  /** Recalculates the pace of every order. */
  paceChanged(): void;
  /** Returns the markets in which there are orders in flight that are at the venue. */
  markets(): ReadonlySet<MarketType>;
  count(): number;
  /**
   * Returns the order as its venue last reported it, when a live stream has reported nothing since:
   * its state is unchanged. Undefined when that is not proven.
   */
  recall(ref: OrderRef): RecalledOrder | undefined;
  stop(): void;
}

export interface FollowerDeps {
  readonly clock: Clock;
  readonly links: OrderLinks;
  readonly lookup: (ref: OrderRef, signal: AbortSignal) => Promise<LookupOutcome>;
  /**
   * Returns how many orders the venue reports in one answer, when they are asked for at the same
   * moment.
   */
  readonly togetherMax?: (marketType: MarketType) => number;
  /**
   * Returns the same name for markets that share the polls and look-ups of one class of the venue.
   */
  readonly groupOf?: (marketType: MarketType) => string;
  /** Returns how long a look-up may take, when that is longer than usual. */
  readonly lookMsMax?: (marketType: MarketType) => number | undefined;
  /** Minimum time between two polls of a group. */
  readonly pollGapMs: (marketType: MarketType) => number;
  /**
   * With a live stream, the time since the last report after which an order is looked up all the
   * same.
   */
  readonly auditMs: (marketType: MarketType) => number;
  /** True while everything that happens in the market is reported without asking. */
  readonly isLive: (marketType: MarketType) => boolean;
  /** Returns the orders that are not over, as they are stored. */
  readonly inFlight: () => Promise<readonly InFlightRef[]>;
  readonly told: (state: VenueOrderState) => void;
  /** Called when orders begin or cease to be followed. */
  readonly changed: () => void;
}
