import { describe, expect, it } from 'vitest';
import {
  binancePortfolioSimulated,
  binanceSimulated,
} from '../../support/exchanges/binance/exchange.ts';
import { openFeesTrader } from '../../support/exchanges/feesTrader.ts';
import { runFees } from './runFees.ts';

runFees({
  exchange: binanceSimulated,
  isAsking: ({ path }) => /tradeFee|commissionRate/.test(path),
  tier: undefined,
});

describe('fees of a portfolio-margin account at binance', () => {
  it('are told where such accounts are, and on spot where all are', async () => {
    const { markets } = binanceSimulated;
    const trader = await openFeesTrader({ ...binancePortfolioSimulated, markets }, true);
    const fees = { makerBps: 2, takerBps: 5, tier: undefined, isTierBased: true };
    expect(await trader.fee('BTC/USDT:USDT')).toEqual(fees);
    expect(await trader.fee('BTC/USDT')).toEqual(fees);
    expect(trader.asked()).toEqual(
      expect.arrayContaining(['/papi/v1/um/commissionRate', '/sapi/v1/asset/tradeFee']),
    );
    await trader.stop();
  });
});
