import {
  type MarketType,
  marketTypes,
  needsStopPrice,
  needsTrailingDelta,
} from '../model/order.ts';
import { inverseRefusal, parseSymbol } from '../model/symbol.ts';
import { type VenueId, venueIds } from '../model/venue.ts';
import {
  type CapabilityRequest,
  cautionsFor,
  checkCapability,
  type VenueCapabilities,
} from '../venues/capabilities.ts';
import { capabilitiesOf, parseVenueId, unsupportedExchange } from '../venues/registry.ts';
import type { VenueOrder } from '../venues/venuePort.ts';
import { trailingRefusal } from './trailing.ts';

/** The unparsed parameters of an order, as the caller wrote them. */
export interface OrderParameters extends Omit<CapabilityRequest, 'marketType'> {
  readonly exchange: string;
  readonly marketType: string;
  readonly symbol?: string | undefined;
  readonly stopPrice?: number | undefined;
  /** Trailing distance in percent. */
  readonly trailingDelta?: number | undefined;
}

export interface Validation {
  /** The reason of a refusal; undefined when the order would not be refused. */
  readonly error: string | undefined;
  /** The code of the refusal if it is not INVALID_ORDER. */
  readonly code?: 'NOT_SUPPORTED';
  /** Warnings, which do not refuse the order. */
  readonly warnings: readonly string[];
}

/**
 * Returns whether an exchange takes orders with these parameters (Trading §4.1), without an
 * account, a price or a market. Gives the first reason against them: the exchange, the market type,
 * what the exchange does not support (in the order of `checkCapability`), then the stop price, then
 * the trailing delta. An inverse contract is refused before the exchange's capabilities are
 * checked.
 */
export function validateOrder(parameters: OrderParameters): Validation {
  const { exchange, marketType } = parameters;
  const capabilities = findCapabilities(exchange);
  if (!capabilities) return { error: unsupportedExchange(exchange).message, warnings: [] };
  if (!isMarketType(marketType)) {
    return { error: "Error - market_type must be 'spot', 'swap' or 'future'.", warnings: [] };
  }
  const symbol = parseSymbol(parameters.symbol ?? '');
  const inverse = symbol && inverseRefusal([capabilities.venue], symbol);
  if (inverse !== undefined) return { error: inverse, code: 'NOT_SUPPORTED', warnings: [] };
  const request = { ...parameters, marketType };
  const check = checkCapability(capabilities, request);
  return {
    error: check.ok ? wrongNumber(capabilities, request) : check.message,
    warnings: [...cautionsFor(capabilities, request), ...unfinished(parameters)],
  };
}

/** Returns warnings about an order that its exchange accepts. */
export function orderCautions(
  venue: VenueId,
  { type, marketType }: Pick<VenueOrder, 'type' | 'marketType'>,
): string[] {
  const capabilities = capabilitiesOf(venue);
  const request = { orderType: type, marketType, reduceOnly: false, postOnly: false };
  return capabilities ? cautionsFor(capabilities, request) : [];
}

/** Returns the capabilities of the named exchange; undefined when the text names none. */
export function findCapabilities(text: string): VenueCapabilities | undefined {
  const venue = parseVenueId(text.trim(), venueIds);
  return venue && capabilitiesOf(venue);
}

function isMarketType(text: string): text is MarketType {
  const known: readonly string[] = marketTypes;
  return known.includes(text);
}

/** Returns the error of a price or distance that is missing or impossible. */
function wrongNumber(
  { venue, trailing }: VenueCapabilities,
  { orderType, marketType, stopPrice, trailingDelta }: OrderParameters,
): string | undefined {
  const orders = `${venue} ${orderType} orders on ${marketType} markets`;
  if (needsStopPrice(orderType) && stopPrice === undefined) {
    return `Error - ${orders} need a stop_price.`;
  }
  if (stopPrice !== undefined && stopPrice <= 0) {
    return `Error - ${orders} need a stop_price above 0, not ${stopPrice}.`;
  }
  if (needsTrailingDelta(orderType) && trailingDelta === undefined) {
    return `Error - ${orders} need a trailing_delta.`;
  }
  const refusal =
    trailingDelta === undefined ? undefined : trailingRefusal(trailingDelta, trailing);
  return (
    refusal && `Error - ${orders} need a trailing_delta ${refusal.demand}, not ${trailingDelta}.`
  );
}

/**
 * Warns about an OCO without a stop price: the document does not require one, but the stop leg
 * needs it.
 */
function unfinished({ orderType, stopPrice }: OrderParameters): string[] {
  if (orderType !== 'oco' || stopPrice !== undefined) return [];
  return ['oco orders need a price for the limit leg and a stop_price for the stop leg.'];
}
