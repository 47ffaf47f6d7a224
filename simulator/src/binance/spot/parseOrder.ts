import type { TimeInForce } from '@windlass/matching';
import { fixedText } from '../../exchange/amounts.ts';
import type { Market } from '../../exchange/market.ts';
import type { EnteredOrder, PlaceRefusal } from '../../exchange/orderEntry.ts';
import type { Call } from '../call.ts';
import { checkedPrice, checkedQuantity, type StepRefusals, sides } from '../checks.ts';
import { spotDecimals } from '../decimals.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import { amountOf, type Parameters } from '../parameters.ts';

/** Each type of order: the engine's type for it, and the parameters that it needs. */
export const spotTypes = {
  LIMIT: { type: 'limit', needs: ['timeInForce', 'quantity', 'price'] },
  LIMIT_MAKER: { type: 'limit', needs: ['quantity', 'price'] },
  MARKET: { type: 'market', needs: [] },
  STOP_LOSS: { type: 'stop_loss', needs: ['quantity'] },
  STOP_LOSS_LIMIT: { type: 'stop_loss_limit', needs: ['timeInForce', 'quantity', 'price'] },
  TAKE_PROFIT: { type: 'take_profit', needs: ['quantity'] },
  TAKE_PROFIT_LIMIT: { type: 'take_profit_limit', needs: ['timeInForce', 'quantity', 'price'] },
} as const;

export type SpotType = keyof typeof spotTypes;

export const spotTypeWords = Object.keys(spotTypes) as SpotType[];
const forces = ['GTC', 'IOC', 'FOK'] as const;

const spotSteps: StepRefusals = {
  precision: (name) => new Refusal(-1111, `Parameter '${name}' has too much precision.`),
  step: () => refusals.filter('LOT_SIZE'),
  tooSmall: () => refusals.filter('LOT_SIZE'),
  tooLarge: () => refusals.filter('LOT_SIZE'),
};
const priceSteps = { ...spotSteps, step: () => refusals.filter('PRICE_FILTER') };

/** Returns a price parameter that the market takes. */
export function spotPrice(call: Call, market: Market, name: string): string | undefined {
  return checkedPrice(call.parameters, { market, decimalsMax: spotDecimals, name }, priceSteps);
}

export function spotQuantity(parameters: Parameters, market: Market): string {
  const text = parameters.decimal('quantity') ?? parameters.required('quantity');
  return checkedQuantity(text, { market, decimalsMax: spotDecimals, name: 'quantity' }, spotSteps);
}

export function sideOf(parameters: Parameters): 'buy' | 'sell' {
  parameters.required('side');
  return sides[parameters.word('side', ['BUY', 'SELL'], refusals.badSide) ?? 'BUY'];
}

const clientIdPattern = /^[a-zA-Z0-9-_.:/]{1,36}$/;

export function clientIdOf(parameters: Parameters, name: string): string | undefined {
  const id = parameters.text(name);
  if (id !== undefined && !clientIdPattern.test(id)) {
    throw refusals.illegal(name, '^[a-zA-Z0-9-_.:/]{1,36}$');
  }
  return id;
}

/** Understands an order, or refuses it in the exchange's words. */
export function parseOrder(call: Call): EnteredOrder {
  const { parameters, account } = call;
  const market = call.market();
  const side = sideOf(parameters);
  parameters.required('type');
  const word = parameters.word('type', spotTypeWords, refusals.badType) ?? 'LIMIT';
  const { type, needs } = spotTypes[word];
  const force = parameters.word('timeInForce', forces, refusals.badForce);
  for (const name of needs) parameters.required(name);
  refuseUnneeded(parameters, word);
  const stopPrice = spotPrice(call, market, 'stopPrice');
  if (word.startsWith('STOP') || word.startsWith('TAKE')) {
    if (parameters.has('trailingDelta')) throw notSimulated('trailingDelta');
    if (stopPrice === undefined) throw refusals.missingEither('stopPrice', 'trailingDelta');
  }
  const price = spotPrice(call, market, 'price');
  const clientOrderId = clientIdOf(parameters, 'newClientOrderId');
  const timeInForce: TimeInForce = word === 'LIMIT_MAKER' ? 'POST_ONLY' : (force ?? 'GTC');
  const quote = parameters.decimal('quoteOrderQty');
  return {
    account,
    market,
    side,
    type,
    timeInForce,
    quantity: quote === undefined ? quantityOf(call, market) : forQuote(call, market, quote),
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(clientOrderId !== undefined && { clientOrderId }),
    words: {
      type: word,
      force: force ?? 'GTC',
      ...(quote !== undefined && { quoteQuantity: fixedText(amountOf(quote), spotDecimals) }),
    },
  };
}

function quantityOf({ parameters }: Call, market: Market): string {
  if (!parameters.has('quantity')) throw refusals.missingEither('quantity', 'quoteOrderQty');
  return spotQuantity(parameters, market);
}

function refuseUnneeded(parameters: Parameters, word: SpotType): void {
  const { needs } = spotTypes[word];
  const isPriced = needs.some((name) => name === 'price');
  const isForced = needs.some((name) => name === 'timeInForce');
  const isStop = word.startsWith('STOP') || word.startsWith('TAKE');
  const unneeded = [
    ...(isPriced ? [] : ['price']),
    ...(isForced ? [] : ['timeInForce']),
    ...(isStop ? [] : ['stopPrice']),
    ...(word === 'MARKET' ? [] : ['quoteOrderQty']),
  ];
  const sent = unneeded.find((name) => parameters.has(name));
  if (sent !== undefined) throw refusals.notRequired(sent);
  if (parameters.has('quantity') && parameters.has('quoteOrderQty')) {
    throw refusals.notRequired('quoteOrderQty');
  }
}

/**
 * Returns the quantity that a quote amount trades now; one lot more when the book has too little.
 */
function forQuote({ exchange, parameters }: Call, market: Market, quote: string): string {
  const { lot, minNotional } = market.instrument;
  const amount = amountOf(quote);
  if (amount < minNotional) throw refusals.filter('NOTIONAL');
  const { lots, isAll } = exchange.prices.lotsFor(market, sideOf(parameters), amount);
  const quantity = BigInt(lots + (isAll ? 0 : 1)) * lot;
  if (quantity === 0n) throw refusals.filter('LOT_SIZE');
  return fixedText(quantity, spotDecimals);
}

const refused = (message: string) => new Refusal(-2010, message);

/** Returns the engine's refusal in the exchange's words. */
export function spotRefusal(reason: PlaceRefusal): Refusal {
  switch (reason) {
    case 'INSUFFICIENT_BALANCE':
      return refused('Account has insufficient balance for requested action.');
    case 'WOULD_TAKE':
      return refused('Order would immediately match and take.');
    case 'WOULD_TRIGGER':
      return refused('Stop price would trigger immediately.');
    case 'BAD_PAIR':
      return refused('The relationship of the prices for the orders is not correct.');
    case 'BELOW_MINIMUM':
      return refusals.filter('NOTIONAL');
    case 'ABOVE_MAXIMUM':
      return refusals.filter('LOT_SIZE');
    case 'TOO_MANY_ORDERS':
      return refusals.filter('MAX_NUM_ORDERS');
    default:
      return refusals.unknown();
  }
}
