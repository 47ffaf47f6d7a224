import { parseAmount } from '@windlass/matching';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { EnteredOrder, PlaceRefusal } from '../exchange/orderEntry.ts';
import { type Call, marketOf } from './call.ts';
import { notSimulated, refusals } from './errors.ts';
import type { Terms } from './orderView.ts';
import type { Parameters } from './parameters.ts';
import { marketBoundPpm } from './traits.ts';

const forces = { lmt: 'GTC', post: 'POST_ONLY', ioc: 'IOC', fok: 'FOK' } as const;
const types = ['lmt', 'post', 'ioc', 'fok', 'mkt', 'stp', 'take_profit'] as const;
/** Maximum length of a client's id. */
const clientIdCharsMax = 100;

type Type = (typeof types)[number];

/** An order that was understood, or the status of an order that is not placed. */
export type ParsedOrder =
  | { readonly order: EnteredOrder; readonly terms: Terms; readonly quantity: bigint }
  | { readonly refused: string };

/** Understands an order; throws a refusal when the request itself is wrong. */
export function parseOrder(call: Call): ParsedOrder {
  const { parameters, exchange, account } = call;
  const type = typeOf(parameters);
  const market = marketOf(exchange, parameters.required('symbol'));
  if (!market) throw refusals.noContract();
  parameters.required('side');
  const side = parameters.word('side', ['buy', 'sell']) ?? 'buy';
  parameters.required('size');
  const size = parameters.decimal('size') ?? '0';
  const cliOrdId = parameters.text('cliOrdId');
  if ((cliOrdId ?? '').length > clientIdCharsMax) return { refused: 'clientOrderIdTooBig' };
  if (!isOnStep(size, market.steps.lot)) return { refused: 'invalidSize' };
  const prices = pricesOf(parameters, type, market);
  if (!prices) return { refused: 'invalidPrice' };
  const { price, stopPrice } = prices;
  const reduceOnly = parameters.flag('reduceOnly');
  const triggerSignal = parameters.word('triggerSignal', ['last', 'mark', 'index']) ?? 'last';
  const limitPrice =
    price === undefined ? protectedPrice(exchange, market, side) : parseAmount(price);
  const kind = kindOf(type, price !== undefined);
  const words = {
    type: type in forces ? type : bookType(price),
    triggerSignal,
    ...(cliOrdId !== undefined && { cliOrdId }),
    ...(limitPrice !== undefined && { limitPrice: limitPrice.toString() }),
  };
  return {
    quantity: parseAmount(size) ?? 0n,
    terms: {
      market,
      side,
      cliOrdId,
      reduceOnly,
      limitPrice,
      type: words.type,
      trigger: undefined,
    },
    order: {
      account,
      market,
      side,
      quantity: size,
      type: kind,
      reduceOnly,
      words,
      ...(price !== undefined && { price }),
      ...(stopPrice !== undefined && { stopPrice }),
      ...(type in forces && { timeInForce: forces[type as keyof typeof forces] }),
    },
  };
}

/** Returns the type of a trigger order on the book: a limit order, or an immediate one. */
function bookType(price: string | undefined): string {
  return price === undefined ? 'ioc' : 'lmt';
}

function typeOf(parameters: Parameters): Type {
  const text = parameters.required('orderType');
  if (text === 'trailing_stop') throw notSimulated('trailing_stop');
  const type = types.find((each) => each === text);
  if (!type) throw refusals.badType();
  return type;
}

function kindOf(type: Type, hasLimit: boolean): EnteredOrder['type'] {
  switch (type) {
    case 'mkt':
      return 'market';
    case 'stp':
      return hasLimit ? 'stop_loss_limit' : 'stop_loss';
    case 'take_profit':
      return hasLimit ? 'take_profit_limit' : 'take_profit';
    default:
      return 'limit';
  }
}

/**
 * Returns the prices; undefined when one is off its step. Prices that the type does not use are
 * ignored.
 */
function pricesOf(
  parameters: Parameters,
  type: Type,
  { steps }: Market,
): { readonly price: string | undefined; readonly stopPrice: string | undefined } | undefined {
  const isTriggered = type === 'stp' || type === 'take_profit';
  if (type in forces) parameters.required('limitPrice');
  if (isTriggered) parameters.required('stopPrice');
  const price = type === 'mkt' ? undefined : parameters.decimal('limitPrice');
  const stopPrice = isTriggered ? parameters.decimal('stopPrice') : undefined;
  const isOff = [price, stopPrice].some(
    (text) => text !== undefined && !isOnStep(text, steps.tick),
  );
  return isOff ? undefined : { price, stopPrice };
}

function isOnStep(text: string, step: bigint): boolean {
  const amount = parseAmount(text) ?? 0n;
  return amount > 0n && amount % step === 0n;
}

/** Returns the limit of a market order: one percent beyond the best price of the other side. */
function protectedPrice(
  exchange: Exchange,
  market: Market,
  side: 'buy' | 'sell',
): bigint | undefined {
  const best = bestAgainst(exchange, market, side);
  if (best === undefined) return undefined;
  const { tick } = market.instrument;
  const slip = (best * BigInt(marketBoundPpm)) / 1_000_000n;
  const price = side === 'buy' ? best + slip : best - slip;
  return price - (price % tick);
}

export function bestAgainst(
  exchange: Exchange,
  market: Market,
  side: 'buy' | 'sell',
): bigint | undefined {
  const { bids, asks } = exchange.prices.depth(market, 1);
  return (side === 'buy' ? asks : bids)[0]?.price;
}

/** Returns the engine's refusal as the status of sending an order. */
export function sendStatusOf(reason: PlaceRefusal): string {
  switch (reason) {
    case 'INSUFFICIENT_BALANCE':
      return 'insufficientAvailableFunds';
    case 'WOULD_TAKE':
      return 'postWouldExecute';
    case 'NO_LIQUIDITY':
    case 'CANNOT_FILL_ALL':
      return 'iocWouldNotExecute';
    case 'REDUCE_ONLY_NOTHING':
      return 'wouldNotReducePosition';
    case 'BELOW_MINIMUM':
      return 'invalidSize';
    case 'ABOVE_MAXIMUM':
      return 'maxPositionViolation';
    case 'TOO_MANY_ORDERS':
      return 'tooManyOrders';
    default:
      throw new Error(`Must hold: an order is not refused for ${reason}`);
  }
}
