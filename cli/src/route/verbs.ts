import { exitCodes } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { toSymbolName } from '../symbol.ts';
import { createPaint, hasColours } from '../text.ts';
import { writeJson } from '../vaults/report.ts';
import { renderEstimate, renderPlan, renderVenues } from './format.ts';
import { type GivenRoute, type RouteOptions, toRoute } from './request.ts';

export interface VenueOptions extends GlobalOptions {
  readonly venues?: readonly string[];
}

/** Shows how an order would be split. Returns 1 when not all of it can be placed. */
export async function estimateRoute(
  given: GivenRoute,
  options: RouteOptions,
  io: CliIo,
): Promise<number> {
  const estimate = await openClient(options, io).estimateRoute(toRoute(given, options));
  if (options.json) writeJson(estimate, io);
  else io.stdout.write(renderEstimate(estimate, createPaint(hasColours(io))));
  return estimate.routable ? exitCodes.ok : exitCodes.failure;
}

export async function showPlan(id: string, options: GlobalOptions, io: CliIo): Promise<number> {
  const plan = await openClient(options, io).getRoutePlan({ plan_id: id });
  if (options.json) writeJson(plan, io);
  else io.stdout.write(renderPlan(plan, createPaint(hasColours(io))));
  return exitCodes.ok;
}

/** Shows the venues that could be routed to now. */
export async function listVenues(
  symbol: string,
  options: VenueOptions,
  io: CliIo,
): Promise<number> {
  const found = await openClient(options, io).listRouteVenues({
    symbol: toSymbolName(symbol),
    venues: options.venues?.join(),
  });
  if (options.json) writeJson(found, io);
  else io.stdout.write(renderVenues(found.venues, createPaint(hasColours(io))));
  return exitCodes.ok;
}
