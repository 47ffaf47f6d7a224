import { expect, it } from 'vitest';
import {
  openKrakenDialect,
  symbolOf,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { krakenFuturesDialect } from './dialect.ts';
import { futuresMarkCandles } from './markCandles.ts';

const minuteMs = 60_000;
const first = 1_699_999_920_000 - 10 * minuteMs;
const candle = (time: number, open: string, close: string) => ({
  time,
  open,
  high: '309.5',
  low: '308.7',
  close,
  volume: 0,
});

async function read(body: unknown, name = 'BTC/USD:USD') {
  const { run, wire } = await openKrakenDialect(krakenFuturesDialect, [{ body }]);
  const market = { symbol: symbolOf(name), marketType: 'swap' } as const;
  const span = { fromMs: first, toMs: first + minuteMs };
  const candles = await run((call) => futuresMarkCandles(call, { ...market, ...span }));
  return { candles, wire };
}

it('mark prices of kraken are in the charts of futures', async () => {
  const candles = [candle(first, '309.15', '308.85'), candle(first + minuteMs, '308.85', '309')];
  const told = await read({ candles, more_candles: false });
  expect(told.candles).toEqual([
    { openMs: first, open: 309.15, close: 308.85 },
    { openMs: first + minuteMs, open: 308.85, close: 309 },
  ]);
  expect(told.wire).toMatchObject([
    {
      address: 'futures.kraken.com/api/charts/v1/mark/PF_XBTUSD/1m',
      fields: { from: String(first / 1_000), to: String(first / 1_000 + 60) },
    },
  ]);
  const inverse = await read({ candles: [] }, 'BTC/USD:BTC');
  expect(inverse.wire[0]?.address).toMatch(/mark\/PI_XBTUSD\/1m$/);
});

it('an answer of the charts without a list is none', async () => {
  await expect(read({ errors: [] })).rejects.toThrow('no list of candles');
});
