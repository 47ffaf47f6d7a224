import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type InputOf } from '@windlass/client';
import { routingEndpoints } from '@windlass/contract';
import { useClient } from '../../shared/api.tsx';
import { keptInTab } from './keptSent.ts';
import { type Plan, planQuery } from './queries.ts';
import { type Submitting, useSubmission } from './useSubmission.ts';

/** A route with its id. Under the same id it stays one route, however often it is sent. */
export type SentRoute = InputOf<'executeRoute'> & { readonly client_plan_id: string };

const idOf = ({ client_plan_id }: SentRoute) => client_plan_id;

const kept = keptInTab<SentRoute>({
  name: 'windlass.sentRoute',
  idOf,
  parse(value) {
    const data = routingEndpoints.executeRoute.body?.safeParse(value).data;
    const id = data?.client_plan_id;
    return data === undefined || id === undefined ? undefined : { ...data, client_plan_id: id };
  },
});

/**
 * Returns the plan of a refusal: a plan without fills is refused with itself as data, and shown
 * like any other.
 */
function failedPlan(failure: unknown): Plan {
  const isPlan = failure instanceof ApiError && failure.code === 'PLAN_FAILED';
  const plan = isPlan ? routingEndpoints.executeRoute.data.safeParse(failure.data).data : undefined;
  if (plan === undefined) throw failure;
  return plan;
}

export type RouteSending = Submitting<SentRoute, Plan>;

/** `onPlan` is called with the id of the service's plan. */
export function useRouteSending(onPlan: (planId: string) => void): RouteSending {
  const client = useClient();
  const queries = useQueryClient();
  return useSubmission<SentRoute, Plan>({
    kept,
    idOf,
    send: (sent) => client.executeRoute(sent).catch(failedPlan),
    ask: ({ client_plan_id: plan_id }, signal) => client.getRoutePlan({ plan_id }, { signal }),
    onAnswer(_sent, plan) {
      if (plan) {
        queries.setQueryData(planQuery(client, plan.plan_id).queryKey, plan);
        onPlan(plan.plan_id);
      }
      void queries.invalidateQueries({ queryKey: ['trade'] }, { cancelRefetch: false });
    },
  });
}
