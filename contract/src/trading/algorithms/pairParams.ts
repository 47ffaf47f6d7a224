import { z } from 'zod';
import { symbolLengthMax } from '../accounts/fields.ts';
import { accountIdLengthMax, namedAccounts } from '../pretrade/fields.ts';
import {
  above0,
  aggressions,
  bps,
  from0,
  moveMaxBps,
  oneOf,
  percent,
  quantity,
  quantityMax,
  secondsOr,
} from './fields.ts';

/** An hour: whoever accepts a single leg for longer does not hedge. */
const unhedgedMaxS = 3_600;
/** A year: funding rates say nothing about a longer look-back or holding time. */
const hoursMax = 8_760;
/** Percent a year. No funding rate has stayed above it for a day. */
const aprMaxPct = 10_000;
/** Half of the price: nobody posts further away. */
const offsetMaxPct = 50;

const legSymbol = (name: string) =>
  z
    .string({ error: `${name} is required and must be a string` })
    .min(1, `${name} is required`)
    .max(symbolLengthMax, `${name} must be at most ${symbolLengthMax} characters`);

const legAccount = (name: string) =>
  z
    .string({ error: `${name} must be a string` })
    .min(1, `${name} must not be empty`)
    .max(accountIdLengthMax, `${name} must be at most ${accountIdLengthMax} characters`)
    .optional()
    .describe('the one of exchange_account_ids when omitted; need not be repeated there');

const maxUnhedged = secondsOr('max_unhedged_seconds', unhedgedMaxS);
const levelWithin = 'the legs are level again within it: hedged, or else what leads is given back';

/** Orderbook §4.3, Spread params. */
export const spreadParams = z.strictObject({
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

/** Orderbook §4.3, funding_arb params; Design (funding_arb, rest). */
export const fundingArbParams = z
  .strictObject({
    spot_symbol: legSymbol('spot_symbol').describe(
      'equals symbol; bought with its notional in cash',
    ),
    perp_symbol: legSymbol('perp_symbol').describe('a perpetual of the same asset; sold'),
    position_quantity: quantity('position_quantity').describe('of each leg; as quantity'),
    spot_exchange_account_id: legAccount('spot_exchange_account_id'),
    perp_exchange_account_id: legAccount('perp_exchange_account_id'),
    entry_apr_threshold: from0('entry_apr_threshold', aprMaxPct)
      .default(30)
      .describe('percent a year, of the smoothed predicted funding'),
    exit_apr_threshold: from0('exit_apr_threshold', aprMaxPct)
      .default(5)
      .describe('leaves below it; below entry_apr_threshold'),
    funding_smoothing_hours: above0('funding_smoothing_hours', hoursMax)
      .default(8)
      .describe('time constant of the moving average'),
    max_entry_basis_bps: bps('max_entry_basis_bps')
      .default(15)
      .describe('does not enter while the basis is wider'),
    round_trip_cost_bps: from0('round_trip_cost_bps', moveMaxBps)
      .default(30)
      .describe('of opening and closing both legs, fees included'),
    max_breakeven_hours: above0('max_breakeven_hours', hoursMax)
      .default(96)
      .describe('does not enter when the costs take longer to earn'),
    min_hold_hours: from0('min_hold_hours', hoursMax)
      .default(8)
      .describe('before that only a hard exit leaves'),
    max_hold_hours: above0('max_hold_hours', hoursMax)
      .optional()
      .describe('a hard exit after so long'),
    risk_quantity: above0('risk_quantity', quantityMax)
      .optional()
      .describe('base units by which the legs may differ; 10 % of position_quantity when omitted'),
    max_unhedged_seconds: maxUnhedged.default(30).describe(levelWithin),
    liquidation_buffer_pct: percent('liquidation_buffer_pct')
      .default(20)
      .describe('a hard exit when the mark price is nearer to the liquidation price'),
    basis_stop_bps: bps('basis_stop_bps')
      .optional()
      .describe('a hard exit when the basis has widened so far since the entry'),
    poll_interval_seconds: secondsOr('poll_interval_seconds', 3_600)
      .default(60)
      .describe('between two looks at the funding rate'),
  })
  .superRefine(({ entry_apr_threshold, exit_apr_threshold }, context) => {
    if (exit_apr_threshold < entry_apr_threshold) return;
    context.addIssue({
      code: 'custom',
      path: ['exit_apr_threshold'],
      input: exit_apr_threshold,
      message: 'exit_apr_threshold must be below entry_apr_threshold',
    });
  });
