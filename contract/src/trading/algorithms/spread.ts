import { z } from 'zod';
import { namedAccounts } from '../pretrade/fields.ts';
import { aggressions, bps, from0, oneOf, percent, quantity } from './fields.ts';
import {
  assetOf,
  crowdFault,
  type Fault,
  legSymbol,
  levelWithin,
  maxUnhedged,
  toContradictions,
} from './pair.ts';
import { defineAlgorithmContract } from './terms.ts';

/** Half of the price: nobody posts further away. */
const offsetMaxPct = 50;

/** Orderbook §4.3, Spread params. */
const params = z.strictObject({
  anchor_symbol: legSymbol('anchor_symbol').describe(
    'equals symbol: the order is this leg; traded on its side',
  ),
  contra_symbol: legSymbol('contra_symbol').describe(
    'another market of the same base asset; traded on the opposite side',
  ),
  anchor_exchange_account_ids: namedAccounts('anchor_exchange_account_ids').describe(
    'need not be repeated in exchange_account_ids',
  ),
  contra_exchange_account_ids: namedAccounts('contra_exchange_account_ids').describe(
    'need not be repeated in exchange_account_ids',
  ),
  risk_quantity: quantity('risk_quantity').describe('base units by which the legs may differ'),
  lead_mode: oneOf('lead_mode', ['anchor', 'contra'])
    .default('anchor')
    .describe('the leg that posts first'),
  aggression: oneOf('aggression', aggressions)
    .default('neutral')
    .describe('how the leading leg is priced'),
  sweep_trigger_mode: oneOf('sweep_trigger_mode', ['immediate', 'disabled', 'threshold'])
    .default('immediate')
    .describe(
      'immediate hedges by IOC, disabled by a passive order for as long as it takes, threshold ' +
        'by IOC only while the spread is wider than sweep_threshold_pct; max_unhedged_seconds ' +
        'bounds the time of each',
    ),
  sweep_threshold_pct: from0('sweep_threshold_pct', 100)
    .default(0)
    .describe('for threshold; of the absolute spread'),
  pause_offset_pct: percent('pause_offset_pct')
    .optional()
    .describe('opens nothing while the absolute spread is wider'),
  reprice_increment_bps: bps('reprice_increment_bps')
    .default(10)
    .describe('what rests is posted anew when its price is off by so much'),
  spread_offset_pct: from0('spread_offset_pct', offsetMaxPct)
    .default(0)
    .describe('posts the leading leg so far to the passive side'),
  max_unhedged_seconds: maxUnhedged
    .optional()
    .describe(
      `${levelWithin}; 30 with sweep_trigger_mode immediate, and with disabled and threshold no ` +
        'bound, when omitted',
    ),
});

export const spread = defineAlgorithmContract({
  title: 'Spread',
  description:
    'Trades the symbol and hedges every fill on another symbol of the same asset. The two legs ' +
    'never differ by more than the risk quantity.',
  params,
  legs: [
    { symbol: 'anchor_symbol', accounts: 'anchor_exchange_account_ids' },
    { symbol: 'contra_symbol', accounts: 'contra_exchange_account_ids' },
  ],
  /** Orderbook §4.3: the anchor leg is the order, and the contra leg hedges the same asset. */
  contradictions: (order, given) => {
    const { anchor_symbol: anchor, contra_symbol: contra } = given;
    return toContradictions({
      anchor_symbol:
        anchor !== order.symbol &&
        `must equal symbol, ${order.symbol}: the order itself is the anchor leg`,
      contra_symbol: contraFault(anchor, contra),
      contra_exchange_account_ids: crowdFault(order, [
        ...given.anchor_exchange_account_ids,
        ...given.contra_exchange_account_ids,
      ]),
      risk_quantity: given.risk_quantity > order.quantity && 'must not be above quantity',
    });
  },
});

function contraFault(anchor: string, contra: string): Fault {
  if (contra === anchor) return 'must differ from anchor_symbol';
  const asset = assetOf(anchor);
  return (
    assetOf(contra) !== asset &&
    `must have the base asset of anchor_symbol, ${asset}: another asset does not hedge it`
  );
}
