import { z } from 'zod';
import { bps, oneOf, percent, price } from './fields.ts';
import { defineAlgorithmContract } from './terms.ts';

/** Orderbook §4.3, Ladder params. */
const params = z.strictObject({
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

export const ladder = defineAlgorithmContract({
  title: 'Ladder',
  description: 'Rests limit orders at several prices away from the market and waits to be hit.',
  params,
  contradictions: ({ side }, { start_price: start, end_price: end }) => {
    if (start === undefined || end === undefined) return [];
    if (side === 'buy' ? end < start : end > start) return [];
    const where = side === 'buy' ? 'below' : 'above';
    const message = `end_price must be ${where} start_price for a ${side}`;
    return [{ path: ['params', 'end_price'], message }];
  },
});
