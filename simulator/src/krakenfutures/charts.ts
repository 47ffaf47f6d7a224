import { amountText } from '@windlass/matching';
import { marketOf, type PublicCall, type Routes } from './call.ts';
import { notSimulated, refusals } from './errors.ts';

/** Maximum number of candles in one answer. */
const candlesMax = 2_000;
const markPath = /^\/api\/charts\/v1\/mark\/([^/]+)\/1m$/;

/** Path of the mark price by the minute; other charts are not simulated. */
export const chartRoute = 'GET /api/charts/v1/mark/{symbol}/1m';

/** Returns the product whose chart a path asks for. */
export function chartedIn(path: string): string | undefined {
  return markPath.exec(path)?.[1];
}

export const chartRoutes: Routes = {
  [chartRoute]: { isSigned: false, isBare: true, answer: candles },
};

function candles({ exchange, parameters }: PublicCall): object {
  const market = marketOf(exchange, parameters.required('symbol'));
  if (!market) throw refusals.noContract();
  const [from, to] = [parameters.whole('from'), parameters.whole('to')];
  if (from === undefined) throw notSimulated('charts without a beginning');
  const end = Math.min(to === undefined ? exchange.now() : to * 1_000, exchange.now());
  const found = exchange.prices.markMinutes(market, { from: from * 1_000, to: end });
  const shown = found.slice(0, candlesMax).map(({ at, open, high, low, close }) => ({
    time: at,
    open: amountText(open),
    high: amountText(high),
    low: amountText(low),
    close: amountText(close),
    volume: 0,
  }));
  return { candles: shown, more_candles: found.length > candlesMax };
}
