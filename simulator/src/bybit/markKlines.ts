import { minuteMs } from '../exchange/markHistory.ts';
import { open, type PublicCall, type Routes, readContracts, readMarket } from './call.ts';
import { notSimulated, refusals } from './errors.ts';
import { priceText } from './texts.ts';

const limitDefault = 200;
const limitMax = 1_000;

/** Routes of the mark price by the minute, newest first. */
export const markKlineRoutes: Routes = { 'GET /v5/market/mark-price-kline': open(klines) };

function klines(call: PublicCall): object {
  const { exchange, parameters } = call;
  readContracts(call);
  const { market, category } = readMarket(call);
  if (parameters.required('interval') !== '1') throw notSimulated('candles of other lengths');
  const limit = parameters.whole('limit') ?? limitDefault;
  if (limit < 1 || limit > limitMax) throw refusals.invalid('limit');
  const to = Math.min(parameters.whole('end') ?? exchange.now(), exchange.now());
  const from = parameters.whole('start') ?? to - limit * minuteMs;
  const found = exchange.prices.markMinutes(market, { from, to });
  const list = found.toReversed().slice(0, limit);
  const texts = list.map(({ at, open: first, high, low, close }) => [
    String(at),
    ...[first, high, low, close].map((price) => priceText(market, price)),
  ]);
  return { symbol: market.id, category, list: texts };
}
