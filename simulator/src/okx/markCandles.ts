import { amountText } from '@windlass/matching';
import { minuteMs } from '../exchange/markHistory.ts';
import { open, type PublicCall, type Routes } from './call.ts';
import { notSimulated, refusals } from './errors.ts';

/** Maximum and default number of candles in an answer. */
const limitMax = 100;
/** Number of the newest candles that the first list has; the second list has all. */
const recentMax = 1_440;

/** Routes of the mark price by the minute, newest first. */
export const markCandleRoutes: Routes = {
  'GET /api/v5/market/mark-price-candles': open((call) => candles(call, recentMax)),
  'GET /api/v5/market/history-mark-price-candles': open((call) =>
    candles(call, Number.POSITIVE_INFINITY),
  ),
};

function candles({ exchange, fields, ...call }: PublicCall, most: number): readonly unknown[] {
  const market = call.market();
  if (market.definition.kind === 'spot') throw refusals.wrong('instId');
  if ((fields.text('bar') ?? '1m') !== '1m') throw notSimulated('candles of other lengths');
  const now = exchange.now();
  const before = fields.whole('before') ?? Number.NEGATIVE_INFINITY;
  const after = fields.whole('after') ?? Number.POSITIVE_INFINITY;
  const limit = Math.min(fields.whole('limit') ?? limitMax, limitMax);
  const from = Math.max(before + 1, now - most * minuteMs);
  const found = exchange.prices.markMinutes(market, { from, to: Math.min(after - 1, now) });
  return found
    .toReversed()
    .slice(0, limit)
    .map(({ at, open: first, high, low, close }) => {
      const isOver = at + minuteMs <= now;
      return [String(at), ...[first, high, low, close].map(amountText), isOver ? '1' : '0'];
    });
}
