import { expect, it } from 'vitest';
import {
  gateClient,
  nowMs,
  symbolOf,
} from '../../../../../test/support/exchanges/gateio/client.ts';
import { markCandles } from './markCandles.ts';

const minuteMs = 60_000;

async function read(name: string, fromMs: number, toMs: number) {
  const { run, requests } = gateClient(({ line }) => {
    const query = new URLSearchParams(line.split('?')[1]);
    const rows = [];
    for (let t = Number(query.get('from')); t <= Number(query.get('to')); t += 60) {
      rows.push({ t, o: '41025', h: '41882.17', l: '40783.94', c: 41_776.92 });
    }
    return rows;
  });
  const marketType = name.includes('-') ? ('future' as const) : ('swap' as const);
  const query = { symbol: symbolOf(name), marketType, fromMs, toMs };
  const candles = await run((call) => markCandles(call, query));
  return { candles, lines: requests.map(({ line }) => line) };
}

it.each([
  ['BTC/USDT:USDT', 'futures/usdt', 'BTC_USDT'],
  ['BTC/USD:BTC', 'futures/btc', 'BTC_USD'],
  ['BTC/USDT:USDT-261225', 'delivery/usdt', 'BTC_USDT_20261225'],
])('mark prices of %s are those of a contract in %s', async (name, folder, contract) => {
  const fromMs = nowMs - 5 * minuteMs;
  const { candles, lines } = await read(name, fromMs, fromMs + minuteMs);
  expect(candles).toEqual([
    { openMs: fromMs, open: 41_025, close: 41_776.92 },
    { openMs: fromMs + minuteMs, open: 41_025, close: 41_776.92 },
  ]);
  const span = `from=${fromMs / 1_000}&interval=1m&to=${fromMs / 1_000 + 60}`;
  expect(lines).toEqual([`GET /${folder}/candlesticks?contract=mark_${contract}&${span}`]);
});

it('what gate has no more is not asked for', async () => {
  const week = 10_080 * minuteMs;
  const { candles, lines } = await read('BTC/USDT:USDT', nowMs - week, nowMs - week + 3_600_000);
  expect([candles, lines]).toEqual([[], []]);
  const { candles: some } = await read(
    'BTC/USDT:USDT',
    nowMs - 9_995 * minuteMs,
    nowMs - 9_980 * minuteMs,
  );
  expect(some).toHaveLength(11);
});
