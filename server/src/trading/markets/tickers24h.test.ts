import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import {
  createMadeSource,
  listed,
  refused,
  sourcesOf,
  symbolOf,
  ticker,
  venueOf,
} from '../../../test/support/markets/fixtures.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../kit/random.ts';
import { createTickers24h } from './tickers24h.ts';

const kraken = venueOf('kraken');
const btc = symbolOf('BTC/USD');

function setUp() {
  const clock = createManualClock();
  const source = createMadeSource('kraken', [listed('BTC/USD')], [ticker('BTC/USD', 100, 1)]);
  const tickers = createTickers24h({
    clock,
    sources: sourcesOf(source),
    logger: silentLogger,
    random: createSeededRandom('tickers'),
  });
  const lastOf = () => tickers.tickersOf(kraken)?.value.get(btc)?.last;
  return { clock, source, tickers, lastOf };
}

it('asks once a minute while somebody looks, and serves the old ones meanwhile', async () => {
  const { clock, source, tickers, lastOf } = setUp();
  tickers.touch();
  await tickers.firstLoads();
  source.said = [ticker('BTC/USD', 200, 1)];
  await clock.advance(59_999);
  tickers.touch();
  expect(source.calls.tickers).toBe(1);
  await clock.advance(1);
  tickers.touch();
  tickers.touch();
  expect(lastOf()).toBe(100);
  await clock.advance(1);
  expect([lastOf(), source.calls.tickers]).toEqual([200, 2]);
  await clock.advance(600_000);
  expect(source.calls.tickers).toBe(2);
});

it('keeps the last good ones when the exchange fails', async () => {
  const { clock, source, tickers, lastOf } = setUp();
  tickers.touch();
  await tickers.firstLoads();
  source.failure = refused();
  await clock.advance(60_000);
  tickers.touch();
  await clock.advance(10_000);
  expect([lastOf(), source.calls.tickers]).toEqual([100, 4]);
});

it('gives up what is under way when it stops', async () => {
  const { clock, source, tickers } = setUp();
  source.until = new Promise(() => undefined);
  tickers.touch();
  tickers.stop();
  await tickers.firstLoads();
  tickers.touch();
  await clock.advance(60_000);
  expect([source.calls.tickers, clock.pending()]).toEqual([1, 0]);
});
