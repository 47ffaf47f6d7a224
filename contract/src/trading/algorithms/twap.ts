import { z } from 'zod';
import { aggressions, flag, intervalMaxS, oneOf, seconds } from './fields.ts';
import { defineAlgorithmContract } from './terms.ts';

/** A week: whoever wants a longer run starts another, and looks at the market first. */
const durationMaxS = 604_800;
/** Each interval makes a child order or two with their history. */
const intervalsMax = 10_000;

/** Orderbook §4.3, TWAP params. */
const params = z
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

export const twap = defineAlgorithmContract({
  title: 'TWAP',
  description:
    'Splits the quantity evenly over a duration. Each slice rests in the book first and is ' +
    'executed at once half way through its interval; missed quantity is caught up.',
  params,
});
