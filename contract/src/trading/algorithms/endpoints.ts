import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { pageQuery } from '../../query.ts';
import { optionalSymbol, readers } from '../accounts/fields.ts';
import { algorithmBody, algorithmNameLengthMax } from './body.ts';
import { algorithmTypes } from './registry.ts';
import { algorithmDetailsShape, algorithmShape, algorithmStatuses } from './shapes.ts';

const common = { service: 'trading', tag: 'Execution algorithms' } as const;
const path = '/order-execution/algorithms';

/** A start waits for books. A pause and a cancel wait until their orders are cancelled. */
const answersWithinMs = 20_000;

const named = z.object({
  order_id: z
    .string()
    .min(1, 'order_id must not be empty')
    .max(algorithmNameLengthMax, `order_id must be at most ${algorithmNameLengthMax} characters`)
    .describe('ours, or the client_algorithm_id'),
});

const move = {
  ...common,
  method: 'POST',
  access: ['trader'],
  params: named,
  data: algorithmShape,
  answersWithinMs,
  errors: ['ALGORITHM_NOT_FOUND', 'ALGORITHM_STATE', 'STORE_UNAVAILABLE'],
} as const;

export const algorithmEndpoints = {
  /**
   * Starts an algorithm that executes an order over time. With a `client_algorithm_id` the same
   * call may be repeated: it answers with the first algorithm.
   *
   * @example
   * const algorithm = await client.startAlgorithm({
   *   algorithm_type: 'twap',
   *   symbol: 'BTC/USDT',
   *   side: 'buy',
   *   quantity: 2,
   *   exchange_account_ids: ['paper-binance', 'paper-kraken'],
   *   params: { duration_seconds: 3_600, interval_seconds: 60 },
   * });
   */
  startAlgorithm: defineEndpoint({
    ...common,
    method: 'POST',
    path: `${path}/start`,
    summary: 'Start an algorithm',
    description:
      'It is stored when this answers, and goes on over restarts of the service. Every child ' +
      'order is stored before it is sent.',
    access: ['trader'],
    body: algorithmBody,
    data: algorithmShape,
    message: 'Algorithm started successfully.',
    answersWithinMs,
    errors: [
      'DUPLICATE_CLIENT_ALGORITHM_ID',
      'BELOW_MINIMUM_ORDER',
      'INSUFFICIENT_BALANCE',
      'INSUFFICIENT_MARGIN',
      'ACCOUNT_HALTED',
      'MARKETS_UNAVAILABLE',
      'STORE_UNAVAILABLE',
    ],
  }),
  /**
   * Lists the algorithms of the accounts that the key reaches, newest first.
   *
   * @example
   * const { orders } = await client.listAlgorithms({ status: 'RUNNING' });
   */
  listAlgorithms: defineEndpoint({
    ...common,
    method: 'GET',
    path,
    summary: 'Algorithms, newest first',
    access: readers,
    query: z.object({
      status: z
        .enum(algorithmStatuses, { error: `status must be one of ${algorithmStatuses.join(', ')}` })
        .optional(),
      algorithm_type: z
        .enum(algorithmTypes, {
          error: `algorithm_type must be one of ${algorithmTypes.join(', ')}`,
        })
        .optional(),
      symbol: optionalSymbol,
      ...pageQuery({ max: 200, usual: 50 }),
    }),
    data: z.object({
      total: z.int(),
      page: z.int(),
      size: z.int(),
      orders: z.array(algorithmShape),
    }),
    message: 'Algorithms retrieved',
  }),
  /**
   * Returns an algorithm with its child orders, its history and its costs.
   *
   * @example
   * const { progress, tca } = await client.getAlgorithm({ order_id: 'rebalance-7' });
   */
  getAlgorithm: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${path}/:order_id`,
    summary: 'An algorithm with its child orders, history and costs',
    access: readers,
    params: named,
    data: algorithmDetailsShape,
    message: 'Algorithm retrieved',
    errors: ['ALGORITHM_NOT_FOUND'],
  }),
  /**
   * Cancels the resting orders of an algorithm and stops its clock.
   *
   * @example
   * await client.pauseAlgorithm({ order_id: 'rebalance-7' });
   */
  pauseAlgorithm: defineEndpoint({
    ...move,
    path: `${path}/:order_id/pause`,
    summary: 'Pause an algorithm',
    description:
      'Its resting orders are cancelled first, and its clock stops until it is resumed. A pair ' +
      '(spread, funding_arb) opens nothing more, yet still makes its legs equal; its clock goes ' +
      'on.',
    message: 'Algorithm paused',
  }),
  /**
   * Resumes an algorithm with the quantity that remains.
   *
   * @example
   * await client.resumeAlgorithm({ order_id: 'rebalance-7' });
   */
  resumeAlgorithm: defineEndpoint({
    ...move,
    path: `${path}/:order_id/resume`,
    summary: 'Resume an algorithm',
    description: 'It goes on with what remains of its schedule.',
    message: 'Algorithm resumed',
  }),
  /**
   * Ends an algorithm for good. Filled quantities stay filled; only a funding_arb closes its
   * position.
   *
   * @example
   * await client.cancelAlgorithm({ order_id: 'rebalance-7' });
   */
  cancelAlgorithm: defineEndpoint({
    ...move,
    path: `${path}/:order_id/cancel`,
    summary: 'Cancel an algorithm',
    description:
      'Its resting orders are cancelled. `CANCELLING` says that the outcome of one is not known ' +
      'yet, or that a pair is being settled: a spread makes its legs equal, a funding_arb gives ' +
      'both back.',
    message: 'Algorithm cancelled',
  }),
} as const;
