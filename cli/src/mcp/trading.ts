import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiError, type Client } from '@windlass/client';
import { orderStatusOf } from '../orders/outcome.ts';
import { methodOf, type ToolInput } from './endpointTools.ts';
import { requirePaper, TradeRefused } from './paper.ts';
import { failed, toFailure, toResult } from './results.ts';
import { type Plan, type TradingEndpoint, type TradingTool, tradingTools } from './tradingTools.ts';

/** Runs a trading tool: on paper accounts alone, and never in doubt about what is not known. */
export async function trade(
  client: Client,
  endpoint: TradingEndpoint,
  given: ToolInput,
): Promise<CallToolResult> {
  const tool: TradingTool = tradingTools[endpoint];
  let plan: Plan;
  try {
    plan = await tool.plan(client, given);
    await requirePaper(client, plan.accounts);
  } catch (failure) {
    return failed(notSent(failure));
  }
  try {
    // Without the assistant's signal: a trade that is on its way is not made undone by giving up.
    return toResult(await methodOf(client, endpoint)(plan.input));
  } catch (failure) {
    if (!isInDoubt(failure)) return failed(toFailure(failure));
    return failed(inDoubt(failure, tool, given));
  }
}

function notSent(failure: unknown) {
  if (failure instanceof TradeRefused) return { code: 'TRADE_REFUSED', message: failure.message };
  const { message, ...rest } = toFailure(failure);
  return { ...rest, message: `${message} Nothing was sent.` };
}

/** Refusals that a service made before it did anything, although they have statuses of faults. */
const refusedBefore: readonly string[] = [
  'MARKETS_UNAVAILABLE',
  'PRICES_UNAVAILABLE',
  'SHUTTING_DOWN',
];

/** Whether the service may have acted. Only its own word that it has not is proof. */
function isInDoubt(failure: unknown): failure is ApiError {
  if (!(failure instanceof ApiError)) return false;
  const { code, status, data } = failure;
  if (refusedBefore.includes(code) || orderStatusOf(data) === 'rejected') return false;
  return status === undefined || status < 400 || status >= 500;
}

function inDoubt(failure: ApiError, tool: TradingTool, given: ToolInput) {
  const lookUp = tool.lookUp(given);
  const { message, ...rest } = toFailure(failure);
  return {
    ...rest,
    outcome: 'unknown',
    look_up: lookUp,
    message:
      `${message} Whether it was done is not known. Look it up with ${lookUp.tool}, or repeat ` +
      `${tool.name} with exactly the same arguments, which does it at most once. ` +
      'Do not send it under another name.',
  };
}
