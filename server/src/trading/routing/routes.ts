import { routingEndpoints } from '@windlass/contract';
import { answer, type Binding, bind, type Context } from '../../http/bind.ts';
import { unreachable } from '../../kit/assert.ts';
import { AppError } from '../../kit/errors.ts';
import { reaches, requireReach } from '../accounts/index.ts';
import { type VenueId, venueIds } from '../model/venue.ts';
import { parseVenueIds, unsupportedExchange } from '../venues/registry.ts';
import type { Plan, PlanStatus } from './plans/types.ts';
import type { RouteSender, Routing } from './types.ts';
import { toEstimateWire, toPlanWire, toRouteDraft, toVenueStatusWire } from './wire.ts';

/** Routes of the smart order router (Trading §4.6). */
export function routingRoutes(routing: Routing): Binding[] {
  return [
    bind(routingEndpoints.estimateRoute, async ({ body }, context) => {
      requireAll(context, body.exchange_account_ids);
      return toEstimateWire(await routing.estimate(toRouteDraft(body)));
    }),
    bind(routingEndpoints.executeRoute, async ({ body }, context) => {
      requireAll(context, body.exchange_account_ids);
      const { client_plan_id: clientPlanId } = body;
      const draft = { ...toRouteDraft(body), clientPlanId };
      const plan = await routing.execute(draft, senderOf(context));
      if (plan.status === 'failed') throw planFailed(plan);
      return answer(toPlanWire(plan), { message: executedMessage(plan.status) });
    }),
    bind(routingEndpoints.getRoutePlan, async ({ params }, { caller }) => {
      if (!caller) throw new AppError('UNAUTHORIZED');
      const plan = await routing.plan(params.plan_id, caller.owner);
      // A key does not learn whether there is a plan of accounts out of its reach.
      if (plan.accountIds.every((id) => reaches(caller, id))) return toPlanWire(plan);
      throw new AppError('PLAN_NOT_FOUND', {
        message: `There is no routing plan ${params.plan_id}.`,
      });
    }),
    bind(routingEndpoints.listRouteVenues, async ({ query }, context) => {
      const { symbol, venues } = query;
      const { reaches: isOwn } = senderOf(context);
      const statuses = await routing.venues(symbol, venuesIn(venues ?? ''), isOwn);
      return { symbol, venues: statuses.map(toVenueStatusWire) };
    }),
  ];
}

function senderOf(context: Context): RouteSender {
  const { caller } = context;
  if (!caller) throw new AppError('UNAUTHORIZED');
  return {
    actorId: caller.id,
    owner: caller.owner,
    reaches: (id) => reaches(caller, id),
  };
}

function requireAll({ caller }: Context, accountIds: readonly string[]): void {
  for (const id of accountIds) requireReach(caller, id);
}

/** Returns the venues in the documents' order; undefined when none is named. */
function venuesIn(list: string): readonly VenueId[] | undefined {
  const names = list.split(',').map((name) => name.trim());
  const named = names.filter((name) => name !== '');
  if (named.length === 0) return undefined;
  const parsed = parseVenueIds(named, venueIds);
  if ('venues' in parsed) return parsed.venues;
  throw unsupportedExchange(parsed.unknown);
}

/** A plan without fills is no success: the error says why, and contains the plan. */
function planFailed(plan: Plan): AppError {
  const message = `Routing plan failed: ${plan.reason ?? 'nothing filled.'}`;
  return new AppError('PLAN_FAILED', { message, data: { ...toPlanWire(plan) } });
}

/** The document has the first (Trading §4.6); the others do not claim it. */
function executedMessage(status: Exclude<PlanStatus, 'failed'>): string {
  switch (status) {
    case 'completed':
      return 'Routing plan completed';
    case 'partial':
      return 'Routing plan partially filled';
    case 'pending':
    case 'executing':
      return 'Routing plan is executing';
    default:
      return unreachable(status);
  }
}
