import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import {
  createMadeMarkets,
  createMadePrices,
  createMadeSource,
  listed,
  type MadeSource,
  symbolOf,
  ticker,
  venueOf,
} from '../../../test/support/markets/fixtures.ts';
import type { Markets } from './markets.ts';
import type { SymbolQuery } from './symbolTable.ts';

const all: SymbolQuery = {
  kind: 'spot',
  exchangeBits: undefined,
  search: undefined,
  quote: undefined,
  sortBy: 'volume',
  limit: 100,
};

const names = (markets: Markets, query: Partial<SymbolQuery> = {}) =>
  markets.query({ ...all, ...query }).rows.map(({ symbol }) => symbol);

async function known(...sources: readonly MadeSource[]) {
  const clock = createManualClock();
  const prices = createMadePrices();
  const markets = createMadeMarkets(clock, sources, { prices, btcUsd: () => 100_000 });
  await markets.prepare();
  return { clock, prices, markets };
}

it('merges what the exchanges list, spot and perpetual apart', async () => {
  const { markets } = await known(
    createMadeSource('binance', [listed('BTC/USD'), listed('BTC/USD:USD')]),
    createMadeSource('kraken', [
      listed('BTC/USD'),
      listed('ETH/USD', { isActive: false }),
      listed('BTC/USD:USD', { kind: 'future', symbol: symbolOf('BTC/USD:USD-261225') }),
    ]),
  );
  const [row] = markets.query(all).rows;
  expect(row).toMatchObject({
    symbol: 'BTC/USD',
    volume24hUsd: 2_000,
    isVolumeComplete: true,
    exchanges: ['binance', 'kraken'],
  });
  expect(names(markets)).toEqual(['BTC/USD']);
  expect(names(markets, { kind: 'perp' })).toEqual(['BTC/USD:USD']);
  expect(markets.stats()).toEqual({
    spotSymbols: 1,
    perpSymbols: 1,
    marketsByVenue: new Map([
      ['binance', 2],
      ['kraken', 1],
    ]),
  });
});

it('orders by volume, change or symbol, the unknown last and ties by symbol', async () => {
  const list = ['D/USD', 'C/USD', 'B/USD', 'A/USD', 'E/USD'].map((symbol) => listed(symbol));
  const said = [
    ticker('D/USD', 1, 5),
    ticker('C/USD', 1, 5),
    ticker('B/USD', 1, 9),
    ticker('E/USD'),
    ticker('A/USD'),
  ];
  const { clock, markets, prices } = await known(createMadeSource('kraken', list, said));
  const price = { price: 1, atMs: clock.now() };
  prices.known.set('A/USD', { ...price, change24hPct: -3 });
  prices.known.set('D/USD', { ...price, change24hPct: 4 });
  prices.known.set('B/USD', { ...price, change24hPct: undefined });
  await markets.refresh(undefined);
  expect(names(markets)).toEqual(['B/USD', 'C/USD', 'D/USD', 'A/USD', 'E/USD']);
  const byChange = names(markets, { sortBy: 'change' });
  expect(byChange).toEqual(['D/USD', 'A/USD', 'B/USD', 'C/USD', 'E/USD']);
  const bySymbol = names(markets, { sortBy: 'symbol' });
  expect(bySymbol).toEqual(['A/USD', 'B/USD', 'C/USD', 'D/USD', 'E/USD']);
});

it('asks for the prices of what is shown, once a minute', async () => {
  const { clock, markets, prices } = await known(
    createMadeSource('kraken', [listed('BTC/USD'), listed('BTC/EUR'), listed('ETH/USD')]),
  );
  const asked = () =>
    prices.asked.splice(0).map(({ quote, bases }) => `${quote}: ${[...bases].sort()}`);
  expect(asked().sort()).toEqual(['EUR: BTC', 'USD: BTC,ETH']);
  await clock.advance(59_999);
  names(markets);
  expect(asked()).toEqual([]);
  await clock.advance(1);
  names(markets, { search: 'eth' });
  await clock.advance(0);
  names(markets);
  expect(asked().sort()).toEqual(['EUR: BTC', 'USD: BTC', 'USD: ETH']);
});

it('shows new prices and volumes within seconds, and none that are older than an hour', async () => {
  const source = createMadeSource('kraken', [listed('BTC/USD')]);
  const { clock, markets, prices } = await known(source);
  const shown = () => {
    const [row] = markets.query(all).rows;
    return [row?.price, row?.volume24hUsd];
  };
  prices.known.set('BTC/USD', { price: 7, change24hPct: 1, atMs: clock.now() + 60_000 });
  source.said = [ticker('BTC/USD', 100, 3)];
  await clock.advance(60_000);
  expect(shown()).toEqual([undefined, 1_000]);
  await markets.prepare();
  await clock.advance(3_000);
  expect(shown()).toEqual([7, 3]);
  source.failure = new Error('down');
  await clock.advance(3_700_000);
  await markets.refresh(undefined);
  expect(shown()).toEqual([undefined, undefined]);
});

it('shows nothing of before a silence, and waits two seconds at most for what is new', async () => {
  const source = createMadeSource('kraken', [listed('BTC/USD')]);
  const { clock, markets, prices } = await known(source);
  const shown = () => {
    const [row] = markets.query(all).rows;
    return [row?.price, row?.volume24hUsd];
  };
  await clock.advance(8 * 3_600_000);
  source.said = [ticker('BTC/USD', 100, 3)];
  prices.known.set('BTC/USD', { price: 7, change24hPct: 1, atMs: clock.now() });
  await Promise.all([markets.prepare(), markets.prepare()]);
  expect(shown()).toEqual([7, 3]);
  await clock.advance(8 * 3_600_000);
  source.until = new Promise(() => undefined);
  let isReady = false;
  const prepared = markets.prepare().then(() => {
    isReady = true;
  });
  await clock.advance(1_999);
  expect(isReady).toBe(false);
  await clock.advance(1);
  await prepared;
  expect(shown()).toEqual([undefined, undefined]);
});

it('finds a perpetual without its settlement currency', async () => {
  const { markets } = await known(
    createMadeSource(
      'okx',
      [listed('BTC/USD:BTC'), listed('BTC/USD:USDC'), listed('BTC/USDT:USDT')],
      [ticker('BTC/USD:BTC', 1, 5), ticker('BTC/USD:USDC', 1, 9)],
    ),
    createMadeSource(
      'kraken',
      [listed('ETH/USD:USD'), listed('ETH/USD:ETH')],
      [ticker('ETH/USD:ETH', 1, 5)],
    ),
  );
  const find = (text: string) => markets.find(text, 'perp')?.symbol;
  expect(find('btc-usd')).toBe('BTC/USD:USDC');
  expect(find('ETH/USD')).toBe('ETH/USD:USD');
  expect(find('ETH-USD:ETH')).toBe('ETH/USD:ETH');
  expect(find('BTC-USDT')).toBe('BTC/USDT:USDT');
  expect(find('BTC-EUR')).toBeUndefined();
  expect(markets.find('BTC-USD', 'spot')).toBeUndefined();
});

it('knows the daily volume of a pair once the exchanges have told it', async () => {
  const clock = createManualClock();
  const told = createMadeSource('kraken', [listed('BTC/USD')], [ticker('BTC/USD', 1, 5)]);
  const silent = createMadeSource(
    'okx',
    [listed('BTC/USD'), listed('ETH/USD')],
    [ticker('BTC/USD')],
  );
  const markets = createMadeMarkets(clock, [told, silent]);
  expect(markets.advUsd(symbolOf('BTC/USD'))).toBeUndefined();
  await clock.advance(10);
  const atMs = clock.now() - 10;
  expect(markets.advUsd(symbolOf('BTC/USD'))).toEqual({ usd: 5, isComplete: false, atMs });
  expect(markets.advUsd(symbolOf('ETH/USD'))).toBeUndefined();
});

it('leaves nothing running when it stops', async () => {
  const { clock, markets } = await known(createMadeSource('kraken', [listed('BTC/USD')]));
  await markets.stop();
  expect(clock.pending()).toBe(0);
});

it('never lets an answer wait longer than ten seconds for the first lists', async () => {
  const clock = createManualClock();
  const slow = createMadeSource('kraken', [listed('BTC/USD')]);
  slow.until = new Promise(() => undefined);
  const markets = createMadeMarkets(clock, [slow, createMadeSource('okx', [listed('ETH/USD')])]);
  let isReady = false;
  const prepared = markets.prepare().then(() => {
    isReady = true;
  });
  await clock.advance(9_999);
  expect(isReady).toBe(false);
  await clock.advance(1);
  await prepared;
  expect(names(markets)).toEqual(['ETH/USD']);
  await markets.prepare();
});

it('waits for the list of one exchange alone where that is asked for', async () => {
  const clock = createManualClock();
  const silent = createMadeSource('kraken', [listed('BTC/USD')]);
  silent.until = new Promise(() => undefined);
  const markets = createMadeMarkets(clock, [silent, createMadeSource('okx', [listed('ETH/USD')])]);
  const okx = venueOf('okx');
  await markets.prepare(okx);
  expect(markets.rulesOf(okx, symbolOf('ETH/USD'))?.symbol).toBe('ETH/USD');
  let isReady = false;
  const prepared = markets.prepare(venueOf('kraken')).then(() => {
    isReady = true;
  });
  await clock.advance(9_999);
  expect(isReady).toBe(false);
  await clock.advance(1);
  await prepared;
});
