import { expect, it } from 'vitest';
import {
  allListings,
  listingOf,
  marketStartMs,
  symbolOf,
} from '../../../../test/support/marketData/simulated.ts';
import type { MarketSource, MarketTicker } from '../marketPort.ts';
import { simulatedProfiles } from '../registry.ts';
import { createSimulatedBook } from './book.ts';
import { createCadence } from './cadence.ts';
import { createLadder } from './ladder.ts';
import { createListings } from './listings.ts';
import { createMarketSource } from './marketSource.ts';
import { createPrices } from './prices.ts';

const dayMs = 86_400_000;
const signal = new AbortController().signal;
const prices = createPrices('seed');

function sourcesAt(marketTimeMs: number, seed = 'seed'): MarketSource[] {
  const timeline = { marketNow: () => marketTimeMs };
  return simulatedProfiles.map((profile) => {
    const { venue } = profile;
    return createMarketSource({ seed, timeline, prices, venue, listings: createListings(profile) });
  });
}

function sourceOf(id: string, marketTimeMs = marketStartMs): MarketSource {
  const source = sourcesAt(marketTimeMs).find(({ venue }) => venue === id);
  if (!source) throw new Error(`${id} is simulated`);
  return source;
}

async function tickerOf(id: string, symbol: string, atMs = marketStartMs): Promise<MarketTicker> {
  const ticker = (await sourceOf(id, atMs).tickers(signal)).find((each) => each.symbol === symbol);
  if (!ticker) throw new Error(`${id} has a ticker of ${symbol}`);
  return ticker;
}

const usdOf = async (id: string, symbol: string, atMs = marketStartMs) =>
  (await tickerOf(id, symbol, atMs)).quoteVolume24h ?? Number.NaN;

it('lists every book of every venue with rules its books keep', async () => {
  const lists = await Promise.all(sourcesAt(marketStartMs).map((source) => source.markets(signal)));
  expect(lists.flat().map(({ symbol }) => symbol)).toEqual(allListings.map(({ symbol }) => symbol));
  for (const market of lists.flat()) {
    const steps = (quantity = 0) => quantity / (market.quantityStep ?? Number.NaN);
    expect(market.isActive).toBe(true);
    expect(market.kind).toBe(market.symbol.includes(':') ? 'swap' : 'spot');
    expect(steps(market.quantityMin)).toBeCloseTo(
      Math.max(1, Math.round(steps(market.quantityMin))),
    );
    expect(market.contractSize).toBeGreaterThan(0);
    expect(market.priceTick).toBeGreaterThan(0);
  }
});

it('has the rules of the venue', async () => {
  const marketOf = async (id: string, symbol: string) =>
    (await sourceOf(id).markets(signal)).find((each) => each.symbol === symbolOf(symbol));
  expect(await marketOf('okx', 'BTC/USDT:USDT')).toMatchObject({
    venueSymbol: 'BTC-USDT-SWAP',
    settle: 'USDT',
    contractSize: 0.01,
    priceTick: 0.1,
    quantityStep: 0.0001,
  });
  expect(await marketOf('binance', 'BTC/USDT')).toMatchObject({ notionalMin: 5, contractSize: 1 });
  expect(await marketOf('kraken', 'BTC/EUR')).toMatchObject({
    notionalMin: 0.5,
    quantityMin: 0.00005,
    priceTick: 0.1,
  });
  expect((await sourceOf('hyperliquid').markets(signal)).every(({ kind }) => kind === 'swap')).toBe(
    true,
  );
});

it('says the middle of the book as it was last published', async () => {
  for (const [venue, symbol] of [
    ['bybit', 'ETH/USDT'],
    ['kraken', 'BTC/USD:USD'],
  ] as const) {
    const listing = listingOf(venue, symbol);
    const cadence = createCadence('seed', listing);
    const ladder = createLadder();
    createSimulatedBook('seed', listing, prices).write(
      cadence.timeOf(cadence.indexAt(marketStartMs)),
      ladder,
    );
    const ticks = ((ladder.bids.ticks[0] ?? 0) + (ladder.asks.ticks[0] ?? 0)) / 2;
    const { last } = await tickerOf(venue, symbol);
    expect(last).toBe(ticks / 10 ** listing.tickDecimals);
  }
});

it('turns over what its depth makes plausible', async () => {
  const binance = await usdOf('binance', 'BTC/USDT');
  expect(binance).toBeGreaterThan(0.7e9);
  expect(binance).toBeLessThan(5e9);
  expect(await usdOf('gateio', 'BTC/USDT')).toBeLessThan(binance);
  expect(await usdOf('binance', 'LINK/USDT')).toBeLessThan(binance / 3);
  const { last = 0, quoteVolume24h, baseVolume24h = 0 } = await tickerOf('kraken', 'ADA/EUR');
  expect(baseVolume24h * last).toBeCloseTo(quoteVolume24h ?? 0, 3);
});

it('is a function of seed and market time, and moves little within an hour', async () => {
  const [first, second] = [sourcesAt(marketStartMs), sourcesAt(marketStartMs)];
  const other = sourcesAt(marketStartMs, 'other');
  for (const [i, source] of first.entries()) {
    const said = await source.tickers(signal);
    expect(await second[i]?.tickers(signal)).toEqual(said);
    expect(await other[i]?.tickers(signal)).not.toEqual(said);
  }
  for (let day = 0; day < 30; day += 1) {
    const atMs = marketStartMs + day * dayMs;
    const now = await usdOf('okx', 'SOL/USDT', atMs);
    const soon = await usdOf('okx', 'SOL/USDT', atMs + 3_600_000);
    expect(Math.abs(soon / now - 1)).toBeLessThan(0.15);
  }
});
