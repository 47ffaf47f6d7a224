import { assert, unreachable } from '../../kit/assert.ts';
import { AppError } from '../../kit/errors.ts';
import { exactly, multiplyExact, roundUpExact } from '../../kit/exact.ts';
import type { Account } from '../model/account.ts';
import type { OrderType, Side } from '../model/order.ts';
import type { MarketQuote } from './quotes.ts';

/** Minimum value of an order (Trading §8): USD 10. */
const minimumMicroUsd = 10_000_000;

/** The numbers of an order, rounded to the steps of its market. */
export interface SteppedOrder {
  readonly type: OrderType;
  readonly side: Side;
  /** Quantity in base units. */
  readonly quantity: number;
  readonly price?: number;
  readonly stopPrice?: number;
}

/** Tells whether an order only reduces what is held. */
export interface Lessening {
  readonly reduceOnly: boolean;
  readonly isClosing?: boolean | undefined;
}

/**
 * Returns true when the limits of its account do not apply to an order (Design: reduce-only orders
 * are never blocked): a limit must keep nobody in a position. Spot has no reduce-only; there an
 * algorithm's closing order counts as such. This cannot be abused: the host of algorithms bounds
 * the order by what its algorithm holds, and no request can ask for it.
 */
export function isExempt({ reduceOnly, isClosing = false }: Lessening): boolean {
  return reduceOnly || isClosing;
}

/** The values that the checks of an order use. */
interface Measures extends Lessening {
  readonly account: Account;
  /** Undefined for stop orders, which wait for their trigger first. */
  readonly quote: MarketQuote | undefined;
  readonly valueMicroUsd: number;
  /** Maximum value of an order; undefined = no development cap. */
  readonly capMicroUsd: number | undefined;
}

/**
 * Returns the highest possible value of an order, as far as it is known: at the worst price at
 * which it may be filled, or at the market price. Whole micro-USD, rounded up.
 */
export function worthMicroUsd(
  order: SteppedOrder,
  quote: MarketQuote | undefined,
  quoteUsd: number,
): number {
  const prices = [worthPrice(order, quote), order.quantity, quoteUsd];
  const product = prices.map(exactly).reduce(multiplyExact);
  return Number(roundUpExact(product, 6));
}

function worthPrice(order: SteppedOrder, quote: MarketQuote | undefined): number {
  const { type, side, price = 0, stopPrice = 0 } = order;
  switch (type) {
    case 'market':
    case 'trailing_stop':
      assert(quote, `${type} orders are valued where the market is`);
      return side === 'buy' ? quote.ask : quote.bid;
    case 'limit':
    case 'oco':
      // A sell may fill far above its price, a buy never does.
      return Math.max(price, stopPrice, side === 'sell' ? (quote?.bid ?? 0) : 0);
    case 'stop_loss':
    case 'stop_loss_limit':
    case 'take_profit':
    case 'take_profit_limit':
      return Math.max(price, stopPrice);
    default:
      return unreachable(type);
  }
}

/**
 * Refuses an order that is too small (Trading §8), above the development cap, or probably mistyped.
 * An order that only reduces a position must only pass the price collar; one that closes on spot
 * must also reach the minimum.
 */
export function checkLimits(order: SteppedOrder, measures: Measures): void {
  if (!measures.reduceOnly) checkMinimum(measures);
  if (!isExempt(measures)) checkCaps(measures);
  checkCollar(order, measures);
}

function checkMinimum({ valueMicroUsd }: Measures): void {
  if (valueMicroUsd >= minimumMicroUsd) return;
  const message =
    `Error - The order value ${inDollars(valueMicroUsd)} is below the minimum of ` +
    `${inDollars(minimumMicroUsd)}.`;
  const data = { order_value_usd: valueMicroUsd / 1e6, minimum_usd: minimumMicroUsd / 1e6 };
  throw new AppError('BELOW_MINIMUM_ORDER', { message, data });
}

function checkCaps({ account, valueMicroUsd, capMicroUsd }: Measures): void {
  const order_value_usd = valueMicroUsd / 1e6;
  if (capMicroUsd !== undefined && valueMicroUsd > capMicroUsd) {
    const message =
      `Order value ${inDollars(valueMicroUsd)} exceeds the development-mode safety limit of ` +
      `${inDollars(capMicroUsd)}.`;
    const data = { order_value_usd, limit_usd: capMicroUsd / 1e6 };
    throw new AppError('DEV_MODE_LIMIT_EXCEEDED', { message, data });
  }
  const { maxOrderMicroUsd } = account.limits;
  if (maxOrderMicroUsd !== undefined && valueMicroUsd > maxOrderMicroUsd) {
    const message =
      `Order value ${inDollars(valueMicroUsd)} exceeds the account's largest order of ` +
      `${inDollars(maxOrderMicroUsd)} (max_order_usd).`;
    const data = { order_value_usd, limit_usd: maxOrderMicroUsd / 1e6 };
    throw new AppError('MAX_ORDER_EXCEEDED', { message, data });
  }
}

/** Refuses a price that would trade too far beyond the mid, or beyond its own stop price. */
function checkCollar(order: SteppedOrder, { account, quote }: Measures): void {
  const { side, price, stopPrice, type } = order;
  // The price of an OCO rests on the other side of the market; its stop leg trades at the market.
  const anchor = type === 'oco' ? quote?.mid : (stopPrice ?? quote?.mid);
  if (price === undefined || anchor === undefined) return;
  const { priceCollarPct } = account.limits;
  const beyondPct = ((side === 'buy' ? price - anchor : anchor - price) / anchor) * 100;
  if (beyondPct <= priceCollarPct) return;
  const message =
    `The price ${price} is ${beyondPct.toFixed(2)} % beyond ${anchor}, more than the account's ` +
    `price collar of ${priceCollarPct} % allows (price_collar_pct).`;
  throw new AppError('PRICE_COLLAR_EXCEEDED', {
    message,
    data: { price, reference_price: anchor, price_collar_pct: priceCollarPct },
  });
}

/**
 * Formats an amount for people. Fractions of a cent are cut off, so that it never shows too much.
 */
export function inDollars(microUsd: number): string {
  return `$${(Math.floor(microUsd / 10_000) / 100).toFixed(2)}`;
}
