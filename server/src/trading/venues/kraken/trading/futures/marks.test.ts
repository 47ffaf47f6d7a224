import { expect, it } from 'vitest';
import {
  openKrakenDialect,
  symbolOf,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { krakenFuturesDialect } from './dialect.ts';
import { futuresMarks } from './marks.ts';

const serverTime = '2023-11-14T22:13:20.123Z';

async function marksOf(ticker: object, symbol: string) {
  const body = { result: 'success', serverTime, ticker };
  const { run, wire } = await openKrakenDialect(krakenFuturesDialect, [{ body }]);
  const marketType = symbol.includes('-') ? 'future' : 'swap';
  const marks = await run((call) => futuresMarks(call, { symbol: symbolOf(symbol), marketType }));
  return { marks, address: wire[0]?.address };
}

it('the mark price of kraken is of the time of the answer', async () => {
  const { marks, address } = await marksOf({ markPrice: 40_000 }, 'BTC/USD:USD');
  expect(marks).toEqual([{ symbol: 'BTC/USD:USD', price: 40_000, atMs: Date.parse(serverTime) }]);
  expect(address).toBe('futures.kraken.com/derivatives/api/v3/tickers/PF_XBTUSD');
});

it('the mark price of kraken is told of a dated contract; zero is none', async () => {
  const { marks } = await marksOf({ markPrice: 41_000 }, 'BTC/USD:USD-231229');
  expect(marks).toMatchObject([{ price: 41_000 }]);
  expect((await marksOf({ markPrice: 0 }, 'BTC/USD:USD')).marks).toEqual([]);
});
