import { ppmUnit } from '../../exchange/amounts.ts';
import type { Market } from '../../exchange/market.ts';
import type { EnteredOrder } from '../../exchange/orderEntry.ts';
import type { Call } from '../call.ts';
import { notSimulated, refusals } from '../errors.ts';
import { amountOf } from '../fields.ts';
import { clientIdOf, commonOf, isInQuote, priceOf, sizeOf } from '../orders/checks.ts';
import { passedTrigger } from '../orders/refusing.ts';

const knownTypes = ['conditional', 'oco', 'move_order_stop'] as const;
const otherTypes = ['trigger', 'chase', 'iceberg', 'twap', 'smart_iceberg'];
/** Order price that stands for a market order. */
const atMarket = '-1';

/** Understands an order that waits for a price, or refuses it in the exchange's words. */
export function parseAlgo(call: Call): EnteredOrder {
  const { fields } = call;
  const common = commonOf(call);
  const ordType = fields.required('ordType');
  if (otherTypes.includes(ordType)) throw notSimulated(`ordType ${ordType}`);
  const clientOrderId = clientIdOf(fields, 'algoClOrdId');
  const { account, market, side, reduceOnly, tdMode } = common;
  const shared = {
    account,
    market,
    side,
    reduceOnly,
    quantity: sizeOf(fields, market),
    ...(clientOrderId !== undefined && { clientOrderId }),
  };
  const words = {
    algoType: ordType,
    tdMode,
    tag: fields.text('tag') ?? '',
    tgtCcy: fields.text('tgtCcy') ?? '',
  };
  switch (fields.word('ordType', knownTypes)) {
    case 'oco':
      return pair({ call, shared, words });
    case 'move_order_stop':
      refuseQuoteSize(call, common);
      return { ...shared, ...trailing(call), words: { ...words, ...ratio(call) } };
    default:
      return conditional({ call, shared, words });
  }
}

type Shared = Pick<EnteredOrder, 'account' | 'market' | 'side' | 'reduceOnly' | 'quantity'>;

interface Parts {
  readonly call: Call;
  readonly shared: Shared;
  readonly words: Readonly<Record<string, string>>;
}

interface Leg {
  readonly trigger: string;
  /** Undefined for a market order. */
  readonly limit: string | undefined;
  /** The leg's prices as they were sent. */
  readonly words: Readonly<Record<string, string>>;
}

/**
 * Returns a leg, or undefined when it was not asked for; it needs both of its prices or neither.
 */
function legOf({ fields }: Call, market: Market, name: 'tp' | 'sl'): Leg | undefined {
  const [triggerName, priceName] = [`${name}TriggerPx`, `${name}OrdPx`];
  const [trigger, price] = [priceOf(fields, market, triggerName), fields.text(priceName)];
  if (trigger === undefined && price === undefined) return undefined;
  if (trigger === undefined) throw refusals.empty(triggerName);
  if (price === undefined) throw refusals.empty(priceName);
  const type = fields.word(`${name}TriggerPxType`, ['last', 'index', 'mark']) ?? 'last';
  const limit = price === atMarket ? undefined : priceOf(fields, market, priceName);
  const words = { [triggerName]: trigger, [priceName]: price, [`${triggerName}Type`]: type };
  return { trigger, limit, words };
}

function conditional({ call, shared, words }: Parts): EnteredOrder {
  const { market } = shared;
  const [stop, profit] = [legOf(call, market, 'sl'), legOf(call, market, 'tp')];
  if (stop && profit) throw notSimulated('ordType conditional with both legs');
  const leg = stop ?? profit;
  if (!leg) throw refusals.eitherOf('tpTriggerPx', 'slTriggerPx');
  const kind = stop ? 'stop_loss' : 'take_profit';
  const all = { ...shared, stopPrice: leg.trigger, words: { ...words, ...leg.words } };
  if (leg.limit !== undefined) return { ...all, type: `${kind}_limit`, price: leg.limit };
  refuseQuoteSize(call, shared);
  return { ...all, type: kind };
}

/**
 * Returns a pair, of which the leg that is reached first ends the other. The limit leg is on the
 * engine's book at once: placed at its own trigger price, it would fill there anyway. It is shown
 * once it fills.
 */
function pair({ call, shared, words }: Parts): EnteredOrder {
  const { market, side } = shared;
  const [stop, profit] = [legOf(call, market, 'sl'), legOf(call, market, 'tp')];
  if (!stop) throw refusals.empty('slTriggerPx');
  if (!profit) throw refusals.empty('tpTriggerPx');
  if (profit.limit === undefined || amountOf(profit.limit) !== amountOf(profit.trigger)) {
    throw notSimulated('pairs with a tpOrdPx other than their tpTriggerPx');
  }
  if (market.definition.kind !== 'spot') throw notSimulated('pairs on contracts');
  if (stop.limit === undefined) refuseQuoteSize(call, shared);
  const last = call.exchange.prices.markPrice(market);
  const isPassed = (at: bigint) =>
    side === 'buy' ? amountOf(profit.trigger) >= at : amountOf(profit.trigger) <= at;
  if (last !== undefined && isPassed(last)) throw passedTrigger(side, 'TP');
  const all = { ...words, ...stop.words, ...profit.words };
  return {
    ...shared,
    type: 'oco',
    price: profit.limit,
    stopPrice: stop.trigger,
    words: { ...all, leg: 'limit' },
    stopLeg: {
      clientOrderId: '',
      words: { ...all, leg: 'stop' },
      ...(stop.limit !== undefined && { limitPrice: stop.limit }),
    },
  };
}

function trailing({ fields }: Call): Pick<EnteredOrder, 'type' | 'trailingPpm'> {
  fields.refuseAny(['callbackSpread', 'activePx']);
  fields.required('callbackRatio');
  const ppm = amountOf(fields.decimal('callbackRatio') ?? '') / ppmUnit;
  // From a tenth of a percent to less than all of it.
  if (ppm < 1_000n || ppm >= 1_000_000n) throw refusals.wrong('callbackRatio');
  return { type: 'trailing_stop', trailingPpm: Number(ppm) };
}

function ratio({ fields }: Call): Readonly<Record<string, string>> {
  return { callbackRatio: fields.text('callbackRatio') ?? '' };
}

/** Refuses amounts of the quote, which a market buy names unless it says otherwise. */
function refuseQuoteSize(
  { fields }: Call,
  { market, side }: Pick<Shared, 'market' | 'side'>,
): void {
  if (market.definition.kind !== 'spot' || !isInQuote(fields, side)) return;
  throw notSimulated('algo orders for an amount of the quote');
}
