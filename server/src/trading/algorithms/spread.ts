import type { AccountId } from '../model/account.ts';
import { oppositeOf } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { defineAlgorithm, type LegTerms } from './algorithm.ts';
import type { SpreadParams } from './params.ts';

/** Waits for the definition itself: it names its legs and does nothing. */
export const spread = defineAlgorithm<SpreadParams, object>({
  type: 'spread',
  initialState: () => ({}),
  step: (state) => ({ state, actions: [] }),
  report: () => ({}),
  plannedMs: () => undefined,
  pair: {
    legs({ contraSymbol, anchorAccountIds, contraAccountIds }, { symbol, side }) {
      const anchor: LegTerms = { symbol, side, accountIds: anchorAccountIds as AccountId[] };
      const contra: LegTerms = {
        symbol: contraSymbol as InstrumentSymbol,
        side: oppositeOf(side),
        accountIds: contraAccountIds as AccountId[],
      };
      return [anchor, contra];
    },
    riskQuantity: ({ riskQuantity }) => riskQuantity,
    closesOnCancel: false,
  },
});
