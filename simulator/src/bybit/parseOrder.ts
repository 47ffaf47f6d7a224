import type { OrderType, Side, TimeInForce } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import type { EnteredOrder } from '../exchange/orderEntry.ts';
import type { ProtocolFields } from '../exchange/records.ts';
import { type Call, readMarket } from './call.ts';
import { checkedPrice, checkedQuantity } from './checks.ts';
import { notSimulated, Refusal, refusals } from './errors.ts';
import { amountOf, type Parameters } from './parameters.ts';
import { closes, readLeg } from './positionIndexes.ts';
import { priceText, quantityText } from './texts.ts';
import type { Category } from './traits.ts';

const sides = { Buy: 'buy', Sell: 'sell' } as const;
const forces = { GTC: 'GTC', IOC: 'IOC', FOK: 'FOK', PostOnly: 'POST_ONLY' } as const;
const triggerWords = ['LastPrice', 'MarkPrice', 'IndexPrice'] as const;
const linkIdPattern = /^[A-Za-z0-9_-]{1,36}$/;

/** Parameters that are not simulated. Unknown ones are ignored, as the exchange does. */
const unmodelled: readonly string[] = [
  'takeProfit',
  'stopLoss',
  'tpslMode',
  'tpLimitPrice',
  'slLimitPrice',
  'orderIv',
  'smpType',
  'slippageToleranceType',
  'bboSideType',
];

interface Understood {
  readonly parameters: Parameters;
  readonly market: Market;
  readonly category: Category;
  readonly side: Side;
  readonly isLimit: boolean;
}

/** Understands an order, or refuses it in the exchange's words. */
export function parseOrder(call: Call): EnteredOrder {
  const { parameters, account } = call;
  const { market, category } = readMarket(call);
  refuseUnmodelled(parameters);
  parameters.required('side');
  const side = sides[parameters.word('side', ['Buy', 'Sell']) ?? 'Buy'];
  parameters.required('orderType');
  const isLimit = parameters.word('orderType', ['Limit', 'Market']) === 'Limit';
  const understood = { parameters, market, category, side, isLimit };
  const { force, ...ways } = waysOf(call, understood);
  const size = sizeOf(call, understood);
  const trigger = triggerOf(call, understood);
  const orderLinkId = parameters.text('orderLinkId');
  if (orderLinkId !== undefined && !linkIdPattern.test(orderLinkId)) {
    throw refusals.invalid('orderLinkId');
  }
  return {
    account,
    market,
    side,
    quantity: size.quantity,
    type: trigger?.type ?? plain(isLimit),
    ...ways,
    ...(isLimit && { price: priceOf(understood) }),
    ...(trigger && { stopPrice: trigger.stopPrice }),
    // An order without a client id keeps none.
    clientOrderId: orderLinkId ?? '',
    words: { orderType: isLimit ? 'Limit' : 'Market', force, ...size.words, ...trigger?.words },
  };
}

function plain(isLimit: boolean): OrderType {
  return isLimit ? 'limit' : 'market';
}

function refuseUnmodelled(parameters: Parameters): void {
  const sent = unmodelled.find((name) => parameters.has(name));
  if (sent !== undefined) throw notSimulated(sent);
  if (parameters.whole('isLeverage') === 1) throw notSimulated('isLeverage');
}

/** Returns an order's time in force and flags. A market order is IOC, whatever was sent. */
function waysOf(
  call: Call,
  understood: Understood,
): {
  readonly force: string;
  readonly timeInForce?: TimeInForce;
  readonly reduceOnly?: boolean;
} {
  const { parameters, market, category, side, isLimit } = understood;
  const words = Object.keys(forces) as (keyof typeof forces)[];
  const force = parameters.word('timeInForce', words) ?? 'GTC';
  const [reduceOnly, closeOnTrigger] = [
    parameters.flag('reduceOnly'),
    parameters.flag('closeOnTrigger'),
  ];
  const timed = isLimit ? { force, timeInForce: forces[force] } : { force: 'IOC' };
  if (category === 'spot') return timed;
  const leg = readLeg(call, market);
  const isReducing = reduceOnly === true || closeOnTrigger === true;
  if (leg === undefined) return { ...timed, reduceOnly: isReducing };
  if (isReducing && !closes(side, leg)) {
    throw new Refusal(110017, 'current position is zero, cannot fix reduce-only order qty');
  }
  // The position and the side decide it, whatever the flag says.
  return { ...timed, reduceOnly: closes(side, leg) };
}

function priceOf({ parameters, market }: Understood): string {
  const price = parameters.decimal('price');
  if (price === undefined || Number(price) === 0) throw refusals.invalid('price');
  return checkedPrice(market, price, 'price');
}

/**
 * Returns the quantity; a market buy on spot names an amount of the quote unless it says otherwise.
 */
function sizeOf(
  { exchange }: Call,
  { parameters, market, category, side, isLimit }: Understood,
): { readonly quantity: string; readonly words: ProtocolFields } {
  const text = parameters.decimal('qty');
  if (text === undefined) throw refusals.parameter('qty is required');
  const unit = parameters.word('marketUnit', ['baseCoin', 'quoteCoin']);
  if (category !== 'spot' || isLimit) return { quantity: checkedQuantity(market, text), words: {} };
  const unasked = side === 'buy' ? 'quoteCoin' : 'baseCoin';
  const words = { marketUnit: unit ?? unasked };
  if (words.marketUnit === 'baseCoin') return { quantity: checkedQuantity(market, text), words };
  const amount = amountOf(text);
  if (amount < market.instrument.minNotional) {
    throw new Refusal(170140, 'Order value exceeded lower limit.');
  }
  // One lot more when the book has too little, so that the order takes all of the book.
  const { lots, isAll } = exchange.prices.lotsFor(market, side, amount);
  const quantity = BigInt(lots + (isAll ? 0 : 1)) * market.instrument.lot;
  if (quantity === 0n) throw new Refusal(170136, 'Order quantity exceeded lower limit.');
  return { quantity: quantityText(market, quantity), words: { ...words, quoteQuantity: text } };
}

interface Trigger {
  readonly type: OrderType;
  readonly stopPrice: string;
  readonly words: ProtocolFields;
}

/** Returns an order's trigger. Contracts name the direction; on spot it follows from the price. */
function triggerOf(call: Call, understood: Understood): Trigger | undefined {
  const { parameters, market, category, side, isLimit } = understood;
  const filters = ['Order', 'StopOrder', 'tpslOrder'] as const;
  const filter = parameters.word('orderFilter', filters) ?? 'Order';
  if (filter === 'tpslOrder') throw notSimulated('tpslOrder');
  const text = parameters.decimal('triggerPrice');
  const isAsked = text !== undefined && Number(text) > 0;
  const isSpot = category === 'spot';
  if (isSpot && isAsked !== (filter === 'StopOrder')) throw refusals.invalid('orderFilter');
  if (!isAsked) return undefined;
  const stopPrice = checkedPrice(market, text, 'triggerPrice');
  const now = call.exchange.prices.markPrice(market) ?? 0n;
  const direction = isSpot
    ? amountOf(stopPrice) > now
      ? 1
      : 2
    : parameters.whole('triggerDirection');
  if (direction !== 1 && direction !== 2) throw refusals.invalid('TriggerDirection');
  const isStop = (direction === 1) === (side === 'buy');
  const triggerBy = parameters.word('triggerBy', triggerWords) ?? 'LastPrice';
  return {
    type: `${isStop ? 'stop_loss' : 'take_profit'}${isLimit ? '_limit' : ''}`,
    stopPrice,
    words: {
      stopOrderType: 'Stop',
      triggerPrice: stopPrice,
      lastPriceOnCreated: priceText(market, now),
      ...(!isSpot && { triggerDirection: String(direction), triggerBy }),
    },
  };
}
