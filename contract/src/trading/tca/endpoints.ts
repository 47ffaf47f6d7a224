import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { queryNumber, queryTime } from '../../query.ts';
import { accountId, optionalSymbol, readers } from '../accounts/fields.ts';
import { withinWindow } from '../analytics/fields.ts';
import { type MarkoutHorizon, markoutHorizons, tcaReportShape } from './shapes.ts';

const horizonError = `horizon must be one of ${markoutHorizons.join(', ')} seconds`;

const horizon = queryNumber(horizonError)
  .refine((seconds): seconds is MarkoutHorizon => markoutHorizons.some((one) => one === seconds), {
    error: horizonError,
  })
  .default(300)
  .describe('of the markout, seconds; default 300');

export const tcaEndpoints = {
  /**
   * Returns what trading cost an account and why, over all its fills.
   *
   * @example
   * const { slippage, fees } = await client.getTcaReport({ exchange_account_id: 'paper-okx' });
   */
  getTcaReport: defineEndpoint({
    service: 'trading',
    tag: 'Analytics',
    method: 'GET',
    path: '/oems/tca/report',
    summary: 'Transaction-cost analysis of an account',
    description:
      'All fills count: orders, algorithms and the router. With `format=html` the answer is a ' +
      'page of the same figures with plots, without the envelope.',
    access: readers,
    query: withinWindow({
      exchange_account_id: accountId,
      market_type: z
        .enum(['swap', 'spot'], { error: "market_type must be 'swap' or 'spot'" })
        .default('swap')
        .describe('default swap'),
      symbol: optionalSymbol,
      start: queryTime('start').describe('epoch ms, included; default: 30 days before the end'),
      end: queryTime('end').describe('epoch ms, included; default: now'),
      horizon,
      format: z
        .enum(['json', 'html'], { error: "format must be 'json' or 'html'" })
        .default('json')
        .describe('default json'),
    }),
    data: tcaReportShape,
    message: 'TCA report retrieved successfully',
    answersWithinMs: 20_000,
    errors: ['ACCOUNT_NOT_FOUND'],
  }),
} as const;
