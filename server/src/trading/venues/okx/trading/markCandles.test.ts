import { expect, it } from 'vitest';
import { okxSwap, okxTrading } from '../../../../../test/support/exchanges/okx/client.ts';
import { markCandles } from './markCandles.ts';

const minuteMs = 60_000;
const nowMs = 1_724_751_400_000;
const current = Math.floor(nowMs / minuteMs) * minuteMs;

/** As documented: neither bound is included, and the newest come first. */
async function read(fromMs: number, toMs: number) {
  const { asked, run } = await okxTrading(({ query }) => {
    const rows: string[][] = [];
    const newest = Math.ceil(Number(query.after) / minuteMs) * minuteMs - minuteMs;
    for (let at = newest; at > Number(query.before); at -= minuteMs) {
      rows.push([String(at), '3.721', '3.743', '3.677', '3.708', '1']);
    }
    return rows.slice(0, Number(query.limit));
  }, nowMs);
  const candles = await run((call) => markCandles(call, { ...okxSwap, fromMs, toMs }));
  return { asked, candles };
}

it('mark prices of okx are read by the minute, both ends of the time included', async () => {
  const fromMs = current - 3 * minuteMs;
  const { asked, candles } = await read(fromMs, current - 2 * minuteMs);
  expect(candles).toEqual([
    { openMs: fromMs, open: 3.721, close: 3.708 },
    { openMs: fromMs + minuteMs, open: 3.721, close: 3.708 },
  ]);
  expect(asked).toMatchObject([
    {
      path: '/api/v5/market/mark-price-candles',
      query: {
        instId: 'BTC-USDT-SWAP',
        bar: '1m',
        limit: '100',
        before: String(fromMs - 1),
        after: String(fromMs + minuteMs + 1),
      },
    },
  ]);
});

it('what okx has no more in its list of new ones is in that of old ones', async () => {
  const { asked, candles } = await read(current - 1_490 * minuteMs, current - 1_290 * minuteMs);
  expect(candles).toHaveLength(201);
  expect(asked.map(({ path }) => path.replace('/api/v5/market/', ''))).toEqual([
    'history-mark-price-candles',
    'mark-price-candles',
    'mark-price-candles',
  ]);
});
