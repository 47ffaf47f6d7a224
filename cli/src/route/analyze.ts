import type { endpoints, Input } from '@windlass/contract';
import { exitCodes, UsageError } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { openClient } from '../settings.ts';
import { createPaint, hasColours } from '../text.ts';
import { writeJson } from '../vaults/report.ts';
import { renderAnalysis } from './analysis.ts';
import { type GivenRoute, type RouteOptions, toRoute } from './request.ts';

type AnalysisInput = Input<typeof endpoints.analyzeOrder>;

export interface AnalyzeOptions extends Omit<RouteOptions, 'maxVenues' | 'maxSlippageBps'> {
  readonly type?: NonNullable<AnalysisInput['order_type']>;
  readonly limitPrice?: number;
  readonly urgency?: NonNullable<AnalysisInput['urgency']>;
  readonly scenarios?: boolean;
}

/** Shows the cost of an order and what speaks against it. Returns 1 when it could not be sent. */
export async function analyzeOrder(
  given: GivenRoute,
  options: AnalyzeOptions,
  io: CliIo,
): Promise<number> {
  const { type, limitPrice, urgency, scenarios } = options;
  if ((type === 'limit') !== (limitPrice !== undefined)) {
    throw new UsageError('--type limit and --limit-price belong together.');
  }
  const { max_venues: _venues, max_slippage_bps: _slippage, ...order } = toRoute(given, options);
  const analysis = await openClient(options, io).analyzeOrder({
    ...order,
    order_type: type,
    limit_price: limitPrice,
    urgency,
    include_scenarios: scenarios,
  });
  const paint = createPaint(hasColours(io));
  if (options.json) writeJson(analysis, io);
  else io.stdout.write(renderAnalysis(analysis, paint));
  return analysis.can_execute ? exitCodes.ok : exitCodes.failure;
}
