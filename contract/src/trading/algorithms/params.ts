import { z } from 'zod';
import {
  aggressions,
  bps,
  flag,
  from0,
  oneOf,
  percent,
  price,
  quantity,
  seconds,
} from './fields.ts';
import { fundingArbParams, spreadParams } from './pairParams.ts';

/** Algorithms that can be started (Orderbook §4.3). */
export const algorithmTypes = [
  ...(['twap', 'ladder', 'sweep', 'timepace'] as const),
  ...(['spread', 'funding_arb'] as const),
] as const;
export type AlgorithmTypeWire = (typeof algorithmTypes)[number];

/** A week: whoever wants a longer run starts another, and looks at the market first. */
const durationMaxS = 604_800;
/** A day: nobody executes with longer pauses between two slices. */
const intervalMaxS = 86_400;
/** Each interval makes a child order or two with their history. */
const intervalsMax = 10_000;

/** Orderbook §4.3, TWAP params. */
export const twapParams = z
  .strictObject({
    duration_seconds: seconds('duration_seconds', durationMaxS).describe('total execution time'),
    interval_seconds: seconds('interval_seconds', intervalMaxS).describe('time between slices'),
    aggression: oneOf('aggression', [...aggressions, 'auto']).default('neutral'),
    randomize_size: flag('randomize_size', true).describe('±20 % of a slice'),
    randomize_timing: flag('randomize_timing', true).describe('±30 % of an interval'),
    catch_up_enabled: flag('catch_up_enabled', true).describe('catch up when behind'),
    max_catch_up_pct: z
      .int({ error: 'max_catch_up_pct must be a whole number' })
      .min(1, 'max_catch_up_pct must be at least 1')
      .max(1_000, 'max_catch_up_pct must be at most 1000')
      .default(200)
      .describe('most that is caught up at once, percent of a slice'),
  })
  .superRefine(({ duration_seconds, interval_seconds }, context) => {
    const wrong = (message: string) =>
      context.addIssue({
        code: 'custom',
        path: ['interval_seconds'],
        message,
        input: interval_seconds,
      });
    if (interval_seconds > duration_seconds) {
      wrong('interval_seconds must not be longer than duration_seconds');
    } else if (duration_seconds / interval_seconds > intervalsMax) {
      wrong(`interval_seconds makes more than ${intervalsMax} intervals of duration_seconds`);
    }
  });

/** Orderbook §4.3, Ladder params. */
export const ladderParams = z.strictObject({
  num_levels: z
    .int({ error: 'num_levels is required and must be a whole number' })
    .min(1, 'num_levels must be at least 1')
    .max(20, 'num_levels must be at most 20'),
  price_spacing_bps: bps('price_spacing_bps').default(10).describe('between two levels'),
  size_distribution: oneOf('size_distribution', ['equal', 'linear', 'exponential'])
    .default('equal')
    .describe('linear and exponential put more at better prices'),
  start_price: price('start_price').optional().describe('of the first level; the mid when omitted'),
  end_price: price('end_price').optional().describe('of the last level; overrides the spacing'),
  cancel_on_fill_pct: percent('cancel_on_fill_pct')
    .optional()
    .describe('completes, cancelling the rest, once so much has filled'),
  cancel_on_price_move_bps: bps('cancel_on_price_move_bps')
    .optional()
    .describe('cancels everything when the mid has moved so far'),
  reprice_on_move_bps: bps('reprice_on_move_bps')
    .optional()
    .describe('places the levels anew when the mid has moved so far'),
});

/** Orderbook §4.3, Sweep params. */
export const sweepParams = z.strictObject({
  urgency: oneOf('urgency', aggressions)
    .default('aggressive')
    .describe('passive takes the best price alone, neutral 20 bps more, aggressive to the guard'),
  limit_price: price('limit_price').optional().describe('the tighter of this and the order’s'),
  use_sor: flag('use_sor', true).describe('false: the accounts in the order given'),
  max_slippage_bps: bps('max_slippage_bps').default(50).describe('from the arrival price'),
  max_retries: z
    .int({ error: 'max_retries must be a whole number' })
    .min(0, 'max_retries must be at least 0')
    .max(100, 'max_retries must be at most 100')
    .default(3),
});

/** Orderbook §4.3, TimePace params. */
export const timepaceParams = z.strictObject({
  quantity_per_interval: quantity('quantity_per_interval'),
  interval_seconds: seconds('interval_seconds', intervalMaxS),
  limit_price: price('limit_price')
    .optional()
    .describe('an interval is skipped while the market is beyond it'),
  aggression: oneOf('aggression', aggressions).default('neutral'),
  randomize_size: flag('randomize_size', true),
  randomize_size_pct: from0('randomize_size_pct', 90).default(10),
});

/** The parameters of each algorithm type. Forms and types are derived from them. */
export const algorithmParams = {
  twap: twapParams,
  ladder: ladderParams,
  sweep: sweepParams,
  timepace: timepaceParams,
  spread: spreadParams,
  funding_arb: fundingArbParams,
} as const satisfies Record<AlgorithmTypeWire, z.ZodType>;

export type TwapParamsWire = z.output<typeof twapParams>;
export type LadderParamsWire = z.output<typeof ladderParams>;
export type SweepParamsWire = z.output<typeof sweepParams>;
export type TimepaceParamsWire = z.output<typeof timepaceParams>;
export type SpreadParamsWire = z.output<typeof spreadParams>;
export type FundingArbParamsWire = z.output<typeof fundingArbParams>;
