import { minuteMs } from '../../exchange/markHistory.ts';
import type { PricedMinute } from '../../exchange/prices.ts';
import { open, type PublicCall, type Routes } from '../call.ts';
import { notSimulated, Refusal } from '../errors.ts';
import { money } from './answers.ts';

const limitDefault = 500;
const limitMax = 1_500;
/** Number of marks in a minute. */
const basicCount = 60;

/** Routes of the mark price by the minute. */
export function markKlineRoutes(root: string): Routes {
  return { [`GET ${root}/markPriceKlines`]: open(klines) };
}

function klines({ exchange, parameters, ...call }: PublicCall): unknown {
  parameters.required('symbol');
  const market = call.market();
  if (parameters.required('interval') !== '1m') throw notSimulated('candles of other lengths');
  const limit = parameters.whole('limit') ?? limitDefault;
  if (limit < 1 || limit > limitMax) throw new Refusal(-1130, "Data sent for parameter 'limit'.");
  const from = parameters.whole('startTime');
  const to = Math.min(parameters.whole('endTime') ?? exchange.now(), exchange.now());
  const span = { from: from ?? to - limit * minuteMs, to };
  const found = exchange.prices.markMinutes(market, span);
  return (from === undefined ? found.slice(-limit) : found.slice(0, limit)).map(rowOf);
}

function rowOf({ at, open: first, high, low, close }: PricedMinute): readonly unknown[] {
  const prices = [first, high, low, close].map(money);
  return [at, ...prices, '0', at + minuteMs - 1, '0', basicCount, '0', '0', '0'];
}
