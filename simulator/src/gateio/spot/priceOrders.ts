import type { EnteredOrder } from '../../exchange/orderEntry.ts';
import { isWaiting, type OrderRecord } from '../../exchange/records.ts';
import type { Call, Routes } from '../call.ts';
import { creating, signedBy } from '../call.ts';
import { triggerSources } from '../clientText.ts';
import { notSimulated, refusals } from '../errors.ts';
import { ordersMax, pageOf } from '../lists.ts';
import { isTrigger, namedTrigger, triggerId, triggersOf, typeOf } from '../triggers.ts';
import { requireKind } from '../unified.ts';
import { longNumber } from '../wire.ts';
import { priceOrderAnswer } from './answers.ts';
import { amountAt, forces, pairOf, priceAt, spotRefusal } from './parseOrder.ts';

/** Seconds that one waits for its price: by default, and at most. */
const expirationDefault = 86_400;
const expirationMax = 30 * 86_400;

export const priceOrderRoutes: Routes = {
  'POST /spot/price_orders': creating(place),
  'GET /spot/price_orders': signedBy(list),
  'DELETE /spot/price_orders': signedBy(cancelAll),
  'GET /spot/price_orders/{order_id}': signedBy((call) => priceOrderAnswer(namedTrigger(call))),
  'DELETE /spot/price_orders/{order_id}': signedBy(cancel),
};

/** Places one; the answer is only its id. A client cannot give it a name. */
function place(call: Call): object {
  const asked = askedTrigger(call);
  const placed = call.exchange.place(asked);
  if ('refused' in placed) {
    if (placed.refused === 'WOULD_TRIGGER') throw refusals.passed(asked.words?.rule === '>=');
    throw spotRefusal(placed.refused, asked.market);
  }
  return { id: longNumber(triggerId(placed.order)) };
}

function askedTrigger({ account, ...call }: Call): EnteredOrder {
  const body = call.body();
  const market = pairOf(call, body.required('market'));
  const [trigger, put] = [body.part('trigger'), body.part('put')];
  const stopPrice = priceAt(trigger, market);
  trigger.required('rule');
  const rule = trigger.word('rule', ['>=', '<=']) ?? '>=';
  const bounds = { least: 1, most: expirationMax };
  const expiration = trigger.whole('expiration', bounds) ?? expirationDefault;
  put.required('side');
  const side = put.word('side', ['buy', 'sell']) ?? 'buy';
  const type = put.word('type', ['limit', 'market']) ?? 'limit';
  const force = put.word('time_in_force', ['gtc', 'ioc']) ?? 'gtc';
  put.required('amount');
  put.required('price');
  requireKind({ account }, put.text('account'), 'normal');
  const source = put.word('text', triggerSources) ?? 'api';
  const [quantity, price] = [amountAt(put, market), priceAt(put, market)];
  const isLimit = type === 'limit';
  if (!isLimit && force !== 'ioc') throw refusals.invalid('put.time_in_force', force);
  if (!isLimit && side === 'buy') throw notSimulated('a trigger that buys for an amount of quote');
  return {
    account,
    market,
    side,
    quantity,
    stopPrice,
    type: typeOf(rule === '>=', { side, isLimit }),
    ...(isLimit && { price, timeInForce: forces[force] }),
    words: {
      type,
      force,
      price,
      rule,
      triggerPrice: stopPrice,
      source,
      expiration: String(expiration),
    },
  };
}

function list(call: Call): object[] {
  const { query } = call;
  query.required('status');
  const status = query.word('status', ['open', 'finished']);
  const pair = query.has('market') ? pairOf(call, query.required('market')) : undefined;
  requireKind(call, query.text('account'), 'normal');
  const shown = triggersOf(call).filter(
    (order) =>
      isWaiting(order) === (status === 'open') && (pair === undefined || order.market === pair),
  );
  return pageOf(shown, query, ordersMax).map(priceOrderAnswer);
}

function cancel(call: Call): object {
  const order = namedTrigger(call);
  end(call, order);
  return priceOrderAnswer(order);
}

function cancelAll(call: Call): object[] {
  const pair = call.query.text('market');
  const open = triggersOf(call).filter(
    (order) => isWaiting(order) && (pair === undefined || order.market.id === pair),
  );
  for (const order of open) end(call, order);
  return open.map(priceOrderAnswer);
}

/** Cancels one; a triggered order is not in this list any more. */
function end({ exchange }: Call, order: OrderRecord): void {
  if (!isTrigger(order) || !isWaiting(order)) throw refusals.noPriceOrder();
  exchange.cancel(order);
}
