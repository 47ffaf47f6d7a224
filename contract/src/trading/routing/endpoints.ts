import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { readers } from '../accounts/fields.ts';
import { clientName } from '../orders/clientName.ts';
import { sides } from '../orders/words.ts';
import { feeSources } from '../pretrade/endpoints.ts';
import {
  eligibleAccounts,
  isSpotSymbol,
  querySymbol,
  spotReduceOnly,
  tradedQuantity,
  tradedReduceOnly,
  tradedSide,
  tradedSymbol,
} from '../pretrade/fields.ts';

const number = z.number();
const unknownNumber = number.nullable();
const share = number.min(0).max(1);

/** Trading §8: router defaults. */
const maxVenuesDefault = 3;
const maxSlippageDefaultBps = 50;
/** More venues than exist. */
const maxVenuesMax = 32;
/** A tenth of the price: a wider limit protects from nothing. */
const maxSlippageMaxBps = 1_000;

/** Trading §3. */
export const planStatuses = ['pending', 'executing', 'completed', 'partial', 'failed'] as const;
export const sliceStatuses = [
  'pending',
  'submitted',
  'filled',
  'partial',
  'failed',
  'skipped',
] as const;

/** Reasons why a route gives an account nothing. */
export const exclusionReasons = [
  'ACCOUNT_HALTED',
  'NOT_SUPPORTED',
  'SYMBOL_NOT_LISTED',
  'MARKET_NOT_ACTIVE',
  'MARKETS_UNAVAILABLE',
  'NO_BOOK',
  'BOOK_FLAGGED',
  'BOOK_STALE',
  'LOW_CONFIDENCE',
  'EMPTY_SIDE',
  'BEYOND_MAX_SLIPPAGE',
  'NO_BALANCE',
  'NO_POSITION',
  'BALANCE_UNKNOWN',
  'NO_DAILY_LIMIT',
  'BELOW_MINIMUM',
  'NOT_CHOSEN',
] as const;

const exclusion = z.object({
  venue: z.string(),
  exchange_account_id: z.string(),
  reason: z.enum(exclusionReasons),
  message: z.string(),
});

/** Trading §2.9: the order that one account would get. */
const estimatedSlice = z.object({
  venue: z.string(),
  exchange_account_id: z.string(),
  quantity: number,
  estimated_price: number.describe('mean price of the levels it takes'),
  limit_price: number.describe('the price of its order: the worst of them, and room_bps beyond it'),
  room_bps: number.describe(
    'how far the order may trade beyond the levels it is to take, should they be gone by then',
  ),
  cost_bps: number.describe('slippage_bps + fee_bps'),
  slippage_bps: number.describe('against the common mid; positive is a cost'),
  fee_bps: number,
  fee_source: z.enum(feeSources),
  confidence: share.describe('in the book'),
  score: number.describe('cost_bps + (1 − confidence) × 10; lower is better'),
});

/** The router's figures of an account, whether it is used or not. */
const candidate = z.object({
  venue: z.string(),
  exchange_account_id: z.string(),
  used: z.boolean(),
  quantity: number,
  standalone_cost_bps: unknownNumber.describe('of the whole quantity at this account only'),
  standalone_quantity: number.describe('the part of it that the account could take by itself'),
  fee_bps: number,
  confidence: share,
  staleness_ms: number,
  score: unknownNumber.describe('of the whole quantity at this account only'),
});

const routeFields = {
  symbol: tradedSymbol,
  side: tradedSide,
  quantity: tradedQuantity,
  exchange_account_ids: eligibleAccounts,
  reduce_only: tradedReduceOnly,
  max_venues: z
    .int({ error: 'max_venues must be a whole number' })
    .min(1, 'max_venues must be at least 1')
    .max(maxVenuesMax, `max_venues must be at most ${maxVenuesMax}`)
    .default(maxVenuesDefault),
  max_slippage_bps: z
    .number({ error: 'max_slippage_bps must be a number' })
    .positive('max_slippage_bps must be above 0')
    .max(maxSlippageMaxBps, `max_slippage_bps must be at most ${maxSlippageMaxBps}`)
    .default(maxSlippageDefaultBps)
    .describe('no order trades further than this from the common mid'),
} as const;

/** A spot market has no position to reduce. */
function refuseSpotReduction(
  body: { readonly symbol: string; readonly reduce_only: boolean },
  context: z.RefinementCtx,
): void {
  if (!body.reduce_only || !isSpotSymbol(body.symbol)) return;
  context.addIssue({ code: 'custom', path: ['reduce_only'], message: spotReduceOnly });
}

/** Trading §2.9. */
const estimateSchema = z.object({
  symbol: z.string(),
  side: z.enum(sides),
  total_quantity: number,
  estimated_vwap: unknownNumber,
  estimated_cost_bps: unknownNumber.describe('slippage and fees over what is allocated'),
  routable: z.boolean().describe('whether all but lot dust can be placed'),
  allocated_quantity: number,
  unallocated_quantity: number,
  mid_price: unknownNumber.describe('of the best usable bid and ask'),
  objective_bps: unknownNumber.describe('what was minimised: cost with the confidence penalty'),
  optimality_gap_bps: unknownNumber.describe('proven bound of what a better split could save'),
  slices: z.array(estimatedSlice),
  candidates: z.array(candidate),
  excluded: z.array(exclusion),
});
export type RouteEstimateWire = z.output<typeof estimateSchema>;

/** Trading §2.9. */
const planSchema = z.object({
  plan_id: z.string(),
  client_plan_id: z.string().nullable(),
  symbol: z.string(),
  side: z.enum(sides),
  total_quantity: number,
  status: z.enum(planStatuses),
  reason: z.string().nullable().describe('why it ended short of its quantity'),
  created_at: z.string(),
  executed_at: z.string().nullable().describe('when its first orders were sent'),
  completed_at: z.string().nullable().describe('when every outcome was known'),
  executed_quantity: number,
  unfilled_quantity: number,
  actual_vwap: unknownNumber,
  actual_cost_bps: unknownNumber.describe('slippage against mid_price, and fees'),
  mid_price: unknownNumber.describe('common mid when it was made'),
  estimated_vwap: unknownNumber,
  estimated_cost_bps: unknownNumber,
  max_venues: z.int(),
  max_slippage_bps: number,
  reduce_only: z.boolean(),
  slices: z.array(
    z.object({
      number: z.int(),
      round: z.int().describe('from 1 on; later ones are of what those before left'),
      venue: z.string(),
      exchange_account_id: z.string(),
      quantity: number,
      status: z.enum(sliceStatuses),
      order_id: z.string().nullable().describe('ours; ask for the order by it'),
      filled_quantity: number,
      avg_fill_price: unknownNumber,
      confidence: share,
      estimated_price: number,
      limit_price: number,
      cost_bps: number.describe('estimated'),
      fee_bps: number.describe('estimated'),
      score: number,
      reason: z.string().nullable(),
    }),
  ),
  excluded: z.array(exclusion),
});
export type RoutePlanWire = z.output<typeof planSchema>;

/** Trading §2.9. An unavailable venue has its reason instead of the metrics. */
const venueStatusSchema = z.union([
  z.object({
    venue: z.string(),
    available: z.literal(true),
    confidence: share,
    spread_bps: unknownNumber,
    staleness_ms: number,
    quality: z.enum(['GOOD', 'DEGRADED', 'STALE', 'UNAVAILABLE']),
    fee_bps: number.describe('taker fee: the least of your accounts there, else of the schedule'),
    fee_source: z.enum(feeSources),
    exchange_account_id: z
      .string()
      .nullable()
      .describe('the account that pays it; null where your key reaches none that trades there'),
  }),
  z.object({ venue: z.string(), available: z.literal(false), reason: z.string() }),
]);
export type VenueStatusWire = z.output<typeof venueStatusSchema>;

const common = { service: 'trading', tag: 'Smart order router' } as const;
const planIdLengthMax = 128;

export const routingEndpoints = {
  /**
   * Returns how an order would be split over accounts, and why. Nothing is sent.
   *
   * @example
   * const { slices } = await client.estimateRoute({
   *   symbol: 'BTC/USDT',
   *   side: 'buy',
   *   quantity: 2,
   *   exchange_account_ids: ['paper-binance', 'paper-bybit', 'paper-kraken'],
   * });
   */
  estimateRoute: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/order-execution/sor/estimate',
    summary: 'How an order would be split over accounts',
    description:
      'The split with the least cost over the displayed books, after rounding to lots. ' +
      '`excluded` says of every account that gets nothing why.',
    access: readers,
    readsOnly: true,
    body: z.strictObject(routeFields).superRefine(refuseSpotReduction),
    data: estimateSchema,
    message: 'Routing estimate',
    answersWithinMs: 20_000,
    errors: ['MARKETS_UNAVAILABLE', 'PRICES_UNAVAILABLE'],
  }),
  /**
   * Splits an order over accounts and sends its slices at once, immediate or cancel. With a
   * `client_plan_id` the same call may be repeated: it answers with the first plan.
   *
   * @example
   * const plan = await client.executeRoute({
   *   symbol: 'BTC/USDT',
   *   side: 'buy',
   *   quantity: 0.5,
   *   exchange_account_ids: ['paper-binance', 'paper-kraken'],
   *   client_plan_id: 'rebalance-7',
   * });
   */
  executeRoute: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/order-execution/sor/execute',
    summary: 'Split an order over accounts and send it',
    description:
      'The plan is stored before anything is sent. What is proven not to have filled is routed ' +
      'again, within `max_slippage_bps` of the first mid, for two seconds from its start. A plan ' +
      'that is still `executing` when this answers has an order whose outcome is not known yet: ' +
      'ask for the plan by its id.',
    access: ['trader'],
    body: z
      .strictObject({
        ...routeFields,
        client_plan_id: clientName('client_plan_id', planIdLengthMax)
          .optional()
          .describe('your own name for the plan, unique for ever'),
      })
      .superRefine(refuseSpotReduction),
    data: planSchema,
    message: 'Routing plan completed',
    answersWithinMs: 60_000,
    errors: [
      'PLAN_FAILED',
      'DUPLICATE_CLIENT_PLAN_ID',
      'MARKETS_UNAVAILABLE',
      'PRICES_UNAVAILABLE',
      'STORE_UNAVAILABLE',
    ],
  }),
  /**
   * Returns a plan with its slices as they stand.
   *
   * @example
   * const plan = await client.getRoutePlan({ plan_id: 'rebalance-7' });
   */
  getRoutePlan: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/sor/plan/:plan_id',
    summary: 'A plan with its slices',
    access: readers,
    params: z.object({
      plan_id: z
        .string()
        .min(1, 'plan_id must not be empty')
        .max(planIdLengthMax, `plan_id must be at most ${planIdLengthMax} characters`)
        .describe('ours, or the client_plan_id'),
    }),
    data: planSchema,
    message: 'Plan retrieved',
    errors: ['PLAN_NOT_FOUND'],
  }),
  /**
   * Lists the venues that could be routed to now.
   *
   * @example
   * const { venues } = await client.listRouteVenues({ symbol: 'BTC/USDT' });
   */
  listRouteVenues: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/sor/venues',
    summary: 'Which venues could be routed to now',
    access: readers,
    query: z.object({
      symbol: querySymbol,
      venues: z
        .string()
        .max(256, 'venues must be at most 256 characters')
        .optional()
        .describe('comma-separated; those that list the symbol when omitted'),
    }),
    data: z.object({ symbol: z.string(), venues: z.array(venueStatusSchema) }),
    message: 'Venue status',
    answersWithinMs: 10_000,
    errors: ['UNSUPPORTED_EXCHANGE'],
  }),
} as const;
