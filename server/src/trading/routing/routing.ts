import { hash } from 'node:crypto';
import { AppError } from '../../kit/errors.ts';
import { type Accounts, requireAccounts } from '../accounts/index.ts';
import { requireNotInverse, requireOneWorld } from '../execution/index.ts';
import { type InstrumentSymbol, parseSymbol } from '../model/symbol.ts';
import type { Estimator } from './estimate.ts';
import type { PlanRunner } from './plans/runner.ts';
import type { Plan } from './plans/types.ts';
import { roomShareOf } from './room.ts';
import type { RouteDraft, RouteRequest, RouteSender, Routing } from './types.ts';
import type { ReadVenueStatus } from './venueStatus.ts';

export interface RoutingDeps {
  readonly accounts: Pick<Accounts, 'find' | 'list'>;
  readonly estimator: Estimator;
  readonly runner: Pick<PlanRunner, 'execute' | 'plan'>;
  readonly venueStatus: ReadVenueStatus;
}

/** Creates the smart order router: resolves names, and calls its parts. */
export function createRouting(deps: RoutingDeps): Routing {
  const { accounts, estimator, runner, venueStatus } = deps;
  return {
    estimate: async (draft) => estimator.estimate(await resolve(accounts, draft)),
    async execute({ clientPlanId, ...draft }, sender) {
      const named = { clientPlanId, requestHash: hashOf(draft), ...sender };
      const request = await tradable(accounts, draft).catch((error: unknown) => ({ error }));
      if (!('error' in request)) return runner.execute(request, named);
      // A plan that was made once gets the same answer forever, even if its request would be
      // refused now.
      const first = await firstOf(runner, named);
      if (first) return first;
      throw request.error;
    },
    plan: (name, owner) => runner.plan(name, owner),
    async venues(symbol, venues, reaches) {
      const all = await accounts.list();
      return venueStatus({
        symbol: requireSymbol(symbol),
        venues,
        // The books and lists that are used are those of production.
        accounts: all.filter(({ id, environment }) => environment === 'production' && reaches(id)),
      });
    },
  };
}

async function firstOf(
  runner: Pick<PlanRunner, 'plan'>,
  {
    clientPlanId,
    requestHash,
    owner,
    reaches,
  }: Pick<Plan, 'clientPlanId' | 'requestHash'> & RouteSender,
): Promise<Plan | undefined> {
  if (clientPlanId === undefined) return undefined;
  const found = await runner.plan(clientPlanId, owner).catch(() => undefined);
  if (found?.clientPlanId !== clientPlanId || found.requestHash !== requestHash) return undefined;
  return found.accountIds.every(reaches) ? found : undefined;
}

async function resolve(
  accounts: Pick<Accounts, 'find'>,
  { symbol, accountIds, ...terms }: RouteDraft,
): Promise<RouteRequest> {
  const parsed = requireSymbol(symbol);
  const found = await requireAccounts(accounts, accountIds);
  requireOneWorld(found);
  return { ...terms, symbol: parsed, accounts: found, roomShare: roomShareOf(1) };
}

/** Returns the request to execute: an inverse contract makes no plan, not even one that fails. */
async function tradable(
  accounts: Pick<Accounts, 'find'>,
  draft: RouteDraft,
): Promise<RouteRequest> {
  const request = await resolve(accounts, draft);
  requireNotInverse(
    request.accounts.map(({ venue }) => venue),
    request.symbol,
  );
  return request;
}

function requireSymbol(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (symbol) return symbol;
  const message = 'symbol must be like BTC/USDT, or BTC/USDT:USDT for a derivative';
  throw new AppError('VALIDATION_FAILED', { issues: [{ field: 'symbol', message, value: text }] });
}

/** Returns a hash of everything that distinguishes routes; the same text for the same route. */
function hashOf(draft: RouteDraft): string {
  const { symbol, side, quantity, accountIds, maxVenues, maxSlippageBps } = draft;
  const own = [symbol, side, quantity, accountIds, maxVenues, maxSlippageBps];
  // Earlier versions did not have the flag: without it, the hash stays as they stored it.
  const terms = draft.reduceOnly ? [...own, 'reduce_only'] : own;
  return hash('sha256', JSON.stringify(terms));
}
