import { amountText, wholeUnit } from '@windlass/matching';
import { decimalsOf } from '../../exchange/amounts.ts';
import type { Market } from '../../exchange/market.ts';
import type { EnteredOrder, PlaceRefusal } from '../../exchange/orderEntry.ts';
import type { Call, PublicCall } from '../call.ts';
import { textOf } from '../clientText.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import { amountOf, type Parameters } from '../parameters.ts';
import { requireKind } from '../unified.ts';

export const forces = { gtc: 'GTC', ioc: 'IOC', fok: 'FOK', poc: 'POST_ONLY' } as const;
type Force = keyof typeof forces;
const forceWords = Object.keys(forces) as Force[];
const taking: readonly Force[] = ['ioc', 'fok'];

export function pairOf({ exchange }: PublicCall, id: string): Market {
  const market = exchange.market('spot', id);
  if (!market) throw refusals.noPair(id);
  return market;
}

/** Understands an order, or refuses it in the exchange's words. */
export function parseOrder(call: Call): EnteredOrder {
  const body = call.body();
  const market = pairOf(call, body.required('currency_pair'));
  const type = body.word('type', ['limit', 'market']) ?? 'limit';
  body.required('side');
  const side = body.word('side', ['buy', 'sell']) ?? 'buy';
  body.required('amount');
  requireKind(call, body.text('account'), 'spot');
  refuseUnknown(body);
  const force = body.word('time_in_force', forceWords) ?? 'gtc';
  const shared = { account: call.account, market, side, clientOrderId: textOf(body) } as const;
  if (type === 'market') {
    // Unlike a limit order, it has to end at once.
    if (!taking.includes(force)) throw refusals.invalid('time_in_force', force);
    const timeInForce = forces[force];
    const words = { type, force };
    if (side === 'buy') {
      const quote = body.decimal('amount', 'string') ?? '';
      const quantity = forQuote(call, market, quote);
      return { ...shared, type, quantity, timeInForce, words: { ...words, quote } };
    }
    return { ...shared, type, quantity: amountAt(body, market), timeInForce, words };
  }
  body.required('price');
  const [quantity, price] = [amountAt(body, market), priceAt(body, market)];
  refuseSmall(market, amountOf(quantity), amountOf(price));
  const words = { type, force, price };
  return { ...shared, type, quantity, price, timeInForce: forces[force], words };
}

function refuseUnknown(body: Parameters): void {
  if (body.has('iceberg') && body.text('iceberg') !== '0') throw notSimulated('iceberg');
  for (const name of ['auto_borrow', 'stp_act', 'action_mode', 'slippage']) {
    if (body.has(name)) throw notSimulated(name);
  }
}

/** Returns an amount of the base that the pair takes; throws a refusal otherwise. */
export function amountAt(body: Parameters, { instrument, definition }: Market): string {
  const amount = body.decimal('amount', 'string') ?? '';
  refuseFine('amount', amount, definition.lot);
  const quantity = amountOf(amount);
  if (quantity < BigInt(instrument.minLots) * instrument.lot) {
    const least = `The minimum is ${definition.minQuantity} ${definition.base}`;
    const text = `Your order size ${amount} ${definition.base} is too small. ${least}`;
    throw new Refusal('INVALID_PARAM_VALUE', text);
  }
  return amount;
}

export function priceAt(body: Parameters, { definition }: Market): string {
  const price = body.decimal('price', 'string') ?? '';
  refuseFine('price', price, definition.tick);
  if (amountOf(price) <= 0n) throw refusals.invalid('price', price);
  return price;
}

function refuseFine(name: string, value: string, step: string): void {
  const most = decimalsOf(step);
  if (decimalsOf(value) <= most) return;
  const text = `Invalid precision. Max supported ${name} precision: ${most}`;
  throw new Refusal('INVALID_PRECISION', text);
}

function refuseSmall({ instrument, definition }: Market, quantity: bigint, price: bigint): void {
  const worth = (quantity * price) / wholeUnit;
  if (worth >= instrument.minNotional) return;
  throw tooSmall(definition, amountText(worth));
}

function tooSmall({ quote, minNotional }: Market['definition'], worth: string): Refusal {
  const least = `The minimum is ${minNotional} ${quote}`;
  const text = `Your order size ${worth} ${quote} is too small. ${least}`;
  return new Refusal('INVALID_PARAM_VALUE', text);
}

/** Returns the amount that a quote amount buys now; one step more when the book has too little. */
function forQuote({ exchange }: Call, market: Market, quote: string): string {
  const amount = amountOf(quote);
  if (amount < market.instrument.minNotional) throw tooSmall(market.definition, quote);
  const { lots, isAll } = exchange.prices.lotsFor(market, 'buy', amount);
  return amountText(BigInt(lots + (isAll ? 0 : 1)) * market.instrument.lot);
}

/** Returns the engine's refusal in the exchange's words. */
export function spotRefusal(reason: PlaceRefusal, { definition }: Market): Refusal {
  switch (reason) {
    case 'INSUFFICIENT_BALANCE':
      return new Refusal('BALANCE_NOT_ENOUGH', 'Not enough balance');
    case 'WOULD_TAKE': {
      const text = 'Order would match and take immediately so its cancelled';
      return new Refusal('POC_FILL_IMMEDIATELY', text);
    }
    case 'CANNOT_FILL_ALL':
      return new Refusal('FOK_NOT_FILL', 'FOK order cannot be filled completely');
    case 'NO_LIQUIDITY':
      return new Refusal('ORDER_BOOK_NOT_FOUND', 'Insufficient liquidity');
    case 'BELOW_MINIMUM':
      return tooSmall(definition, '0');
    case 'ABOVE_MAXIMUM':
      return new Refusal('AMOUNT_TOO_MUCH', 'Amount exceeds maximum allowed');
    case 'TOO_MANY_ORDERS':
      return new Refusal('TOO_MANY_ORDERS', 'Too many open orders');
    default:
      return refusals.unknown();
  }
}
