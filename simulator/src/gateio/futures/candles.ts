import { minuteMs } from '../../exchange/markHistory.ts';
import { open, type PublicCall, type Routes } from '../call.ts';
import { notSimulated, refusals } from '../errors.ts';
import { seconds, text } from '../wire.ts';
import { contractOf } from './parseOrder.ts';

const limitDefault = 100;
/** Maximum points of one answer, and how many minutes back they may lie. */
const pointsMax = 2_000;
const reachMinutes = 10_000;
const epochSecondsMax = 9_999_999_999;

/** Route of the mark price by the minute, oldest first. Candles of trades are not simulated. */
export function candleRoutes(root: string): Routes {
  return { [`GET ${root}/candlesticks`]: open(candles) };
}

function candles(call: PublicCall): object[] {
  const { exchange, query } = call;
  const [, id] = /^mark_(.+)$/.exec(query.required('contract')) ?? [];
  if (id === undefined) throw notSimulated('candles of trades');
  if ((query.text('interval') ?? '5m') !== '1m') throw notSimulated('candles of other lengths');
  const market = contractOf(call, id);
  const bounds = { least: 0, most: epochSecondsMax };
  const now = exchange.now();
  const asked = query.whole('to', bounds);
  const to = asked === undefined ? now : asked * 1_000;
  const limit = query.whole('limit', { least: 1, most: pointsMax }) ?? limitDefault;
  const start = query.whole('from', bounds);
  const from = start === undefined ? to - (limit - 1) * minuteMs : start * 1_000;
  const isTooLong = (to - from) / minuteMs > pointsMax;
  if (isTooLong || from < now - reachMinutes * minuteMs) throw refusals.invalid('from', start);
  return exchange.prices
    .markMinutes(market, { from, to: Math.min(to, now) })
    .map(({ at, open: first, high, low, close }) => ({
      t: seconds(at),
      o: text(first),
      h: text(high),
      l: text(low),
      c: text(close),
    }));
}
