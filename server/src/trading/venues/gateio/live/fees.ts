import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { bpsAt } from '../../shared/live/feeRates.ts';
import type { FeesDialect } from '../../shared/live/feesDialect.ts';
import { contractParams, settleOf } from './contracts.ts';
import { type Market, type Params, rowOf } from './endpoints.ts';
import { vipLevel } from './keyFacts.ts';

/**
 * Rates of the account's level. What is paid in GT or in points costs less: that is not in them,
 * and depends on what the account holds when it trades.
 */
export const gateioFees: FeesDialect = {
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

/** One record has the rates of spot, of perpetuals and of what expires, side by side. */
async function walletRates({ client }: DialectCall, prefix: '' | 'delivery_', params: Params) {
  const row = rowOf(await client.request('fee', ['private', 'wallet'], 'GET', params));
  return ratesIn(row, prefix);
}

/** Each perpetual has rates of its own, which the record of all has not. */
async function contractRates(call: DialectCall, market: Market) {
  const params = contractParams(call, { ...market, marketType: 'swap' });
  const path = '{settle}/fee';
  const answer = rowOf(await call.client.request(path, ['private', 'futures'], 'GET', params));
  return ratesIn(rowOf(answer[params.contract]), '');
}

function ratesIn(row: Fields, prefix: '' | 'delivery_') {
  return {
    makerBps: bpsAt(row, `${prefix}maker_fee`),
    takerBps: bpsAt(row, `${prefix}taker_fee`),
  };
}
