import type { AlgorithmParamsWire } from '@windlass/contract';
import { defineParams, type OwnOf } from '../paramNames.ts';
import { legSymbol } from '../shared/pair/legSymbol.ts';

/** Bound of the time without a hedge for hedges at once (Orderbook §4.3). */
export const usualUnhedgedS = 30;

export const spreadRules = defineParams({
  type: 'spread',
  renamed: {
    anchor_exchange_account_ids: 'anchorAccountIds',
    contra_exchange_account_ids: 'contraAccountIds',
  },
  repeats: { anchor_symbol: 'symbol' },
  resolve: (params: AlgorithmParamsWire<'spread'>) => ({
    ...params,
    contra_symbol: legSymbol('contra_symbol', params.contra_symbol),
    max_unhedged_seconds: unhedgedSecondsOf(params),
  }),
});

/** The anchor leg is the order's own symbol and side. */
export type SpreadParams = OwnOf<typeof spreadRules>;

/** Returns the time limit. Resting hedges have only one that the caller gives. */
function unhedgedSecondsOf(params: AlgorithmParamsWire<'spread'>): number | undefined {
  const { max_unhedged_seconds: given, sweep_trigger_mode: mode } = params;
  return given ?? (mode === 'immediate' ? usualUnhedgedS : undefined);
}
