import { expect, it } from 'vitest';
import { ok, openBybit } from '../../../../../test/support/exchanges/bybit/client.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { markCandles } from './markCandles.ts';

const minuteMs = 60_000;
const first = 1_699_999_920_000 - 10 * minuteMs;
/** As documented: newest first, five texts. */
const rows = [
  [String(first + minuteMs), '17164.25', '17170', '17160', '17169.5'],
  [String(first), '17164.16', '17164.16', '17121.5', '17131.64'],
];

it('mark prices of bybit are read by the minute, of linear and inverse contracts', async () => {
  const venue = openBybit({ '/v5/market/mark-price-kline': [ok({ list: rows })] });
  const read = (symbol: string) => {
    const market = { symbol: symbol as InstrumentSymbol, marketType: 'swap' } as const;
    const span = { fromMs: first - 1, toMs: first + minuteMs + 5 };
    return venue.ask((call) => markCandles(call, { ...market, ...span }));
  };
  expect(await read('BTC/USDT:USDT')).toEqual([
    { openMs: first, open: 17_164.16, close: 17_131.64 },
    { openMs: first + minuteMs, open: 17_164.25, close: 17_169.5 },
  ]);
  await read('BTC/USD:BTC');
  const bounds = { start: String(first), end: String(first + minuteMs) };
  const asked = { interval: '1', ...bounds, limit: '1000' };
  expect(venue.sent.map(({ method, fields }) => [method, fields])).toEqual([
    ['GET', { category: 'linear', symbol: 'BTCUSDT', ...asked }],
    ['GET', { category: 'inverse', symbol: 'BTCUSD', ...asked }],
  ]);
});

it('an answer of bybit without a list is none', async () => {
  const venue = openBybit({ '/v5/market/mark-price-kline': [ok({})] });
  const market = { symbol: 'BTC/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;
  const query = { ...market, fromMs: first, toMs: first };
  await expect(venue.ask((call) => markCandles(call, query))).rejects.toThrow('without a list');
});
