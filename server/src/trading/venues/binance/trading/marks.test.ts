import { expect, it } from 'vitest';
import { wireCall } from '../../../../../test/support/ccxt/wireCall.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { binanceDialect } from './dialect.ts';
import { readMarks } from './marks.ts';

const markets = [
  { id: 'BTCUSDT', symbol: 'BTC/USDT:USDT' },
  { id: 'BTCUSDT_261225', symbol: 'BTC/USDT:USDT-261225' },
  { id: 'BTCUSD_PERP', symbol: 'BTC/USD:BTC', contractSize: 100 },
];

async function marksOf(name: string, answer: object) {
  const { call, requests } = await wireCall(binanceDialect, markets, () => answer);
  const symbol = parseSymbol(name) ?? ('' as never);
  const marketType = name.includes('-') ? 'future' : 'swap';
  return { marks: await readMarks(call, { symbol, marketType }), requests };
}

it('the mark price of binance bears its own stamp, and costs one request', async () => {
  const row = { symbol: 'BTCUSDT', markPrice: '45802.8', lastFundingRate: '0', time: 7 };
  const { marks, requests } = await marksOf('BTC/USDT:USDT', row);
  expect(marks).toEqual([{ symbol: 'BTC/USDT:USDT', price: 45_802.8, atMs: 7 }]);
  expect(requests.map(({ path, fields }) => [path, fields])).toEqual([
    ['/fapi/v1/premiumIndex', { symbol: 'BTCUSDT' }],
  ]);
});

it('the mark price of binance is told of a dated contract, and of coins in a list', async () => {
  const dated = { symbol: 'BTCUSDT_261225', markPrice: '2', lastFundingRate: '', time: 8 };
  expect((await marksOf('BTC/USDT:USDT-261225', dated)).marks).toMatchObject([{ price: 2 }]);
  const coins = [{ symbol: 'ETHUSD_PERP', markPrice: '1', time: 1 }];
  const own = { symbol: 'BTCUSD_PERP', markPrice: '3', time: 9 };
  const { marks } = await marksOf('BTC/USD:BTC', [...coins, own]);
  expect(marks).toEqual([{ symbol: 'BTC/USD:BTC', price: 3, atMs: 9 }]);
  await expect(marksOf('BTC/USD:BTC', coins)).rejects.toThrow('prices of a market');
  expect((await marksOf('BTC/USDT:USDT', { ...own, markPrice: '0' })).marks).toEqual([]);
});
