import { expect, it } from 'vitest';
import { wireCall } from '../../../../../test/support/ccxt/wireCall.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { binanceDialect } from './dialect.ts';
import { binanceLimits } from './limits.ts';
import { markCandles } from './markCandles.ts';

const minuteMs = 60_000;
const markets = [
  { id: 'BTCUSDT', symbol: 'BTC/USDT:USDT' },
  { id: 'BTCUSD_PERP', symbol: 'BTC/USD:BTC', contractSize: 100 },
];
/** As documented: the mark price has no volume. */
const row = (at: number) => [
  at,
  '9653.69440000',
  '9653.69640000',
  '9651.38600000',
  '9651.55200000',
  '0      ',
  at + minuteMs - 1,
  '0',
  60,
  '0',
  '0',
  '0',
];

async function read(name: string, minutes: number) {
  const { call, requests, clock } = await wireCall(binanceDialect, markets, ({ fields }) => {
    const [from, to] = [Number(fields.startTime), Number(fields.endTime)];
    const rows = [];
    for (let at = from; at <= to; at += minuteMs) rows.push(row(at));
    return rows;
  });
  const symbol = parseSymbol(name) ?? ('' as never);
  const toMs = Math.floor(clock.now() / minuteMs) * minuteMs - minuteMs;
  const fromMs = toMs - (minutes - 1) * minuteMs;
  const candles = await markCandles(call, { symbol, marketType: 'swap', fromMs, toMs });
  return { candles, requests, fromMs, toMs };
}

it('mark prices of binance are read by the minute, of both APIs', async () => {
  const { candles, requests, fromMs, toMs } = await read('BTC/USDT:USDT', 2);
  expect(candles).toEqual([
    { openMs: fromMs, open: 9_653.6944, close: 9_651.552 },
    { openMs: toMs, open: 9_653.6944, close: 9_651.552 },
  ]);
  expect(requests).toEqual([
    {
      method: 'GET',
      path: '/fapi/v1/markPriceKlines',
      fields: {
        symbol: 'BTCUSDT',
        interval: '1m',
        limit: '499',
        startTime: String(fromMs),
        endTime: String(toMs),
      },
    },
  ]);
  const coins = await read('BTC/USD:BTC', 1);
  expect(coins.requests).toMatchObject([
    { path: '/dapi/v1/markPriceKlines', fields: { symbol: 'BTCUSD_PERP' } },
  ]);
});

it('pages of binance are so short that they weigh two', async () => {
  const { candles, requests } = await read('BTC/USDT:USDT', 1_000);
  expect(candles).toHaveLength(1_000);
  expect(requests).toHaveLength(3);
  const asked = { api: 'fapiPublic', path: 'markPriceKlines', method: 'GET' } as const;
  const rated = binanceLimits.rate({ ...asked, params: { symbol: 'BTCUSDT' } });
  expect(rated).toEqual({ group: 'contracts', kind: 'read', weight: 2 });
});
