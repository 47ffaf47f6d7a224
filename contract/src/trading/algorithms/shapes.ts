import { z } from 'zod';
import { orderStatuses, sides } from '../orders/words.ts';
import { algorithmTypes } from './registry.ts';

const number = z.number();
const unknownNumber = number.nullable();
const unknownText = z.string().nullable();

/** Statuses of an algorithm, from the design (algorithms). The last three are final. */
export const algorithmStatuses = [
  'RUNNING',
  'PAUSED',
  'CANCELLING',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
] as const;
export type AlgorithmStatusWire = (typeof algorithmStatuses)[number];

/** Purposes of a child order. */
export const childPurposes = [
  ...(['slice', 'take', 'catch_up', 'level', 'sweep'] as const),
  ...(['lead', 'hedge', 'unwind'] as const),
] as const;

/** The statuses of an order, and those of a child that is not an order yet or never became one. */
export const childStatuses = [...orderStatuses, 'intended', 'not_sent'] as const;

/** Kinds of entries in an algorithm's history. */
export const algorithmEventKinds = [
  'started',
  'child_placed',
  'child_filled',
  'child_over',
  'child_refused',
  'note',
  'waiting',
  'paused',
  'resumed',
  'recovered',
  'cancelling',
  'ended',
  'late_fill',
] as const;

const progress = z.object({
  filled_quantity: number,
  remaining_quantity: number,
  fill_percentage: number.describe('100 also when what remains is too little to be traded'),
  vwap: unknownNumber.describe('null until something filled'),
  child_orders_filled: z.int(),
  total_fees: number.describe('in the quote currency'),
  child_orders: z.int(),
  fees: z.array(z.object({ asset: z.string(), amount: number })).describe('as they were paid'),
});

/** Orderbook §2.5, with the further fields of an algorithm. */
export const algorithmShape = z.object({
  order_id: z.string(),
  client_algorithm_id: unknownText,
  algorithm_type: z.enum(algorithmTypes),
  symbol: z.string(),
  side: z.enum(sides),
  total_quantity: number,
  limit_price: unknownNumber.describe('the tighter of the order’s and the parameters’'),
  exchange_account_ids: z.array(z.string()),
  reduce_only: z.boolean(),
  params: z.record(z.string(), z.unknown()).describe('as given, with defaults'),
  status: z.enum(algorithmStatuses),
  status_reason: unknownText.describe(
    'why it is paused, why nothing can be ordered, or how it ended',
  ),
  waiting_for: unknownText.describe('why nothing is being done now'),
  arrival_price: number.describe('mid of the best bid and ask at the start'),
  arrival_spread_bps: number,
  estimated_completion: unknownText.describe('null when it is not known'),
  created_at: z.string(),
  updated_at: z.string(),
  ended_at: unknownText,
  progress,
  state: z.record(z.string(), z.unknown()).describe('what the algorithm itself says'),
});
export type AlgorithmWire = z.output<typeof algorithmShape>;

/** A child order as it is known now. */
const child = z.object({
  number: z.int(),
  order_id: unknownText.describe('ours; ask for the order by it'),
  client_order_id: z.string(),
  exchange_account_id: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  leg: z.literal([0, 1]).describe('1 of the second leg of a pair (contra, perpetual), else 0'),
  purpose: z.enum(childPurposes),
  group: z.int().describe('the interval, level, round or clip it belongs to'),
  quantity: number,
  price: number,
  time_in_force: z.enum(['GTC', 'IOC', 'POST_ONLY']),
  status: z.enum(childStatuses),
  filled_quantity: number,
  average_price: unknownNumber,
  fee: number,
  fee_currency: unknownText,
  reason: unknownText,
  created_at: z.string(),
  updated_at: z.string(),
});
export type AlgorithmChildWire = z.output<typeof child>;

/** One entry of an algorithm's history. Entries are numbered from 1. */
export const algorithmEventShape = z.object({
  number: z.int(),
  timestamp: z.string(),
  kind: z.enum(algorithmEventKinds),
  text: z.string(),
});
export type AlgorithmEventWire = z.output<typeof algorithmEventShape>;

/** Costs are positive, gains negative. */
const tca = z.object({
  arrival_price: number,
  vwap: unknownNumber,
  slippage_bps: unknownNumber.describe('vwap against the arrival price'),
  interval_twap: unknownNumber.describe('time-weighted mid while it ran'),
  twap_slippage_bps: unknownNumber.describe('vwap against interval_twap'),
  fees_bps: unknownNumber,
  cost_bps: unknownNumber.describe('slippage_bps + fees_bps'),
});
export type AlgorithmTcaWire = z.output<typeof tca>;

/** An algorithm with its children, the newest of its history, and its costs. */
export const algorithmDetailsShape = z.object({
  ...algorithmShape.shape,
  child_orders: z.array(child),
  events: z.array(algorithmEventShape).describe('the newest, oldest first'),
  tca,
});
export type AlgorithmDetailsWire = z.output<typeof algorithmDetailsShape>;
