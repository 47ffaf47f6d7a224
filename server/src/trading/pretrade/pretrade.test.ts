import { beforeEach, describe, expect, it } from 'vitest';
import { symbolOf, venueOf as venueNamed } from '../../../test/support/markets/fixtures.ts';
import {
  marketDraft,
  type PretradeBench,
  pretradeBench,
} from '../../../test/support/pretrade/fixture.ts';
import type { Analysis, AnalysisDraft } from './types.ts';

const symbol = 'BTC/USDT';

let bench: PretradeBench;
beforeEach(() => {
  bench = pretradeBench();
  for (const [id, venue] of [
    ['a', 'binance'],
    ['b', 'kraken'],
    ['c', 'bybit'],
  ] as const) {
    bench.account(id, venue, { dailyLimitMicroUsd: 1e12 });
    bench.list(venue, symbol);
  }
  bench.show('binance', symbol, [[[99, 1]], [[101, 2]]]);
  bench.show('kraken', symbol, [[[100, 1]], [[102, 3]]]);
});

const both = { accountIds: ['a', 'b'] };

function analyze(changes: Partial<AnalysisDraft> = {}): Promise<Analysis> {
  return bench.answer(bench.pretrade.analyze({ ...marketDraft, ...changes }));
}

const viewed = async (changes: Partial<AnalysisDraft> = {}) => {
  const { market } = await analyze(changes);
  if (!market) throw new Error('it did not pass');
  return market.view;
};

describe('a market', () => {
  it('is all usable books at the exchanges of the accounts', async () => {
    bench.usd.set('USDT', 0.99);
    bench.advUsd = 5e8;
    const fresh = { stalenessMs: 0, makerBps: 2, takerBps: 10 };
    const view = await viewed(both);
    expect(view).toEqual({
      symbol,
      books: [
        {
          venue: 'binance',
          levels: [[101, 2]],
          bestBid: 99,
          bestAsk: 101,
          ...fresh,
          confidence: expect.any(Number),
        },
        {
          venue: 'kraken',
          levels: [[102, 3]],
          bestBid: 100,
          bestAsk: 102,
          ...fresh,
          confidence: expect.any(Number),
        },
      ],
      mid: 100.5,
      quoteUsd: 0.99,
      advUsd: 5e8,
      dailyVolatilityBps: undefined,
      isAdvComplete: true,
    });
    expect((await viewed()).books.map(({ venue }) => venue)).toEqual(['binance']);
    const sell = await viewed({ ...both, side: 'sell' });
    expect(sell.books.map(({ levels }) => levels)).toEqual([[[99, 1]], [[100, 1]]]);
  });

  it('waits two seconds for books, and goes on with those that came', async () => {
    const startedMs = bench.clock.monotonic();
    const { validation, market } = await analyze({ accountIds: ['a', 'c'] });
    expect(bench.clock.monotonic() - startedMs).toBe(2_000);
    expect(market?.view.books.map(({ venue }) => venue)).toEqual(['binance']);
    expect(validation.checks[2]?.message).toBe(
      'BTC/USDT is active at binance. bybit: no usable book.',
    );
  });

  const unusable = {
    severity: 'critical',
    code: 'BOOK_UNAVAILABLE',
    message: 'Not checked: bybit shows no usable book of BTC/USDT just now.',
  };

  it.each([
    { name: 'has come', prepare: () => undefined },
    {
      name: 'is in step',
      prepare: async () => {
        bench.show('bybit', symbol, [[[99, 1]], [[101, 2]]]);
        expect((await analyze({ accountIds: ['c'] })).validation.passed).toBe(true);
        bench.flag('bybit', symbol, 'gap');
      },
    },
  ])('is none while no book $name, and the symbol is there all the same', async ({ prepare }) => {
    await prepare();
    const { validation, market, summary } = await analyze({ accountIds: ['c'] });
    expect([validation.passed, market]).toEqual([false, undefined]);
    expect(validation.checks.map(({ name, passed }) => [name, passed])).toEqual([
      ['balance', false],
      ['daily_limit', false],
      ['symbol', true],
      ['order_size', false],
    ]);
    expect(validation.checks[2]?.message).toBe(
      'BTC/USDT is listed at bybit. bybit: no usable book.',
    );
    expect(summary.warnings).toEqual([unusable]);
    expect(summary.recommendation).toMatch(/^Try again in a moment/);
    expect([summary.confidence, summary.confidenceLabel]).toEqual([0, 'Low']);
  });

  it('has no flagged, dead or one-sided books in it', async () => {
    await analyze(both);
    bench.flag('binance', symbol, 'gap');
    expect((await viewed(both)).books.map(({ venue }) => venue)).toEqual(['kraken']);
    bench.show('binance', symbol, [[], [[101, 2]]]);
    expect((await viewed(both)).books.map(({ venue }) => venue)).toEqual(['kraken']);
    await bench.clock.advance(5_001);
    bench.show('binance', symbol, [[[99, 1]], [[101, 2]]]);
    expect((await viewed(both)).books.map(({ venue }) => venue)).toEqual(['binance']);
  });

  it('has old books of little confidence in it, which are warned of', async () => {
    await analyze(both);
    await bench.clock.advance(2_500);
    const { market, summary } = await analyze(both);
    expect(market?.view.books.map(({ stalenessMs }) => stalenessMs)).toEqual([2_500, 2_500]);
    expect(summary.warnings.map(({ code }) => code)).toContain('STALE_FEED');
  });

  it('takes the lowest fees of the accounts at an exchange, halted ones aside', async () => {
    for (const id of ['a2', 'a3']) bench.account(id, 'binance');
    bench.fees.set('a', { makerBps: 1, takerBps: 9 });
    bench.fees.set('a2', { makerBps: 3, takerBps: 4 });
    bench.fees.set('a3', { makerBps: -5, takerBps: 0 });
    bench.halt('a3');
    const [book] = (await viewed({ accountIds: ['a', 'a2', 'a3'] })).books;
    expect(book).toMatchObject({ makerBps: 1, takerBps: 4 });
  });

  it('hears of mids while nobody asks, and knows the volatility in time', async () => {
    bench.orderbook.subscribe([symbolOf(symbol)], [venueNamed('binance')]);
    for (let second = 0; second < 400; second += 1) {
      const up = second % 10 < 5 ? 0 : 0.1;
      bench.show('binance', symbol, [[[99 + up, 1]], [[101 + up, 2]]]);
      await bench.clock.advance(1_000);
    }
    const { dailyVolatilityBps } = await viewed();
    // Ten bps up and down every five seconds, 17,280 times a day.
    expect(dailyVolatilityBps).toBeCloseTo(Math.log(1.001) * 1e4 * Math.sqrt(17_280), 0);
  });
});

describe('an answer', () => {
  it('says what was asked, under an id of its own, and when', async () => {
    const [first, second] = [await analyze(), await analyze({ side: 'sell' })];
    expect(first).toMatchObject({ symbol, side: 'buy', quantity: 1, atMs: bench.clock.now() });
    expect(second.requestId).not.toBe(first.requestId);
    expect(second.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('doubts a daily volume that is not complete, and keeps its figures', async () => {
    const whole = (await analyze()).market?.analysis;
    bench.isAdvComplete = false;
    const { market, summary } = await analyze();
    expect(market?.analysis.cost).toEqual(whole?.cost);
    expect(market?.analysis.liquidity.pctOfAdv).toBe(whole?.liquidity.pctOfAdv);
    const factors = [...(whole?.summary.confidenceFactors ?? [])];
    expect(summary.confidenceFactors).toEqual([
      ...factors,
      expect.stringContaining('leaves out exchanges'),
    ]);
  });

  it('has scenarios when they are asked for', async () => {
    expect((await analyze()).market?.analysis.scenarios).toBeUndefined();
    const { market } = await analyze({ withScenarios: true });
    expect(market?.analysis.scenarios?.smaller.quantity).toBeCloseTo(0.8, 12);
  });

  it('asks each account once', async () => {
    await analyze({ ...both, withScenarios: true });
    const kinds = ['closable', 'fees', 'power', 'remaining'];
    const wanted = kinds.flatMap((kind) => both.accountIds.map((id) => `${kind} ${id}`));
    expect([...bench.asked].sort()).toEqual(wanted);
  });

  it('of a failed validation has nothing of the market in it', async () => {
    bench.free.set('a', 1);
    const { market, summary } = await analyze();
    expect([market, summary.confidence]).toEqual([undefined, 0]);
    expect(summary.warnings).toMatchObject([
      { severity: 'critical', code: 'INSUFFICIENT_BALANCE' },
    ]);
  });

  it('of a validation is that of a market order', async () => {
    const { symbol: name, side, quantity, accountIds } = marketDraft;
    const draft = { symbol: name, side, quantity, accountIds };
    const validation = await bench.answer(bench.pretrade.validate(draft));
    expect(validation).toEqual((await analyze()).validation);
  });
});

describe('names', () => {
  it('of accounts that are none are refused, all of them at once', async () => {
    const asked = analyze({ accountIds: ['x', 'a', 'y'] });
    await expect(asked).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [
        { field: 'exchange_account_ids', message: 'there is no exchange account x', value: 'x' },
        { field: 'exchange_account_ids', message: 'there is no exchange account y', value: 'y' },
      ],
    });
  });

  it.each(['BTC', 'BTC-USDT', 'btc/usdt', 'BTC/USDT:', ' BTC/USDT'])(
    '%j is no symbol',
    async (text) => {
      const refusal = {
        code: 'VALIDATION_FAILED',
        issues: [{ field: 'symbol', message: expect.any(String), value: text }],
      };
      await expect(analyze({ symbol: text })).rejects.toMatchObject(refusal);
      await expect(bench.pretrade.liquidity(text)).rejects.toMatchObject(refusal);
    },
  );
});

describe('liquidity', () => {
  const liquidity = () => bench.answer(bench.pretrade.liquidity(symbol));
  const nothing = {
    symbol,
    isAvailable: false,
    mid: undefined,
    spreadBps: undefined,
    advUsd: undefined,
    depthUsd: { top10: 0, top20: 0 },
    venues: [],
  };

  it('is nothing while no book is open, and opens none', async () => {
    expect(await liquidity()).toMatchObject(nothing);
    expect(bench.orderbook.allBooks()).toEqual([]);
  });

  it('is that of every open book, listed or kept, of whichever exchange', async () => {
    bench.usd.set('USDT', 0.5);
    bench.advUsd = 1_000;
    bench.account('o', 'okx');
    bench.show('okx', symbol, [[[98, 1]], [[103, 1]]]);
    bench.orderbook.subscribe([symbolOf(symbol)], ['binance', 'kraken'].map(venueNamed));
    bench.orderbook.keep(symbolOf(symbol), venueNamed('okx'));
    await bench.clock.advance(10);
    const found = await liquidity();
    expect(found).toMatchObject({
      symbol,
      isAvailable: true,
      atMs: bench.clock.now(),
      mid: 100.5,
      advUsd: 1_000,
      venues: [
        { venue: 'binance', bidDepthUsd: 49.5, askDepthUsd: 101, confidence: expect.any(Number) },
        { venue: 'kraken', bidDepthUsd: 50, askDepthUsd: 153 },
        { venue: 'okx', bidDepthUsd: 49, askDepthUsd: 51.5 },
      ],
    });
    expect(found.spreadBps).toBeCloseTo(1e4 / 100.5, 9);
    expect(found.depthUsd).toEqual({ top10: 454, top20: 454 });
    expect(found.venues[0]?.spreadBps).toBeCloseTo(200, 9);
  });

  it('counts merged price levels, of both sides', async () => {
    const asks = Array.from({ length: 30 }, (_, step) => [101 + step, 1] as const);
    bench.show('binance', symbol, [[[99, 1]], asks]);
    bench.show('kraken', symbol, [[[100, 1]], asks]);
    bench.orderbook.subscribe([symbolOf(symbol)], ['binance', 'kraken'].map(venueNamed));
    await bench.clock.advance(10);
    // Each price is at both venues: ten levels from 101 on, twice, and the two bids.
    const worth = (levels: number) => 2 * (levels * 101 + (levels * (levels - 1)) / 2) + 199;
    expect((await liquidity()).depthUsd).toEqual({ top10: worth(10), top20: worth(20) });
  });

  it('is nothing again once the books are flagged or dead', async () => {
    bench.orderbook.subscribe([symbolOf(symbol)], ['binance', 'kraken'].map(venueNamed));
    await bench.clock.advance(10);
    bench.flag('kraken', symbol, 'checksum');
    expect((await liquidity()).venues.map(({ venue }) => venue)).toEqual(['binance']);
    await bench.clock.advance(5_001);
    expect(await liquidity()).toMatchObject(nothing);
  });
});
