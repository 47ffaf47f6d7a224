import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { symbolOf } from '../../../../../test/support/paper/fixture.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { productionOf } from '../../../model/venuePlace.ts';
import { VenueUnavailableError } from '../../venuePort.ts';
import type { CcxtClient, TradingClient } from './ccxtClient.ts';
import type { RatesDialect } from './perpsDialect.ts';
import { createPublicRates, type PublicClient } from './publicRates.ts';
import { NotSentError } from './tradeHttp.ts';

const place = productionOf('okx');
const market = { symbol: symbolOf('BTC/USDT:USDT'), marketType: 'swap' } as const;
const { signal } = new AbortController();
const told = {
  rate: 0.0001,
  nextRate: undefined,
  windowHours: 8,
  nextFundingMs: 2,
  markPrice: 100,
  indexPrice: 100,
  atMs: 1,
};
const candle = (openMs: number) => ({ openMs, open: 1, close: 2 });

/** A client that only the dialect of the test uses. */
const ccxt = {} as CcxtClient;

function open(given: Partial<RatesDialect> | undefined) {
  const rates: RatesDialect | undefined = given && {
    fundingRate: async () => told,
    marks: async () => [],
    ...given,
  };
  const clock = createManualClock();
  const aims: string[] = [];
  let opened = 0;
  const client: TradingClient = {
    call({ purpose }, work) {
      aims.push(purpose);
      return work(ccxt);
    },
  };
  const clientOf = (): PublicClient | undefined => {
    opened += 1;
    return rates && { rates, dialect: { errorMeanings: [] }, client: async () => client };
  };
  const asked = createPublicRates({ clock, random: createSeededRandom('rates'), clientOf });
  const settle = async <Value>(answer: Promise<Value>): Promise<Value> => {
    answer.catch(() => undefined);
    for (let step = 0; step < 50; step += 1) await clock.advance(100);
    return answer;
  };
  return { asked, aims, settle, clock, opened: () => opened };
}

describe('public rates', () => {
  it('are asked with the client and the clock alone, as history', async () => {
    const { asked, aims, clock, opened } = open({
      fundingRate: async (call) => {
        expect(call).toEqual({ client: ccxt, clock });
        return told;
      },
    });
    expect(await asked.fundingRate(place, market, signal)).toEqual(told);
    expect(await asked.fundingRate(place, market, signal)).toEqual(told);
    expect([aims, opened()]).toEqual([['history', 'history'], 1]);
  });

  it('are asked again after a request that did not leave', async () => {
    let attempts = 0;
    const { asked, settle } = open({
      async fundingRate() {
        attempts += 1;
        if (attempts < 3) throw new NotSentError('no way');
        return told;
      },
    });
    expect(await settle(asked.fundingRate(place, market, signal))).toEqual(told);
  });

  it('are unavailable after three of them', async () => {
    let attempts = 0;
    const { asked, settle } = open({
      async fundingRate() {
        attempts += 1;
        throw new NotSentError('no way');
      },
    });
    const answer = settle(asked.fundingRate(place, market, signal));
    await expect(answer).rejects.toThrow(VenueUnavailableError);
    expect(attempts).toBe(3);
  });

  it('tell a mark price with its stamp and when it came, asked for as history', async () => {
    const { asked, aims, clock } = open({
      async marks() {
        await clock.sleep(30);
        return [{ symbol: market.symbol, price: 100, atMs: 7 }];
      },
    });
    const answer = asked.markPrice(place, market, signal);
    await clock.advance(30);
    const heardMs = clock.now();
    expect(await answer).toEqual({ symbol: market.symbol, price: 100, atMs: 7, heardMs });
    const other = { ...market, symbol: symbolOf('ETH/USDT:USDT') };
    const none = asked.markPrice(place, other, signal);
    await clock.advance(30);
    expect(await none).toBeUndefined();
    expect(aims).toEqual(['history', 'history']);
  });

  it('share an answer that tells the marks of all markets, for a moment', async () => {
    let calls = 0;
    const symbols = ['BTC/USDT:USDT', 'ETH/USDT:USDT'].map(symbolOf);
    const { asked, clock } = open({
      tellsAllMarks: true,
      async marks() {
        calls += 1;
        const price = calls;
        return symbols.map((symbol) => ({ symbol, price, atMs: undefined }));
      },
    });
    const pricesOf = () =>
      Promise.all(
        symbols.map(async (symbol) => {
          const mark = await asked.markPrice(place, { ...market, symbol }, signal);
          return mark?.price;
        }),
      );
    expect(await pricesOf()).toEqual([1, 1]);
    await clock.advance(1_000);
    expect(await pricesOf()).toEqual([2, 2]);
    await asked.markPrice(place, { ...market, marketType: 'future' }, signal);
    expect(calls).toBe(3);
  });

  it('tell the minutes that were asked for, oldest first', async () => {
    const { asked } = open({
      fundingRate: async () => told,
      markCandles: async () => [candle(180_000), candle(60_000), candle(240_000), candle(120_000)],
    });
    const query = { ...market, fromMs: 120_000, toMs: 180_000 };
    expect(await asked.markCandles(place, query, signal)).toEqual([
      candle(120_000),
      candle(180_000),
    ]);
  });

  it('are undefined where the venue has none', async () => {
    const query = { ...market, fromMs: 0, toMs: 60_000 };
    const without = open({ fundingRate: async () => told });
    expect(await without.asked.markCandles(place, query, signal)).toBeUndefined();
    const spotAlone = open(undefined);
    expect(await spotAlone.asked.fundingRate(place, market, signal)).toBeUndefined();
    expect(await spotAlone.asked.markPrice(place, market, signal)).toBeUndefined();
    expect(await spotAlone.asked.markCandles(place, query, signal)).toBeUndefined();
  });
});
