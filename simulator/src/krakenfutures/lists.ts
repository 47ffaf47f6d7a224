import { priceOf, quantityOf } from '../exchange/prices.ts';
import type { Trade } from '../exchange/records.ts';
import { type Call, recordsOf } from './call.ts';
import { refusals } from './errors.ts';
import { uuidOf } from './ids.ts';
import { isoTime, toNumber } from './numbers.ts';
import { openAnswer, statusAnswer } from './orderAnswers.ts';
import { endedMsMax } from './sending.ts';
import { isOpenView, viewsOf } from './views.ts';

/** Number of fills in a page. */
const fillsMax = 100;

/** GET openorders: resting and waiting orders of all products. */
export function openOrders(call: Call): object {
  return { openOrders: viewsOf(call).filter(isOpenView).map(openAnswer) };
}

/** orders/status: open orders and those that ended in the last five seconds. */
export function ordersStatus(call: Call): object {
  const { parameters, exchange, unplaced, account } = call;
  const [ids, cliOrdIds] = [parameters.all('orderIds'), parameters.all('cliOrdIds')];
  if (ids.length + cliOrdIds.length === 0) throw refusals.missing();
  const told = [...viewsOf(call), ...unplaced.of(account)].filter(({ id, cliOrdId, endedAt }) => {
    const isMeant = ids.includes(id) || cliOrdIds.includes(cliOrdId ?? '');
    return isMeant && (endedAt === undefined || endedAt + endedMsMax >= exchange.now());
  });
  return { orders: told.map(statusAnswer) };
}

/** GET fills: the newest hundred, or the newest before a time. */
export function fills(call: Call): object {
  const before = call.parameters.time('lastFillTime') ?? Number.POSITIVE_INFINITY;
  const trades = recordsOf(call)
    .flatMap((record) => record.trades)
    .filter(({ at }) => at < before)
    .sort((a, b) => b.at - a.at || b.tradeId - a.tradeId);
  return { fills: trades.slice(0, fillsMax).map(fillAnswer) };
}

/** Returns a fill; that of a triggered order has the id of the order that replaced it. */
function fillAnswer({ order, ...trade }: Trade): object {
  const { market, words, state } = order;
  return {
    fill_id: uuidOf('fill', trade.tradeId),
    symbol: market.id,
    side: state.side,
    order_id: uuidOf('order', order.child?.id ?? order.id),
    ...(words.cliOrdId !== undefined && { cliOrdId: words.cliOrdId }),
    size: toNumber(quantityOf(market, trade.lots)),
    price: toNumber(priceOf(market, trade.ticks)),
    fillTime: isoTime(trade.at),
    fillType: trade.liquidity,
  };
}
