import type { AlgorithmParamsWire } from '@windlass/contract';
import { assert } from '../../../kit/assert.ts';
import { defineParams, type OwnOf, type ParamsOrder } from '../paramNames.ts';
import { withoutNoise } from '../shared/amounts.ts';
import { legSymbol } from '../shared/pair/legSymbol.ts';

/** Orderbook §4.3, funding_arb params. */
const usualRiskShare = 0.1;

export const fundingArbRules = defineParams({
  type: 'funding_arb',
  renamed: {
    spot_exchange_account_id: 'spotAccountId',
    perp_exchange_account_id: 'perpAccountId',
    entry_apr_threshold: 'entryAprPct',
    exit_apr_threshold: 'exitAprPct',
    funding_smoothing_hours: 'smoothingHours',
  },
  repeats: { spot_symbol: 'symbol', position_quantity: 'quantity' },
  resolve: (params: AlgorithmParamsWire<'funding_arb'>, { accountIds }: ParamsOrder) => {
    const [onlyAccount] = accountIds;
    assert(onlyAccount !== undefined, 'an order names at least one account');
    return {
      ...params,
      perp_symbol: legSymbol('perp_symbol', params.perp_symbol),
      spot_exchange_account_id: params.spot_exchange_account_id ?? onlyAccount,
      perp_exchange_account_id: params.perp_exchange_account_id ?? onlyAccount,
      risk_quantity:
        params.risk_quantity ?? withoutNoise(params.position_quantity * usualRiskShare),
    };
  },
});

/** The spot leg is the order's own symbol. */
export type FundingArbParams = OwnOf<typeof fundingArbRules>;
