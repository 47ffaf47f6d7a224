import { describe, expect, it } from 'vitest';
import {
  gateClient,
  nowMs,
  symbolOf,
} from '../../../../../test/support/exchanges/gateio/client.ts';
import { fundingRateOf } from './fundingRate.ts';

const contract = {
  name: 'BTC_USDT',
  quanto_multiplier: '0.0001',
  funding_rate: '0.002053',
  funding_rate_indicative: '-0.000219',
  funding_interval: 14_400,
  funding_next_apply: 1_610_035_200,
  mark_price: '37985.6',
  index_price: '37954.92',
};

async function rateOf(changes: object, symbol = 'BTC/USDT:USDT') {
  const { run, requests } = gateClient(() => ({ ...contract, ...changes }));
  const rate = await run((call) =>
    fundingRateOf(call, { symbol: symbolOf(symbol), marketType: 'swap' }),
  );
  return { rate, line: requests[0]?.line };
}

describe('a funding rate', () => {
  it('is in the document of the contract, with the next one', async () => {
    expect(await rateOf({})).toEqual({
      rate: {
        rate: 0.002053,
        nextRate: -0.000219,
        windowHours: 4,
        atMs: nowMs,
        nextFundingMs: 1_610_035_200_000,
        markPrice: 37_985.6,
        indexPrice: 37_954.92,
      },
      line: 'GET /futures/usdt/contracts/BTC_USDT',
    });
  });

  it('of an inverse contract is with those that settle in its base', async () => {
    const { line } = await rateOf({}, 'BTC/USD:BTC');
    expect(line).toBe('GET /futures/btc/contracts/BTC_USD');
  });

  it('may be zero; a next one that is not told is none', async () => {
    const { rate } = await rateOf({ funding_rate: '0', funding_rate_indicative: '' });
    expect(rate).toMatchObject({ rate: 0, nextRate: undefined });
    const next = await rateOf({ funding_rate_indicative: '0' });
    expect(next.rate.nextRate).toBe(0);
  });

  it('that is not told is no rate', async () => {
    await expect(rateOf({ funding_rate: undefined })).rejects.toThrow('funding rate');
    await expect(rateOf({ funding_interval: 0 })).rejects.toThrow('funding interval');
  });

  it('of a dated contract is none', async () => {
    const { run, requests } = gateClient(() => contract);
    const market = { symbol: symbolOf('BTC/USDT:USDT-261225'), marketType: 'future' } as const;
    await expect(run((call) => fundingRateOf(call, market))).rejects.toThrow('pay no funding');
    expect(requests).toEqual([]);
  });
});
