import { ApiError, type Client } from '@windlass/client';
import { type RoutePlanWire, routingEndpoints } from '@windlass/contract';
import { createClientId } from '../clientId.ts';
import { confirm, describeAccount, isPaper, readTradedAccount } from '../confirm.ts';
import { exitCodes } from '../failures.ts';
import { formatAmount } from '../figures.ts';
import type { CliIo } from '../io.ts';
import { quoted, toSendFailure } from '../orders/outcome.ts';
import { createProgressLine } from '../progress.ts';
import { openClient } from '../settings.ts';
import { createPaint, hasColours, printable } from '../text.ts';
import { writeJson } from '../vaults/report.ts';
import { renderPlan } from './format.ts';
import { type GivenRoute, type RouteOptions, toRoute } from './request.ts';

export interface ExecuteOptions extends RouteOptions {
  readonly clientId?: string;
  readonly yes?: boolean;
}

/** Slices are immediate or cancel, so a plan progresses in steps that are seconds apart. */
const lookEveryMs = 500;

/** Splits an order and sends it. Returns 0 when all of it filled. */
export async function executeRoute(
  given: GivenRoute,
  options: ExecuteOptions,
  io: CliIo,
): Promise<number> {
  const route = toRoute(given, options);
  const clientPlanId = options.clientId ?? createClientId(io.runtime);
  const client = openClient(options, io);
  if (!options.yes) await confirmLive(given, options, { client, io });
  io.stderr.write(`client_plan_id ${printable(clientPlanId)}\n`);
  const sent = client
    .executeRoute({ ...route, client_plan_id: clientPlanId })
    .catch((failure: unknown) => failedPlan(failure));
  const plan = await showUntil(sent, clientPlanId, { client, io }).catch((failure: unknown) => {
    throw toSendFailure(failure, { look: `npx windlass route show ${quoted(clientPlanId)}` });
  });
  if (options.json) writeJson(plan, io);
  else io.stdout.write(renderPlan(plan, createPaint(hasColours(io))));
  if (plan.status === 'pending' || plan.status === 'executing') {
    const look = `npx windlass route show ${quoted(clientPlanId)}`;
    io.stderr.write(`The outcome of an order is not known yet. Look again: ${look}\n`);
  }
  return plan.status === 'completed' ? exitCodes.ok : exitCodes.failure;
}

/**
 * Returns the plan of a refusal: a plan without fills is refused with itself as data, and shown
 * like any other.
 */
function failedPlan(failure: unknown): RoutePlanWire {
  const isPlan = failure instanceof ApiError && failure.code === 'PLAN_FAILED';
  const plan = isPlan ? routingEndpoints.executeRoute.data.safeParse(failure.data).data : undefined;
  if (plan === undefined) throw failure;
  return plan;
}

interface Ports {
  readonly client: Client;
  readonly io: CliIo;
}

async function confirmLive(
  { side, quantity, symbol }: GivenRoute,
  { accounts, maxSlippageBps }: ExecuteOptions,
  { client, io }: Ports,
): Promise<void> {
  const traded = await Promise.all(accounts.map((id) => readTradedAccount(id, client)));
  if (traded.every(isPaper)) return;
  const what = `${side} ${formatAmount(quantity)} ${symbol.toUpperCase()}`;
  const bound = maxSlippageBps === undefined ? 'the usual' : `${maxSlippageBps} bps of`;
  const among = traded.map(describeAccount).join(', ');
  await confirm(`This sends ${what} at once, within ${bound} slippage, over ${among}.`, io);
}

/** Waits for the answer, and shows the progress of the plan to a person who watches. */
async function showUntil(
  sent: Promise<RoutePlanWire>,
  planId: string,
  { client, io }: Ports,
): Promise<RoutePlanWire> {
  if (!io.stderr.isTty) return await sent;
  const progress = createProgressLine(io);
  const ended = new AbortController();
  const { signal } = ended;
  const settled = sent.finally(() => ended.abort());
  const watching = (async () => {
    while (!signal.aborted) {
      await io.runtime.sleep(lookEveryMs, signal);
      const plan = signal.aborted ? undefined : await look(planId, client, signal);
      if (plan && !signal.aborted) progress.show(shareOf(plan), describePlan(plan));
    }
  })();
  try {
    return await settled;
  } finally {
    await watching;
    progress.end();
  }
}

/** Returns undefined while the plan is not stored yet. Other failures are in the answer itself. */
async function look(
  planId: string,
  client: Client,
  signal: AbortSignal,
): Promise<RoutePlanWire | undefined> {
  try {
    return await client.getRoutePlan({ plan_id: planId }, { signal });
  } catch (failure) {
    if (failure instanceof ApiError || signal.aborted) return undefined;
    throw failure;
  }
}

function shareOf({ executed_quantity: executed, total_quantity: total }: RoutePlanWire): number {
  return executed / total;
}

function describePlan(plan: RoutePlanWire): string {
  const { executed_quantity: executed, total_quantity: total, slices, status } = plan;
  const over = slices.filter((slice) => slice.status !== 'pending' && slice.status !== 'submitted');
  const figures = `${formatAmount(executed)}/${formatAmount(total)}`;
  return printable(`${figures}  ${over.length}/${slices.length} slices over  ${status}`);
}
