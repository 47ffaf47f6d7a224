import type { VenueTradingFee } from '../../feesPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { Endpoint } from '../../shared/live/endpoint.ts';
import { bpsAt } from '../../shared/live/feeRates.ts';
import type { FeesDialect } from '../../shared/live/feesDialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { commissionRate, type OneMarket, tradeFee } from './endpoints.ts';
import { fieldsIn, idOf, type MarginType, marginTypeOf, recordIn } from './marginTypes.ts';

export const binanceAccountFees: FeesDialect = feesAt(commissionRate);

/**
 * Rates of the account's level, which is not named. Fees paid in BNB are lower by a part that is
 * not in these rates, and depends on what the account holds when it trades.
 */
export function feesAt(rates: Readonly<Record<MarginType, Endpoint<OneMarket>>>): FeesDialect {
  return {
    marketTypes: ['spot', 'swap', 'future'],
    async tradingFee({ client }, { symbol, marketType }) {
      const id = idOf(client, symbol);
      if (marketType === 'spot') {
        // The answer is a list even when a symbol is named.
        const row = named(fieldsIn(await tradeFee(client, { symbol: id })), id);
        return feeOf(bpsAt(row, 'makerCommission'), bpsAt(row, 'takerCommission'));
      }
      const record = recordIn(await rates[marginTypeOf(symbol)](client, { symbol: id }));
      const row = named([record], id);
      return feeOf(bpsAt(row, 'makerCommissionRate'), bpsAt(row, 'takerCommissionRate'));
    },
  };
}

function named(rows: readonly Fields[], id: string): Fields {
  const found = rows.find((row) => row.symbol === id);
  return required(found, 'fees of a market');
}

function feeOf(makerBps: number, takerBps: number): VenueTradingFee {
  return { makerBps, takerBps, tier: undefined, isTierBased: true };
}
