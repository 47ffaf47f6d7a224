import { expect, it } from 'vitest';
import { readWirePrices } from './wirePrices.ts';

const { signal } = new AbortController();
const read = (text: string) => readWirePrices({ get: async () => text }, signal);

it('reads what trades against the dollar, and nothing else', async () => {
  const rows = [
    { symbol: 'BTCUSDT', price: '101.50000000' },
    { symbol: 'ETHBTC', price: '0.03' },
    { symbol: 'NEWUSDT', price: '0.00000000' },
    'odd',
  ];
  expect([...(await read(JSON.stringify(rows)))]).toEqual([['BTC', 101.5]]);
});

it.each(['{}', 'no JSON'])('finds no prices in %s', async (text) => {
  expect((await read(text)).size).toBe(0);
});
