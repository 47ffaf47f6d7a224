import type { MarketClass, OrderType, TimeInForce } from '../model/order.ts';
import { alwaysTakes, type MarketType, marketClassOf } from '../model/order.ts';
import { type VenueId, venueNameOf } from '../model/venue.ts';
import type { VenueHosts } from './shared/placeHosts.ts';

/** Features beyond the order's type that an order or an account may ask of a venue. */
export type OrderFeature = 'hedge_mode' | 'portfolio_margin' | 'post_only' | 'reduce_only';

/**
 * The orders that one class of a venue's markets accepts; each list in alphabetical order (Trading
 * §4.1).
 */
export interface MarketCapabilities {
  readonly orderTypes: readonly OrderType[];
  readonly timesInForce: readonly TimeInForce[];
  readonly features: readonly OrderFeature[];
}

/** Something a caller should know about an order that the venue does accept. */
export interface Caution {
  readonly marketClass: MarketClass;
  /** All types of the class when left out. */
  readonly orderTypes?: readonly OrderType[];
  readonly text: string;
}

/** The limits that a venue sets on the distance of a trailing stop. */
export type TrailingRules =
  /**
   * The distance is given in percent, or as a ratio: between a minimum and a maximum, by a step.
   */
  | {
      readonly by: 'percent';
      readonly minPct: number;
      readonly maxPct: number;
      readonly stepPct: number;
    }
  /** It is a distance in price, which is at least one tick and less than the price. */
  | { readonly by: 'price' };

/** The orders and features that a venue accepts, as declared in its folder. */
export interface VenueCapabilities {
  readonly venue: VenueId;
  /** The name as the exchange writes it. */
  readonly name: string;
  /** Undefined where the venue has no such markets. */
  readonly spot: MarketCapabilities | undefined;
  readonly perp: MarketCapabilities | undefined;
  /** Settle assets of the perpetuals that allow hedge mode; all contracts when absent. */
  readonly hedgedSettles?: readonly string[];
  /** Limits on the distance of trailing stops; absent where the venue has none. */
  readonly trailing?: TrailingRules;
  /** Short texts by feature. */
  readonly notes: Readonly<Record<string, string>>;
  readonly cautions: readonly Caution[];
  /** The places that an account of the venue can have, and their hosts on the network. */
  readonly hosts: VenueHosts;
}

/** The matrix's first column: the order types that every class of every venue accepts. */
export const basicOrderTypes: readonly OrderType[] = [
  'limit',
  'market',
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
];

/** True where an account in hedge mode holds a long and a short position of the contract. */
export function isHeldBothWays(
  { perp, hedgedSettles }: VenueCapabilities,
  { kind, settle = '' }: { readonly kind: MarketType; readonly settle?: string | undefined },
): boolean {
  if (kind === 'spot' || !perp?.features.includes('hedge_mode')) return false;
  return hedgedSettles === undefined || (kind === 'swap' && hedgedSettles.includes(settle));
}

/** Puts the lists of a declaration in order, and adds the name. */
export function defineCapabilities<Id extends VenueId>(
  declared: Omit<VenueCapabilities, 'name'> & { readonly venue: Id },
): VenueCapabilities & { readonly venue: Id } {
  const { venue, spot, perp } = declared;
  return {
    ...declared,
    name: venueNameOf(venue),
    spot: spot && sorted(spot),
    perp: perp && sorted(perp),
  };
}

function sorted({ orderTypes, timesInForce, features }: MarketCapabilities): MarketCapabilities {
  return {
    orderTypes: [...orderTypes].sort(),
    timesInForce: [...timesInForce].sort(),
    features: [...features].sort(),
  };
}

/** The part of an order that a venue's capabilities decide on. Its words may be unknown to us. */
export interface CapabilityRequest {
  readonly orderType: string;
  readonly marketType: MarketType;
  readonly timeInForce?: string | undefined;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
}

/** Why a venue does not accept an order, in the words of the wire (Trading §4.1). */
export interface CapabilityRefusal {
  readonly ok: false;
  readonly message: string;
  readonly data: {
    readonly exchange: VenueId;
    readonly order_type: string;
    readonly market_type: MarketType;
  };
}

export type CapabilityCheck = { readonly ok: true } | CapabilityRefusal;

/**
 * Tells whether a venue accepts an order. Of several reasons against it, the first in this list is
 * given:
 *
 * 1. the venue has no such markets
 * 2. the order type
 * 3. the time in force
 * 4. IOC or FOK of a pair, whose limit leg has to rest
 * 5. reduce_only
 * 6. post_only, which a time in force POST_ONLY asks for as well
 * 7. post_only of an order that always takes
 * 8. post_only together with IOC or FOK
 */
export function checkCapability(
  venue: VenueCapabilities,
  request: CapabilityRequest,
): CapabilityCheck {
  const { orderType, marketType } = request;
  const what = refusedPart(venue[marketClassOf(marketType)], request);
  if (what === undefined) return { ok: true };
  const exchange = venue.venue;
  return {
    ok: false,
    message: `Error - ${exchange} does not support ${what}.`,
    data: { exchange, order_type: orderType, market_type: marketType },
  };
}

/** Returns what is not supported, as the end of a sentence. */
function refusedPart(
  market: MarketCapabilities | undefined,
  request: CapabilityRequest,
): string | undefined {
  const { orderType, marketType, timeInForce, reduceOnly } = request;
  const orders = `${orderType} orders on ${marketType} markets`;
  if (!market) return `${marketType} trading, so no ${orders}`;
  const { orderTypes, timesInForce, features } = market;
  if (!includes(orderTypes, orderType)) return orders;

  const isPostOnly = request.postOnly || timeInForce === 'POST_ONLY';
  // POST_ONLY that is not a time in force is another word for post_only: a venue that accepts the
  // one accepts the other.
  const isKnown = timeInForce === 'POST_ONLY' && features.includes('post_only');
  if (timeInForce !== undefined && !isKnown && !includes(timesInForce, timeInForce)) {
    return `time_in_force ${timeInForce} for ${orders}`;
  }
  const isAtOnce = timeInForce === 'IOC' || timeInForce === 'FOK';
  if (isAtOnce && orderType === ('oco' satisfies OrderType)) {
    return `time_in_force ${timeInForce} for ${orders}, whose limit leg has to rest`;
  }
  if (reduceOnly && !features.includes('reduce_only')) return `reduce_only for ${orders}`;
  if (!isPostOnly) return undefined;
  if (!features.includes('post_only')) return `post_only for ${orders}`;
  if (alwaysTakes(orderType)) return `post_only for ${orders}, which always take liquidity`;
  if (isAtOnce) {
    return `post_only together with time_in_force ${timeInForce} for ${orders}`;
  }
  return undefined;
}

/** Returns what a caller should know about an order, whether the venue accepts it or not. */
export function cautionsFor(venue: VenueCapabilities, request: CapabilityRequest): string[] {
  const marketClass = marketClassOf(request.marketType);
  return venue.cautions
    .filter((caution) => caution.marketClass === marketClass)
    .filter(({ orderTypes }) => !orderTypes || includes(orderTypes, request.orderType))
    .map(({ text }) => text);
}

function includes(words: readonly string[], word: string): boolean {
  return words.includes(word);
}
