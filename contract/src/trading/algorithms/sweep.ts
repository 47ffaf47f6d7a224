import { z } from 'zod';
import { aggressions, bps, flag, oneOf, price } from './fields.ts';
import { defineAlgorithmContract } from './terms.ts';

/** Orderbook §4.3, Sweep params. */
const params = z.strictObject({
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

export const sweep = defineAlgorithmContract({
  title: 'Sweep',
  description: 'Takes what is offered now, over all accounts, in rounds of immediate orders.',
  params,
});
