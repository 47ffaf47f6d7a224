import { describe, expect, it } from 'vitest';
import {
  type OkxAnswer,
  okxFuture,
  okxRoute,
  okxSwap,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { okxDialect } from './dialect.ts';

/** As documented (GET /api/v5/public/funding-rate). */
const row = {
  instId: 'BTC-USDT-SWAP',
  instType: 'SWAP',
  method: 'current_period',
  fundingRate: '-0.000182',
  nextFundingRate: '',
  fundingTime: '1743609600000',
  nextFundingTime: '1743624000000',
  settFundingRate: '0.0145824401745880',
  settState: 'settled',
  ts: '1743588686291',
};
const prices: Readonly<Record<string, OkxAnswer>> = {
  'GET public/mark-price': [{ instId: 'BTC-USDT-SWAP', markPx: '60010.5' }],
  'GET market/index-tickers': [{ instId: 'BTC-USDT', idxPx: '60000.1' }],
};

async function read(
  changes: Partial<typeof row> = {},
  market: typeof okxSwap | typeof okxFuture = okxSwap,
) {
  const answer = [{ ...row, ...changes }];
  const { asked, run } = await okxTrading((request) => prices[okxRoute(request)] ?? answer);
  const rate = await run(async (call) => okxDialect.perps?.fundingRate(call, market));
  return { asked, rate };
}

describe('a funding rate', () => {
  it('is that of the running window, whose length two ends in a row tell', async () => {
    const { asked, rate } = await read();
    expect(rate).toEqual({
      rate: -0.000182,
      nextRate: undefined,
      windowHours: 4,
      markPrice: 60_010.5,
      nextFundingMs: 1_743_609_600_000,
      indexPrice: 60_000.1,
      atMs: 1_743_588_686_291,
    });
    expect(asked.map(({ path, query }) => [path, query])).toEqual([
      ['/api/v5/public/funding-rate', { instId: 'BTC-USDT-SWAP' }],
      ['/api/v5/public/mark-price', { instType: 'SWAP', instId: 'BTC-USDT-SWAP' }],
      ['/api/v5/market/index-tickers', { instId: 'BTC-USDT' }],
    ]);
  });

  it('has a next one where the venue publishes it, zero included', async () => {
    const next = { method: 'next_period', nextFundingTime: '1743638400000' };
    const { rate } = await read({ ...next, nextFundingRate: '0.00017' });
    expect(rate).toMatchObject({ nextRate: 0.00017, windowHours: 8 });
    expect((await read({ ...next, nextFundingRate: '0' })).rate?.nextRate).toBe(0);
  });

  it.each([
    ['no rate', { fundingRate: '' }],
    ['no end of the window', { fundingTime: '' }],
    ['no end of the next', { nextFundingTime: '' }],
    ['ends in no order', { nextFundingTime: '1743609600000' }],
  ])('is no answer with %s', async (_, changes) => {
    await expect(read(changes)).rejects.toBeInstanceOf(NoAnswerError);
  });

  it('is not asked for of what expires', async () => {
    await expect(read({}, okxFuture)).rejects.toThrow('ETH/USDT:USDT-261225 expires');
  });
});
