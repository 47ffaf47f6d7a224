import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import {
  createMadeSource,
  listed,
  type MadeSource,
  refused,
  sourcesOf,
  symbolOf,
  venueOf,
} from '../../../test/support/markets/fixtures.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../kit/random.ts';
import type { Store } from '../../store/types.ts';
import { MarketSourceError } from '../model/marketSourceError.ts';
import { createListings } from './listings.ts';

const hourMs = 3_600_000;
const [kraken, okx] = [venueOf('kraken'), venueOf('okx')];

function setUp(sources: readonly MadeSource[], store?: Store, mayWrite = () => true) {
  const clock = createManualClock();
  const random = createSeededRandom('listings');
  const deps = { clock, random, logger: silentLogger, store, mayWrite };
  return { clock, listings: createListings({ ...deps, sources: sourcesOf(...sources) }) };
}

const symbolsOf = (markets: readonly { readonly symbol: string }[] | undefined) =>
  markets?.map(({ symbol }) => symbol);

it('loads a list once for all who wait for it', async () => {
  const source = createMadeSource('kraken', [listed('BTC/USD')]);
  const { clock, listings } = setUp([source]);
  const refreshes = [listings.refresh(kraken), listings.refresh(undefined)];
  await Promise.all([...refreshes, listings.ready(), listings.ready()]);
  expect(source.calls.markets).toBe(1);
  expect(clock.pending()).toBe(0);
  expect(symbolsOf(listings.marketsOf(kraken)?.value)).toEqual(['BTC/USD']);
});

it('leaves nothing on the signal of a load that is over', async () => {
  const made = createMadeSource('kraken', [listed('BTC/USD')]);
  const signals: AbortSignal[] = [];
  const markets = (signal: AbortSignal) => {
    signals.push(signal);
    return made.markets(signal);
  };
  const { listings } = setUp([{ ...made, markets }]);
  await listings.ready();
  expect(signals.map((signal) => getEventListeners(signal, 'abort').length)).toEqual([0]);
});

it('serves a list of four hours as it is while it loads the next one', async () => {
  const source = createMadeSource('kraken', [listed('BTC/USD')]);
  const { clock, listings } = setUp([source]);
  await listings.ready();
  await clock.advance(4 * hourMs - 1);
  listings.touch();
  expect(source.calls.markets).toBe(1);
  await clock.advance(1);
  source.list = [listed('BTC/USD'), listed('ETH/USD')];
  listings.touch();
  listings.touch();
  expect(symbolsOf(listings.marketsOf(kraken)?.value)).toEqual(['BTC/USD']);
  await clock.advance(1);
  expect(symbolsOf(listings.marketsOf(kraken)?.value)).toEqual(['BTC/USD', 'ETH/USD']);
  expect(source.calls.markets).toBe(2);
});

it('lets the first caller wait ten seconds at most, and serves what there is', async () => {
  const slow = createMadeSource('kraken', [listed('BTC/USD')]);
  slow.until = new Promise(() => undefined);
  const { clock, listings } = setUp([slow, createMadeSource('okx', [listed('BTC/USDT')])]);
  let isReady = false;
  void listings.ready().then(() => {
    isReady = true;
  });
  await clock.advance(9_999);
  expect(isReady).toBe(false);
  await clock.advance(1);
  expect(isReady).toBe(true);
  expect(listings.marketsOf(kraken)).toBeUndefined();
  expect(symbolsOf(listings.marketsOf(okx)?.value)).toEqual(['BTC/USDT']);
});

it('gives up an exchange that does not answer within 30 s', async () => {
  const slow = createMadeSource('kraken', [listed('BTC/USD')]);
  slow.until = new Promise(() => undefined);
  const { clock, listings } = setUp([slow]);
  const refreshing = listings.refresh(kraken);
  await clock.advance(30_000);
  expect(await refreshing).toEqual({
    refreshed: [],
    failed: [{ exchange: kraken, reason: 'kraken did not answer within 30 s.' }],
  });
  expect(clock.pending()).toBe(0);
});

it('loads a list again that is doubted, unless it is of the last minute', async () => {
  const source = createMadeSource('kraken', [listed('BTC/USD')]);
  const { clock, listings } = setUp([source]);
  await listings.ready();
  await clock.advance(59_999);
  listings.doubt(kraken);
  await clock.advance(1);
  expect(source.calls.markets).toBe(1);
  source.list = [listed('ETH/USD')];
  listings.doubt(kraken);
  listings.doubt(kraken);
  await clock.advance(1);
  expect(symbolsOf(listings.marketsOf(kraken)?.value)).toEqual(['ETH/USD']);
  listings.doubt(kraken);
  await clock.advance(1);
  expect(source.calls.markets).toBe(2);
});

it('tries a failed list three times, and then leaves the exchange alone for a while', async () => {
  const source = createMadeSource('kraken', [listed('BTC/USD')]);
  source.failure = refused();
  const { clock, listings } = setUp([source]);
  listings.touch();
  await clock.advance(1_600);
  expect(source.calls.markets).toBe(3);
  for (let i = 0; i < 20; i += 1) {
    listings.touch();
    await clock.advance(100);
  }
  expect(source.calls.markets).toBe(3);
  await clock.advance(3_000);
  source.failure = undefined;
  listings.touch();
  await clock.advance(1);
  expect(symbolsOf(listings.marketsOf(kraken)?.value)).toEqual(['BTC/USD']);
});

it('never asks a failing exchange more than a few hundred times a day', async () => {
  const source = createMadeSource('kraken', [listed('BTC/USD')]);
  source.failure = refused();
  const { clock, listings } = setUp([source]);
  for (let second = 0; second < 4 * 3_600; second += 10) {
    listings.touch();
    await clock.advance(10_000);
  }
  expect(source.calls.markets).toBeLessThan(3 * 110);
  expect(source.calls.markets).toBeGreaterThan(3 * 40);
});

it('comes back no sooner than the exchange allows', async () => {
  const source = createMadeSource('kraken', [listed('BTC/USD')]);
  source.failure = new MarketSourceError('slow down', { retryAfterMs: 60_000 });
  const { clock, listings } = setUp([source]);
  for (let second = 0; second < 59; second += 1) {
    listings.touch();
    await clock.advance(1_000);
  }
  expect(source.calls.markets).toBe(1);
});

it('takes an answer without markets for a failure, and keeps the list it has', async () => {
  const source = createMadeSource('kraken', [listed('BTC/USD')]);
  const { clock, listings } = setUp([source]);
  await listings.ready();
  source.list = [];
  const refreshing = listings.refresh(kraken);
  await clock.advance(30_000);
  expect((await refreshing).failed).toEqual([
    { exchange: kraken, reason: 'kraken answered without markets.' },
  ]);
  expect(symbolsOf(listings.marketsOf(kraken)?.value)).toEqual(['BTC/USD']);
});

it('refreshes the others when one exchange fails, and hides a fault of ours', async () => {
  const broken = createMadeSource('kraken', [listed('BTC/USD')]);
  broken.failure = new TypeError('reading a secret failed');
  const { listings } = setUp([broken, createMadeSource('okx', [listed('BTC/USDT')])]);
  expect(await listings.refresh(undefined)).toEqual({
    refreshed: [okx],
    failed: [{ exchange: kraken, reason: 'An internal error; see the log.' }],
  });
});

it('tells what an exchange demands of orders', async () => {
  const halted = listed('BTC/USD', { isActive: false, venueSymbol: 'old' });
  const traded = listed('BTC/USD', { priceTick: 0.1, notionalMin: 5 });
  const { listings } = setUp([createMadeSource('kraken', [halted, traded, halted])]);
  expect(listings.rulesOf(kraken, symbolOf('BTC/USD'))).toBeUndefined();
  await listings.ready();
  expect(listings.rulesOf(kraken, symbolOf('BTC/USD'))).toEqual(traded);
  expect(listings.rulesOf(kraken, symbolOf('ETH/USD'))).toBeUndefined();
});

eachDatabase('market lists', (database) => {
  const many = Array.from({ length: 1_001 }, (_, i) =>
    listed(i % 2 === 0 ? `A${i}/USD` : `A${i}/USD:USD`, i === 500 ? { isActive: false } : {}),
  );

  it('are there at once after a restart, and are loaded again', async () => {
    const first = setUp([createMadeSource('kraken', many)], await database.open());
    await first.listings.ready();
    await first.listings.stop();
    const source = createMadeSource('kraken', many);
    source.failure = refused();
    const { clock, listings } = setUp([source], await database.open());
    await listings.start();
    expect(listings.marketsOf(kraken)).toEqual({ value: many, atMs: clock.now() });
    await listings.ready();
    expect(source.calls.markets).toBe(1);
    await listings.stop();
  });

  it('are read and not written by a process that owns nothing', async () => {
    const store = await database.open();
    const row = { exchange: kraken, markets_json: 'nonsense', loaded_at_ms: 1 };
    await store.db.insertInto('market_lists').values(row).execute();
    let isOwner = false;
    const sources = [createMadeSource('kraken', [listed('BTC/USD')])];
    const { listings } = setUp(sources, store, () => isOwner);
    await listings.ready();
    expect(listings.marketsOf(kraken)?.value).toHaveLength(1);
    expect(await store.db.selectFrom('market_lists').selectAll().execute()).toEqual([row]);
    isOwner = true;
    await listings.refresh(kraken);
    await listings.stop();
    const [kept] = await store.db.selectFrom('market_lists').selectAll().execute();
    expect(kept?.markets_json).toContain('BTC/USD');
  });

  it.each([
    'nonsense',
    '[\n]',
    '[\n[]\n]',
    '[\n[{"symbol":"BTC/USD"}]\n]',
    `[\n[${JSON.stringify({ ...listed('BTC/USD'), priceTick: -1 })}]\n]`,
    `[\n[${JSON.stringify({ ...listed('BTC/USD'), symbol: 'btc' })}]\n]`,
  ])('are dropped when what is stored is %j, and loaded anew', async (markets_json) => {
    const store = await database.open();
    const row = { exchange: kraken, markets_json, loaded_at_ms: 1 };
    await store.db.insertInto('market_lists').values(row).execute();
    const { listings } = setUp([createMadeSource('kraken', [listed('BTC/USD')])], store);
    await listings.start();
    expect(listings.marketsOf(kraken)).toBeUndefined();
    expect(await store.db.selectFrom('market_lists').selectAll().execute()).toEqual([]);
    await listings.ready();
    expect(symbolsOf(listings.marketsOf(kraken)?.value)).toEqual(['BTC/USD']);
    await listings.stop();
    expect(await store.db.selectFrom('market_lists').selectAll().execute()).toHaveLength(1);
  });
});
