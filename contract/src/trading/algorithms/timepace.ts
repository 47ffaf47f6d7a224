import { z } from 'zod';
import {
  aggressions,
  flag,
  from0,
  intervalMaxS,
  oneOf,
  price,
  quantity,
  seconds,
} from './fields.ts';
import { defineAlgorithmContract } from './terms.ts';

/** Orderbook §4.3, TimePace params. */
const params = z.strictObject({
  quantity_per_interval: quantity('quantity_per_interval'),
  interval_seconds: seconds('interval_seconds', intervalMaxS),
  limit_price: price('limit_price')
    .optional()
    .describe('an interval is skipped while the market is beyond it'),
  aggression: oneOf('aggression', aggressions).default('neutral'),
  randomize_size: flag('randomize_size', true),
  randomize_size_pct: from0('randomize_size_pct', 90).default(10),
});

export const timepace = defineAlgorithmContract({
  title: 'Timepace',
  description:
    'Trades a fixed quantity each interval until all is done. What an interval misses is lost, ' +
    'not caught up, so it may take longer.',
  params,
  contradictions: ({ quantity: whole }, { quantity_per_interval: each }) => {
    if (each <= whole) return [];
    const message = 'quantity_per_interval must not be above quantity';
    return [{ path: ['params', 'quantity_per_interval'], message }];
  },
});
