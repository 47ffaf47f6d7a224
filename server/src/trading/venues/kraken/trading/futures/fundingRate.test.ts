import { describe, expect, it } from 'vitest';
import {
  openKrakenDialect,
  symbolOf,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { failureOf } from '../../../shared/live/failures.ts';
import { krakenFuturesDialect } from './dialect.ts';
import { futuresFundingRate } from './fundingRate.ts';

const ticker = {
  symbol: 'PF_XBTUSD',
  markPrice: 40_000,
  indexPrice: 39_990,
  lastTime: '2023-01-01T00:00:00Z',
  fundingRate: 0.5,
  fundingRatePrediction: -0.25,
};

async function read(fields: object, symbol = 'BTC/USD:USD') {
  const serverTime = '2023-11-14T22:13:20.123Z';
  const body = { result: 'success', serverTime, ticker: { ...ticker, ...fields } };
  const { run, wire } = await openKrakenDialect(krakenFuturesDialect, [{ body }]);
  const market = { symbol: symbolOf(symbol), marketType: 'swap' } as const;
  const rate = await run((call) => futuresFundingRate(call, market));
  return { rate, address: wire[0]?.address };
}

describe('the funding rate of futures', () => {
  it('in dollars for a coin and an hour is a part of the value for eight', async () => {
    const { rate, address } = await read({});
    expect(rate).toEqual({
      rate: 0.0001,
      nextRate: -0.00005,
      windowHours: 8,
      paymentHours: 1,
      markPrice: 40_000,
      indexPrice: 39_990,
      atMs: Date.parse('2023-11-14T22:13:20.123Z'),
      nextFundingMs: Date.parse('2023-11-14T23:00:00.000Z'),
    });
    expect(address).toBe('futures.kraken.com/derivatives/api/v3/tickers/PF_XBTUSD');
  });

  it('in coins for a dollar is so too', async () => {
    const { rate, address } = await read({ fundingRate: 1e-9 }, 'BTC/USD:BTC');
    expect(rate.rate).toBeCloseTo(1e-9 * 40_000 * 8, 15);
    expect(address).toMatch(/PI_XBTUSD$/);
  });

  it('may lack a prediction, and be zero', async () => {
    const { rate } = await read({ fundingRate: 0, fundingRatePrediction: undefined });
    expect([rate.rate, rate.nextRate]).toEqual([0, undefined]);
  });

  it('is none of a contract with a date', async () => {
    const error = await read({ fundingRate: undefined }, 'BTC/USD:USD-231229').catch((e) => e);
    expect(failureOf(error, [])).toMatchObject({
      kind: 'refused',
      message: 'kraken pays no funding on BTC/USD:USD-231229.',
    });
  });

  it('needs the mark price', async () => {
    await expect(read({ markPrice: 0 })).rejects.toThrow('did not report the mark price');
  });
});
