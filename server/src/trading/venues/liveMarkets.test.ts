import { describe, expect, test } from 'vitest';
import { type Canned, createCannedHttp } from '../../../test/support/ccxt/cannedHttp.ts';
import { listsOf, venueLists } from '../../../test/support/exchanges/marketLists.ts';
import { lineOf } from '../../../test/support/exchanges/markets.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import type { VenueId } from '../model/venue.ts';
import { createLiveMarketSources } from './liveMarkets.ts';
import { loadMarketData } from './marketData.ts';
import { type MarketSource, MarketSourceError } from './marketPort.ts';
import { loadCcxtClass } from './shared/ccxtClass.ts';
import { createCcxtExchange } from './shared/ccxtExchange.ts';
import { headersDeadlineMs } from './shared/marketHttp.ts';

const never = new AbortController().signal;

const marketData = await loadMarketData();

function open(venue: VenueId, answer: Canned) {
  const clock = createManualClock();
  const { send, requests } = createCannedHttp(answer);
  const sources = createLiveMarketSources({ marketData, clock, logger: silentLogger, send });
  const source = sources.get(venue);
  if (!source) throw new Error(`no source of ${venue}`);
  return { clock, source, requests, sources };
}

async function failure(call: Promise<unknown>): Promise<MarketSourceError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MarketSourceError)) throw new Error(`no MarketSourceError: ${error}`);
  return error;
}

describe.each(venueLists)('$venue', ({ venue, answer, markets, tickers, urls }) => {
  test('lists its markets in our words', async () => {
    const { source, clock } = open(venue, answer);
    expect(await source.markets(never)).toEqual(markets);
    expect(clock.pending()).toBe(0);
  });

  test('says the figures of 24 hours in base and quote currency', async () => {
    const { source } = open(venue, answer);
    await source.markets(never);
    expect(await source.tickers(never)).toEqual(tickers);
  });

  test('asks only public addresses, once each', async () => {
    const { source, requests } = open(venue, answer);
    await source.tickers(never);
    const asked = requests.map(lineOf);
    expect(asked.sort()).toEqual([...urls].sort());
  });
});

test('every class counts precision in steps, as the translation takes for granted', async () => {
  const tickSize = 4;
  const names = ['binance', 'bybit', 'gate', 'kraken', 'krakenfutures', 'okx', 'hyperliquid'];
  for (const name of names) {
    const { send } = createCannedHttp(() => undefined);
    const deps = { clock: createManualClock(), send, signal: never };
    const exchange = createCcxtExchange(await loadCcxtClass(name), deps);
    expect([name, exchange.precisionMode]).toEqual([name, tickSize]);
  }
});

test('nothing is sent before the first call, and markets are listed once for many tickers', async () => {
  const { source, sources, requests } = open('okx', listsOf('okx'));
  expect([...sources.keys()]).toEqual(venueLists.map(({ venue }) => venue));
  expect(requests).toEqual([]);
  await source.tickers(never);
  await source.tickers(never);
  expect(requests.filter(({ url }) => url.includes('instruments'))).toHaveLength(3);
});

describe('refusals', () => {
  const okx = (canned: ReturnType<Canned>): MarketSource => open('okx', () => canned).source;

  test.each([
    [
      { status: 429, headers: { 'retry-after': '7' }, body: '{}' },
      'rate limit (status 429)',
      7_000,
    ],
    [{ status: 503, headers: { 'retry-after': '30' }, body: '<html>' }, 'status 503', 30_000],
    [{ status: 502, body: '<html>Bad Gateway</html>' }, 'status 502', undefined],
    [{ status: 302, body: '' }, 'status 302', undefined],
    [{ body: '<html>We will be back</html>' }, 'answer is not JSON', undefined],
    [{ body: '{"code":"0","data":[{"instId":"BTC-' }, 'answer is not JSON', undefined],
    [{ body: '' }, 'answer is not JSON', undefined],
    [{ body: '{"code":"0","data":[]}' }, 'the answer lists no markets', undefined],
  ])('%o', async (canned, message, retryAfterMs) => {
    const error = await failure(okx(canned).markets(never));
    expect([error.message, error.retryAfterMs]).toEqual([`okx: ${message}`, retryAfterMs]);
  });

  test("the exchange's own error in a good answer, shortened", async () => {
    const msg = `Too many requests ${'.'.repeat(500)}`;
    const error = await failure(okx({ body: { code: '50011', msg, data: [] } }).markets(never));
    expect(error.message).toMatch(/^okx: RateLimitExceeded: okx {"code":"50011"/);
    expect(error.message.length).toBeLessThan(220);
  });

  test('an answer of another shape', async () => {
    const good = listsOf('bybit');
    const { source } = open('bybit', (request) =>
      request.url.includes('tickers')
        ? { body: { retCode: 0, result: { rows: [] } } }
        : good(request),
    );
    const error = await failure(source.tickers(never));
    expect(error.message).toBe('bybit: v5/market/tickers has not the expected shape');
  });

  test('a cursor that leads in a circle ends', async () => {
    const { source, requests } = open('bybit', () => ({
      body: { retCode: 0, result: { category: 'linear', list: [{}], nextPageCursor: 'again' } },
    }));
    const error = await failure(source.markets(never));
    expect(error.message).toBe('bybit: more than 40 requests for one list');
    expect(requests).toHaveLength(40);
  });
});

test('half a list is none: kraken spot without its futures fails', async () => {
  const good = listsOf('kraken');
  const { source } = open('kraken', (request) =>
    request.url.includes('futures') ? { status: 500, body: '' } : good(request),
  );
  expect((await failure(source.markets(never))).message).toBe('kraken: status 500');
});

describe('waiting', () => {
  const silent = (failing = '') => {
    const clock = createManualClock();
    const signals: AbortSignal[] = [];
    const sources = createLiveMarketSources({
      marketData,
      clock,
      logger: silentLogger,
      send: async ({ url }, signal) => {
        if (failing !== '' && url.includes(failing)) throw new Error('reset');
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    const source = sources.get('okx');
    if (!source) throw new Error('no source of okx');
    return { clock, source, signals };
  };

  test('an exchange that never answers ends at the deadline', async () => {
    await loadCcxtClass('okx');
    const { clock, source, signals } = silent();
    const call = failure(source.markets(never));
    await clock.advance(headersDeadlineMs);
    expect((await call).message).toBe('okx: no answer within 10 s');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    expect(clock.pending()).toBe(0);
  });

  test('a call that is called off ends at once, with all its requests', async () => {
    await loadCcxtClass('okx');
    const { clock, source, signals } = silent();
    const abort = new AbortController();
    const call = failure(source.markets(abort.signal));
    await clock.advance(1);
    abort.abort();
    expect((await call).message).toBe('okx: called off');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    await clock.advance(1);
    expect(clock.pending()).toBe(0);
  });

  test('the other requests end with the first that fails', async () => {
    await loadCcxtClass('okx');
    const { clock, source, signals } = silent('SWAP');
    const error = await failure(source.markets(never));
    expect(error.message).toBe('okx: connection lost: reset');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    await clock.advance(1);
    expect(clock.pending()).toBe(0);
  });
});
