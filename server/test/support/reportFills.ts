import type { ReportFill } from '../../src/trading/analytics/types.ts';
import { venueOf } from './accountsFixture.ts';
import { accountOf, symbolOf } from './paperFixture.ts';

/** One taken by a paper account on its perpetual, with a mark price seen at the time. */
export function reportFill(changes: Partial<ReportFill> = {}): ReportFill {
  return {
    accountId: accountOf(venueOf('okx')).id,
    marketType: 'swap',
    symbol: symbolOf('BTC/USDT:USDT'),
    venueTradeId: 't1',
    venueOrderId: 'o1',
    side: 'buy',
    price: 100,
    quantity: 2,
    fee: 0.1,
    feeAsset: 'USDT',
    liquidity: 'taker',
    atMs: 1_700_000_000_000,
    parentId: undefined,
    ...{ source: 'live', quoteUsd: 1, feeUsd: 1, halfSpread: 0.01 },
    marks: [100, 100, 100, 100, 100, 100],
    ...changes,
  };
}
