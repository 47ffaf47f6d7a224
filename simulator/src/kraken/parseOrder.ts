import type { OrderType, TimeInForce } from '@windlass/matching';
import { decimalsOf, fixedText } from '../exchange/amounts.ts';
import type { Market } from '../exchange/market.ts';
import type { EnteredOrder, PlaceRefusal } from '../exchange/orderEntry.ts';
import { type Call, pairNamed } from './call.ts';
import { notSimulated, Refusal, refusals } from './errors.ts';
import { altNameOf, priceDecimals, volumeDecimals } from './pairs.ts';
import { amountOf, type Parameters } from './parameters.ts';

/** The engine's type for each type of order, and the meaning of its `price` and `price2`. */
const types = {
  market: { type: 'market', price: 'none', price2: 'none' },
  limit: { type: 'limit', price: 'limit', price2: 'none' },
  'stop-loss': { type: 'stop_loss', price: 'trigger', price2: 'none' },
  'stop-loss-limit': { type: 'stop_loss_limit', price: 'trigger', price2: 'limit' },
  'take-profit': { type: 'take_profit', price: 'trigger', price2: 'none' },
  'take-profit-limit': { type: 'take_profit_limit', price: 'trigger', price2: 'limit' },
} as const satisfies Readonly<
  Record<string, { type: OrderType; price: string; price2: 'none' | 'limit' }>
>;

type TypeWord = keyof typeof types;

const typeWords = Object.keys(types) as TypeWord[];
const otherTypes = ['trailing-stop', 'trailing-stop-limit', 'iceberg', 'settle-position'];
const flags: readonly string[] = ['post', 'fcib', 'fciq', 'nompp', 'viqc'];
const unsimulated: readonly string[] = [
  'displayvol',
  'leverage',
  'reduce_only',
  'starttm',
  'expiretm',
  'validate',
  'userref',
  'close[ordertype]',
  'close[price]',
  'close',
];

/** Milliseconds by which a deadline may lie in the future. */
const deadlineMsMax = 60_000;

/** Understands an order, or refuses it in the exchange's words. */
export function parseOrder(call: Call): EnteredOrder {
  const { parameters, account, exchange } = call;
  refuseUnsimulated(parameters);
  const side = parameters.word('type', ['buy', 'sell']);
  const word = parameters.word('ordertype', typeWords);
  if (!side || !word) throw refusals.badArgument(side ? 'ordertype' : 'type');
  const market = pairNamed(call, parameters.required('pair'));
  checkDeadline(parameters, exchange.now());
  const oflags = flagsOf(parameters, word);
  const { type, price, price2 } = types[word];
  const first = price === 'none' ? undefined : priceOf(parameters, market, 'price');
  const second = price2 === 'none' ? undefined : priceOf(parameters, market, 'price2');
  const limitPrice = price2 === 'limit' ? second : price === 'limit' ? first : undefined;
  const clientOrderId = clientIdOf(parameters);
  const force = parameters.word('timeinforce', ['GTC', 'IOC', 'FOK', 'GTD']);
  return {
    account,
    market,
    side,
    type,
    timeInForce: forceOf(force, oflags),
    quantity: volumeOf(call, market, oflags),
    ...(limitPrice !== undefined && { price: limitPrice }),
    ...(price === 'trigger' && first !== undefined && { stopPrice: first }),
    ...(clientOrderId !== undefined && { clientOrderId }),
    words: {
      ordertype: word,
      oflags: withFee(oflags).join(','),
      force: force ?? 'GTC',
      ...(clientOrderId !== undefined && { clientOrderId }),
    },
  };
}

function refuseUnsimulated(parameters: Parameters): void {
  const word = parameters.text('ordertype') ?? '';
  if (otherTypes.includes(word)) throw notSimulated(`orders of type ${word}`);
  const name = unsimulated.find((each) => parameters.has(each));
  if (name !== undefined) throw notSimulated(name);
  if (parameters.text('trigger') === 'index') throw notSimulated('the index as a trigger');
}

/** Returns the flags; post-only is for limit orders, and volume in the quote for market buys. */
function flagsOf(parameters: Parameters, word: TypeWord): readonly string[] {
  const oflags = parameters.list('oflags');
  if (oflags.some((flag) => !flags.includes(flag))) throw refusals.badArgument('oflags');
  if (oflags.includes('fcib')) throw notSimulated('fees in the base');
  if (oflags.includes('post') && word !== 'limit') throw refusals.badArgument('oflags');
  const isBuy = parameters.text('type') === 'buy';
  if (oflags.includes('viqc') && !(word === 'market' && isBuy)) throw refusals.badArgument('viqc');
  return oflags;
}

function withFee(oflags: readonly string[]): readonly string[] {
  return oflags.includes('fciq') ? oflags : ['fciq', ...oflags];
}

function forceOf(
  force: 'GTC' | 'IOC' | 'FOK' | 'GTD' | undefined,
  oflags: readonly string[],
): TimeInForce {
  if (force === 'GTD') throw notSimulated('timeinforce GTD');
  if (!oflags.includes('post')) return force ?? 'GTC';
  if (force !== undefined && force !== 'GTC') throw refusals.badArgument('timeinforce');
  return 'POST_ONLY';
}

function checkDeadline(parameters: Parameters, now: number): void {
  const text = parameters.text('deadline');
  if (text === undefined) return;
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text);
  const at = isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at) || at > now + deadlineMsMax) throw refusals.badArgument('deadline');
  if (at <= now) throw refusals.tooLate();
}

/** A UUID with or without dashes, or a short text. */
const clientIdPattern =
  /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\x21-\x7e]{1,18})$/i;

function clientIdOf(parameters: Parameters): string | undefined {
  const id = parameters.text('cl_ord_id');
  if (id !== undefined && !clientIdPattern.test(id)) throw refusals.badArgument('cl_ord_id');
  return id;
}

function priceOf(parameters: Parameters, market: Market, name: string): string {
  const sent = parameters.required(name);
  if (/^[+\-#]|%$/.test(sent)) throw notSimulated('prices relative to the market');
  const text = parameters.decimal(name) ?? sent;
  const decimals = priceDecimals(market);
  if (decimalsOf(text) > decimals) {
    const most = `${altNameOf(market)} price can only be specified up to ${decimals} decimals.`;
    throw new Refusal(`EOrder:Invalid price:${most}`);
  }
  if (amountOf(text) % market.steps.tick !== 0n) {
    throw new Refusal('EOrder:Tick size check failed');
  }
  return text;
}

function volumeOf({ parameters, exchange }: Call, market: Market, oflags: readonly string[]) {
  const { lot, minLots } = market.instrument;
  const sent = parameters.required('volume');
  const text = parameters.decimal('volume') ?? sent;
  const isQuote = oflags.includes('viqc');
  const quantity = isQuote
    ? BigInt(exchange.prices.lotsFor(market, 'buy', amountOf(text)).lots) * lot
    : amountOf(text);
  if (quantity < BigInt(minLots) * lot) throw refusals.badArgument('volume minimum not met');
  if (!isQuote && quantity % market.steps.lot !== 0n) throw refusals.badArgument('volume');
  return fixedText(quantity, volumeDecimals(market));
}

/** Returns the engine's refusal in the exchange's words. */
export function refusalOf(reason: PlaceRefusal): Refusal {
  switch (reason) {
    case 'INSUFFICIENT_BALANCE':
      return new Refusal('EOrder:Insufficient funds');
    case 'BELOW_MINIMUM':
      return new Refusal('EOrder:Cost minimum not met');
    case 'ABOVE_MAXIMUM':
      return refusals.badArgument('volume');
    case 'TOO_MANY_ORDERS':
      return new Refusal('EOrder:Orders limit exceeded');
    default:
      return new Refusal('EGeneral:Internal error');
  }
}
