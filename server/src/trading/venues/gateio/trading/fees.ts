import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { bpsAt } from '../../shared/live/feeRates.ts';
import type { FeesDialect } from '../../shared/live/feesDialect.ts';
import { vipLevel } from './account.ts';
import { contractFields, settleOf } from './contracts.ts';
import { contractFee, type WalletFee, walletFee } from './endpoints.ts';
import { type Market, rowOf } from './rows.ts';

/**
 * Rates of the account's level. Fees paid in GT or in points are lower: that is not in these rates,
 * and depends on what the account holds when it trades.
 */
export const gateioAccountFees: FeesDialect = {
  marketTypes: ['spot', 'swap', 'future'],
  async tradingFee(call, market) {
    const [rates, tier] = await Promise.all([ratesOf(call, market), vipLevel(call)]);
    return { ...rates, tier, isTierBased: true };
  },
};

function ratesOf(call: DialectCall, market: Market) {
  switch (market.marketType) {
    case 'spot':
      return walletRates(call, '', { currency_pair: call.client.market(market.symbol).id });
    case 'swap':
      return contractRates(call, market);
    case 'future':
      return walletRates(call, 'delivery_', { settle: settleOf(market.symbol).toUpperCase() });
  }
}

/**
 * Reads one record, which has the rates of spot, of perpetuals and of dated contracts side by side.
 */
async function walletRates({ client }: DialectCall, prefix: '' | 'delivery_', asked: WalletFee) {
  return ratesIn(rowOf(await walletFee(client, asked)), prefix);
}

/** Each perpetual has its own rates, which the common record does not contain. */
async function contractRates(call: DialectCall, market: Market) {
  const named = contractFields(call, market);
  const answer = rowOf(await contractFee(call.client, named));
  return ratesIn(rowOf(answer[named.contract]), '');
}

function ratesIn(row: Fields, prefix: '' | 'delivery_') {
  return {
    makerBps: bpsAt(row, `${prefix}maker_fee`),
    takerBps: bpsAt(row, `${prefix}taker_fee`),
  };
}
