import { type ShownTrade, shownTrades, tradeAnswer } from './answers.ts';
import { type Call, ordersOf, type Routes } from './call.ts';
import { notSimulated, refusals } from './errors.ts';
import { pageOf } from './pages.ts';

/** Maximum number of ids in one query. */
const idsMax = 20;

export const tradeRoutes: Routes<Call> = {
  TradesHistory: tradesHistory,
  QueryTrades: queryTrades,
};

function tradesOf(call: Call, isTogether: boolean): ShownTrade[] {
  const trades = ordersOf(call).flatMap((order) => shownTrades(order, isTogether));
  return trades.sort((a, b) => a.parts[0].tradeId - b.parts[0].tradeId);
}

function tradesHistory(call: Call): object {
  const { parameters } = call;
  const kind = parameters.text('type') ?? 'all';
  if (kind !== 'all') throw notSimulated(`trades of type ${kind}`);
  const isTogether = parameters.flag('consolidate_taker') ?? true;
  const newest = tradesOf(call, isTogether).toReversed();
  const { count, rows } = pageOf(parameters, newest, ({ parts }) => parts[0].at);
  return { trades: shown(rows), ...count };
}

/** Returns each trade on its own, however the list combined it. */
function queryTrades(call: Call): object {
  const ids = call.parameters.list('txid');
  if (ids.length === 0 || ids.length > idsMax) throw refusals.badArgument('txid');
  const own = new Map(tradesOf(call, false).map((trade) => [trade.id, trade]));
  const trades = ids.map((id) => {
    const trade = own.get(id);
    if (!trade) throw refusals.badArgument('txid');
    return trade;
  });
  return shown(trades);
}

function shown(trades: readonly ShownTrade[]): object {
  return Object.fromEntries(trades.map((trade) => [trade.id, tradeAnswer(trade)]));
}
