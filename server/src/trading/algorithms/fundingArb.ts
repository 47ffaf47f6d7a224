import type { AccountId } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { defineAlgorithm, type LegTerms } from './algorithm.ts';
import type { FundingArbParams } from './params.ts';

/** Waits for the definition itself: it names its legs and does nothing. */
export const fundingArb = defineAlgorithm<FundingArbParams, object>({
  type: 'funding_arb',
  initialState: () => ({}),
  step: (state) => ({ state, actions: [] }),
  report: () => ({}),
  plannedMs: () => undefined,
  pair: {
    legs({ perpSymbol, spotAccountId, perpAccountId }, { symbol }) {
      const spot: LegTerms = { symbol, side: 'buy', accountIds: [spotAccountId as AccountId] };
      const perp: LegTerms = {
        symbol: perpSymbol as InstrumentSymbol,
        side: 'sell',
        accountIds: [perpAccountId as AccountId],
      };
      return [spot, perp];
    },
    riskQuantity: ({ riskQuantity }) => riskQuantity,
    closesOnCancel: true,
  },
});
