import { amountText } from '@windlass/matching';
import { fixedText } from '../exchange/amounts.ts';
import { quantityOf } from '../exchange/prices.ts';
import type { Call } from './call.ts';
import { refusals } from './errors.ts';
import { uuidOf } from './ids.ts';
import type { OrderView } from './orderView.ts';
import { isOpenView, viewsOf } from './views.ts';

/** Maximum and default number of rows in a page. */
const pageMax = 1_000;
/** Prices have this many decimals here, whatever the tick. */
const priceDecimals = 10;
/** Maximum number of an order's events: ids of orders have a gap of this size between them. */
const eventsPerOrder = 4_096;

interface Told {
  readonly at: number;
  readonly number: number;
  readonly tradeable: string;
  readonly event: object;
}

/** GET history/v2/orders: what became of orders on the book, event by event. */
export function orderHistory(call: Call): object {
  const { unplaced, account } = call;
  const views = viewsOf(call).filter(({ trigger }) => !trigger);
  const told = [...views.flatMap(bookEvents), ...unplaced.of(account).map(rejection)];
  return page(call, told);
}

/** GET history/v2/triggers: the same for waiting trigger orders. */
export function triggerHistory(call: Call): object {
  const views = viewsOf(call).filter(({ trigger }) => trigger);
  return page(call, views.flatMap(sleepingEvents));
}

function page({ parameters, account }: Call, told: readonly Told[]): object {
  const since = parameters.whole('since') ?? 0;
  const before = parameters.whole('before') ?? Number.POSITIVE_INFINITY;
  const tradeable = parameters.text('tradeable')?.toUpperCase();
  const sign = parameters.word('sort', ['asc', 'desc']) === 'asc' ? 1 : -1;
  const shown = told
    .filter((each) => each.at >= since && each.at <= before)
    .filter((each) => (tradeable ?? each.tradeable) === each.tradeable)
    .sort((a, b) => sign * (a.at - b.at || a.number - b.number));
  const count = Math.min(parameters.whole('count') ?? pageMax, pageMax);
  const from = offsetOf(parameters.text('continuation_token'));
  const elements = shown.slice(from, from + count).map(({ at, number, event }) => ({
    uid: uuidOf('event', number),
    timestamp: at,
    event,
  }));
  const isMore = from + count < shown.length;
  return {
    accountUid: uuidOf('account', account.number),
    len: elements.length,
    elements,
    ...(isMore && { continuationToken: Buffer.from(`${from + count}`).toString('base64') }),
  };
}

function offsetOf(token: string | undefined): number {
  if (token === undefined) return 0;
  const offset = Buffer.from(token, 'base64').toString();
  if (!/^\d{1,9}$/.test(offset)) throw refusals.invalid('continuation_token');
  return Number(offset);
}

/**
 * Returns an order's events: its placing with the immediate fills, each later trade, and its end.
 */
function bookEvents(view: OrderView): readonly Told[] {
  const { record, market, createdAt, updatedAt, status } = view;
  if (!record) return [];
  const total = view.quantity + view.filled;
  const make = tellerOf(view);
  const isFirst = ({ liquidity }: (typeof record.trades)[number]) => liquidity === 'taker';
  const first = record.trades.filter(isFirst);
  let filled = first.reduce((sum, { lots }) => sum + quantityOf(market, lots), 0n);
  const after = (at: number) =>
    historyOrder({ ...view, quantity: total - filled, filled, updatedAt: at });
  const reason = record.child ? 'limit_from_stop' : 'new_user_order';
  const events = [make(createdAt, 'OrderPlaced', { order: after(createdAt), reason })];
  for (const { at, lots } of record.trades.filter((trade) => !isFirst(trade))) {
    const oldOrder = after(at);
    filled += quantityOf(market, lots);
    const why = filled === total ? 'full_fill' : 'partial_fill';
    events.push(make(at, 'OrderUpdated', { oldOrder, newOrder: after(at), reason: why }));
  }
  // The unfilled rest of an immediate order has no event of its own.
  if (status === 'CANCELLED' && record.state.status !== 'expired') {
    const ended = { order: after(updatedAt), reason: view.reason?.toLowerCase() };
    events.push(make(updatedAt, 'OrderCancelled', ended));
  }
  return events;
}

function rejection(view: OrderView): Told {
  const content = { order: historyOrder(view), orderError: view.error };
  return tellerOf(view)(view.createdAt, 'OrderRejected', content);
}

function sleepingEvents(view: OrderView): readonly Told[] {
  const make = tellerOf(view);
  const order = historyTrigger(view);
  const placed = make(view.createdAt, 'OrderTriggerPlaced', { order, reason: 'new_user_order' });
  if (isOpenView(view) || view.endedAt === undefined) return [placed];
  const wentOff = view.record?.child !== undefined;
  const kind = wentOff ? 'OrderTriggerActivated' : 'OrderTriggerCancelled';
  const reason = wentOff ? {} : { reason: view.reason?.toLowerCase() };
  return [placed, make(view.endedAt, kind, { order, ...reason })];
}

/** Returns a function that numbers the events of one order. */
function tellerOf({ number, market }: OrderView) {
  let index = 0;
  return (at: number, kind: string, content: object): Told => {
    index += 1;
    const event = { [kind]: { ...content, reducedQuantity: '', algoId: '' } };
    return { at, number: number * eventsPerOrder + index, tradeable: market.id, event };
  };
}

const bookTypes: Readonly<Record<string, string>> = {
  lmt: 'Limit',
  post: 'PostOnly',
  ioc: 'IoC',
  fok: 'FillOrKill',
};

function commonFields(view: OrderView): object {
  const { limitPrice } = view;
  return {
    uid: view.id,
    tradeable: view.market.id,
    direction: view.side === 'buy' ? 'Buy' : 'Sell',
    quantity: amountText(view.quantity),
    timestamp: view.createdAt,
    limitPrice: limitPrice === undefined ? '' : fixedText(limitPrice, priceDecimals),
    orderType: bookTypes[view.type] ?? 'Limit',
    clientId: view.cliOrdId ?? '',
    reduceOnly: view.reduceOnly,
    lastUpdateTimestamp: view.updatedAt,
  };
}

function historyOrder(view: OrderView): object {
  return { ...commonFields(view), filled: amountText(view.filled) };
}

function historyTrigger(view: OrderView): object {
  const { trigger, record } = view;
  const isLimit = record?.state.price !== undefined;
  const signals: Readonly<Record<string, string>> = { mark: 'Mark', index: 'Spot', last: 'Last' };
  return {
    ...commonFields(isLimit ? view : { ...view, limitPrice: undefined }),
    triggerOptions: {
      triggerPrice: amountText(trigger?.price ?? 0n),
      triggerSide: trigger?.isAbove ? 'Above' : 'Below',
      triggerSignal: `${signals[trigger?.signal ?? 'last']}Price`,
    },
  };
}
