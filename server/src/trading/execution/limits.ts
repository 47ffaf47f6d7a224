import { assert, unreachable } from '../../kit/assert.ts';
import { AppError } from '../../kit/errors.ts';
import { exactly, multiplyExact, roundUpExact } from '../../kit/exact.ts';
import type { Account } from '../model/account.ts';
import type { OrderType, Side } from '../model/order.ts';
import type { MarketQuote } from './quotes.ts';

/** Trading §8: USD 10. */
const minimumMicroUsd = 10_000_000;

/** The numbers of an order, on the steps of its market. */
export interface SteppedOrder {
  readonly type: OrderType;
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  readonly price?: number;
  readonly stopPrice?: number;
}

/** Whether an order only makes less of what is held. */
export interface Lessening {
  readonly reduceOnly: boolean;
  readonly isClosing?: boolean | undefined;
}

/**
 * Whether the limits of its account do not bind an order (Design: reduce-only orders are never
 * blocked): nobody must be kept in a position by one. On spot there is no reduce-only; there a
 * child that closes is of that kind. It cannot be abused: the host of algorithms bounds it by what
 * its algorithm holds, and no request can ask for it.
 */
export function isExempt({ reduceOnly, isClosing = false }: Lessening): boolean {
  return reduceOnly || isClosing;
}

/** What an order is measured by. */
interface Measures extends Lessening {
  readonly account: Account;
  /** Undefined for stop orders, which sleep at first. */
  readonly quote: MarketQuote | undefined;
  readonly valueMicroUsd: number;
  /** Undefined = no development cap. */
  readonly capMicroUsd: number | undefined;
}

/**
 * What an order is worth at most, as far as can be told: at the worst price it may be filled at, or
 * where the market is. Whole micro-USD, rounded up.
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
      // A sell may fill at much more than it asks for, a buy never.
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
 * Refuses what no single order may be: too small (Trading §8), beyond the development cap, or a fat
 * finger. What only reduces a position is bound by none but the collar; what closes on spot by the
 * minimum too.
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
  // Of a pair the price rests on the other side of the market; its stop leg trades at the market.
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

/** As people read it, never more than there is: cents are cut off. */
export function inDollars(microUsd: number): string {
  return `$${(Math.floor(microUsd / 10_000) / 100).toFixed(2)}`;
}
