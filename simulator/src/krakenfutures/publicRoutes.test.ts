import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, root, startedText } from '../../test/support/krakenfutures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const get = async (target: string) => {
  const { status, json } = await bench.raw('GET', `${root}${target}`);
  expect([status, json.result, json.serverTime]).toEqual([200, 'success', startedText]);
  return json;
};

describe('anybody is told', () => {
  it('the contracts, in dollars and in coins', async () => {
    const { instruments } = await get('/instruments');
    expect(instruments).toMatchObject([
      {
        symbol: 'PF_XBTUSD',
        type: 'flexible_futures',
        tickSize: 0.5,
        contractSize: 1,
        tradeable: true,
        contractValueTradePrecision: 4,
        base: 'XBT',
        quote: 'USD',
      },
      {
        symbol: 'FF_XBTUSD_270326',
        type: 'flexible_futures',
        lastTradingTime: '2027-03-26T08:00:00.000Z',
      },
      { symbol: 'PI_XBTUSD', type: 'futures_inverse', contractValueTradePrecision: 0 },
    ]);
    expect(instruments[0]).not.toHaveProperty('lastTradingTime');
  });

  it('the prices', async () => {
    const { tickers } = await get('/tickers');
    expect(tickers).toMatchObject([
      {
        symbol: 'PF_XBTUSD',
        bid: 100,
        bidSize: 4,
        ask: 101,
        askSize: 4,
        markPrice: 100.5,
        last: 100.5,
        suspended: false,
      },
      // No book of it was shown.
      { symbol: 'FF_XBTUSD_270326', last: 0 },
      { symbol: 'PI_XBTUSD', bidSize: 400 },
    ]);
  });

  it('a book, by a name in letters of any size', async () => {
    const { orderBook } = await get('/orderbook?symbol=pf_xbtusd');
    expect(orderBook).toEqual({ bids: [[100, 4]], asks: [[101, 4]] });
    const { json } = await bench.raw('GET', `${root}/orderbook?symbol=PF_XXX`);
    expect(json).toEqual({ result: 'error', error: 'contractNotFound', serverTime: startedText });
    const without = await bench.raw('GET', `${root}/orderbook`);
    expect(without.json.error).toBe('requiredArgumentMissing');
  });
});

it('what it has no model of is said so', async () => {
  const { status, json } = await bench.raw('GET', `${root}/recentorders`);
  const error = `The simulator does not know GET ${root}/recentorders`;
  expect([status, json.error]).toEqual([404, error]);
});

it('spot markets are refused', () => {
  const steps = { tick: '1', lot: '1', minQuantity: '1', minNotional: '0' };
  const fees = { makerFeePpm: 0, takerFeePpm: 0 };
  const definition = { kind: 'spot', base: 'BTC', quote: 'USD', ...steps, ...fees } as const;
  const define = () => bench.simulator.defineMarket('krakenfutures', definition);
  expect(define).toThrow('There is no spot market at krakenfutures');
});
