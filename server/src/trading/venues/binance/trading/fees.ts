import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueTradingFee } from '../../feesPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { bpsAt } from '../../shared/live/feeRates.ts';
import type { FeesDialect } from '../../shared/live/feesDialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { type Endpoint, type HouseName, houseOf, idOf, listAt, recordAt } from './houses.ts';

/** Accounts of both kinds read spot fees at the same endpoint. */
const spot: Endpoint = { path: 'asset/tradeFee', api: 'sapi' };

export const binanceAccountFees: FeesDialect = feesAt({
  usdm: { path: 'commissionRate', api: 'fapiPrivate' },
  coinm: { path: 'commissionRate', api: 'dapiPrivate' },
});

/**
 * Rates of the account's level, which is not named. Fees paid in BNB are lower by a part that is
 * not in these rates, and depends on what the account holds when it trades.
 */
export function feesAt(contracts: Readonly<Record<HouseName, Endpoint>>): FeesDialect {
  return {
    marketTypes: ['spot', 'swap', 'future'],
    async tradingFee(call, { symbol, marketType }) {
      if (marketType === 'spot') {
        // The answer is a list even when a symbol is named.
        const row = named(await listAt(call, spot, asked(call, symbol)), call, symbol);
        return feeOf(bpsAt(row, 'makerCommission'), bpsAt(row, 'takerCommission'));
      }
      const record = await recordAt(call, contracts[houseOf(symbol)], asked(call, symbol));
      const row = named([record], call, symbol);
      return feeOf(bpsAt(row, 'makerCommissionRate'), bpsAt(row, 'takerCommissionRate'));
    },
  };
}

function asked({ client }: DialectCall, symbol: InstrumentSymbol) {
  return { symbol: idOf(client, symbol) };
}

function named(rows: readonly Fields[], call: DialectCall, symbol: InstrumentSymbol): Fields {
  const id = idOf(call.client, symbol);
  const found = rows.find((row) => row.symbol === id);
  return told(found, 'fees of a market');
}

function feeOf(makerBps: number, takerBps: number): VenueTradingFee {
  return { makerBps, takerBps, tier: undefined, isTierBased: true };
}
