import { describe, expect, it } from 'vitest';
import { binanceSimulated } from '../../support/binanceExchange.ts';
import { openFeesDesk } from '../../support/feesDesk.ts';
import type { SimulatedVenue } from '../../support/simulatedExchange.ts';
import { runFees } from './runFees.ts';

runFees({
  exchange: binanceSimulated,
  isAsking: ({ path }) => /tradeFee|commissionRate/.test(path),
  tier: undefined,
});

/** The same exchange, where accounts margin all their markets together. */
const portfolio: SimulatedVenue = {
  ...binanceSimulated,
  account(name) {
    const { credentials, opened } = binanceSimulated.account(name);
    return { credentials, opened: opened.map((each) => ({ ...each, isPortfolioMargin: true })) };
  },
};

describe('fees of a portfolio-margin account at binance', () => {
  it('are told where such accounts are, and on spot where all are', async () => {
    const desk = await openFeesDesk(portfolio, true);
    const fees = { makerBps: 2, takerBps: 5, tier: undefined, isTierBased: true };
    expect(await desk.fee('BTC/USDT:USDT')).toEqual(fees);
    expect(await desk.fee('BTC/USDT')).toEqual(fees);
    expect(desk.asked()).toEqual(
      expect.arrayContaining(['/papi/v1/um/commissionRate', '/sapi/v1/asset/tradeFee']),
    );
    await desk.stop();
  });
});
