import type { EnteredOrder } from '../../exchange/orderEntry.ts';
import { isWaiting, type OrderRecord } from '../../exchange/records.ts';
import type { Call, Routes } from '../call.ts';
import { creating, signedBy } from '../call.ts';
import { textOf, triggerSources } from '../clientText.ts';
import { notSimulated, refusals } from '../errors.ts';
import { ordersMax, pageOf } from '../lists.ts';
import { amountOf } from '../parameters.ts';
import { namedTrigger, triggerId, triggersOf, typeOf } from '../triggers.ts';
import { longNumber } from '../wire.ts';
import { requireWallet } from './account.ts';
import { priceOrderAnswer } from './answers.ts';
import { contractOf, contractRefusal, termsOf } from './parseOrder.ts';

/** Trigger rules by number: at or above the price, at or below it. */
const rules = ['1', '2'] as const;
/** Last trade, mark and index. */
const priceTypes = ['0', '1', '2'] as const;
const expirationMax = 30 * 86_400;

export function priceOrderRoutes(root: string): Routes {
  return {
    [`POST ${root}/price_orders`]: creating(place),
    [`GET ${root}/price_orders`]: signedBy(list),
    [`DELETE ${root}/price_orders`]: signedBy(cancelAll),
    [`GET ${root}/price_orders/{order_id}`]: signedBy((call) =>
      priceOrderAnswer(namedTrigger(call)),
    ),
    [`DELETE ${root}/price_orders/{order_id}`]: signedBy(cancel),
  };
}

/** Places one; the answer is only its id. */
function place(call: Call): object {
  requireWallet(call);
  const asked = askedTrigger(call);
  const placed = call.exchange.place(asked);
  if ('refused' in placed) {
    if (placed.refused === 'WOULD_TRIGGER') throw refusals.passed(asked.words?.rule === '1');
    throw contractRefusal(call, asked, placed.refused);
  }
  const id = triggerId(placed.order);
  return { id: longNumber(id), id_string: id };
}

function askedTrigger(call: Call): EnteredOrder {
  const body = call.body();
  if (body.has('order_type')) throw notSimulated('order_type');
  const [initial, trigger] = [body.part('initial'), body.part('trigger')];
  const { market, side, quantity, price, force, reduceOnly } = termsOf(call, initial);
  if (force !== 'gtc' && force !== 'ioc') throw refusals.badTrigger('Initial.Tif');
  trigger.required('rule');
  const rule = trigger.word('rule', rules) ?? '1';
  const priceType = trigger.word('price_type', priceTypes) ?? '0';
  if ((trigger.text('strategy_type') ?? '0') !== '0') throw notSimulated('strategy_type');
  const stopPrice = trigger.decimal('price') ?? trigger.required('price');
  if (amountOf(stopPrice) <= 0n || amountOf(stopPrice) % market.steps.tick !== 0n) {
    throw refusals.badTrigger('Trigger.Price');
  }
  const expiration = trigger.whole('expiration', { least: 0, most: expirationMax }) ?? 0;
  return {
    account: call.account,
    market,
    side,
    quantity,
    stopPrice,
    reduceOnly,
    clientOrderId: textOf(initial, triggerSources),
    type: typeOf(rule === '1', { side, isLimit: price !== undefined }),
    ...(price !== undefined && { price, timeInForce: force === 'gtc' ? 'GTC' : 'IOC' }),
    words: {
      force,
      rule,
      priceType,
      triggerPrice: stopPrice,
      price: price ?? '0',
      expiration: String(expiration),
    },
  };
}

function list(call: Call): object[] {
  requireWallet(call);
  const { query } = call;
  query.required('status');
  const status = query.word('status', ['open', 'finished']);
  const shown = inContract(call).filter((order) => isWaiting(order) === (status === 'open'));
  return pageOf(shown, query, ordersMax).map((order) => priceOrderAnswer(order));
}

function inContract(call: Call): OrderRecord[] {
  const contract = call.query.text('contract');
  const market = contract === undefined ? undefined : contractOf(call, contract);
  return triggersOf(call).filter((order) => market === undefined || order.market === market);
}

/** Cancels one; a triggered order cannot be cancelled here any more. */
function cancel(call: Call): object {
  requireWallet(call);
  const order = namedTrigger(call);
  if (!isWaiting(order)) throw refusals.noPriceOrder();
  call.exchange.cancel(order);
  return priceOrderAnswer(order, 'microseconds');
}

function cancelAll(call: Call): object[] {
  requireWallet(call);
  const open = inContract(call).filter(isWaiting);
  for (const order of open) call.exchange.cancel(order);
  return open.map((order) => priceOrderAnswer(order, 'microseconds'));
}
