import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiError, type Client, mayHaveHappened } from '@windlass/client';
import { methodOf, type ToolInput } from './endpointTools.ts';
import { requirePaper, TradeRefused } from './paper.ts';
import { failed, toFailure, toResult } from './results.ts';
import { type Plan, type TradingEndpoint, type TradingTool, tradingTools } from './tradingTools.ts';

/** Runs a trading tool on paper accounts only, and says so when the outcome is unknown. */
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
    // The assistant's signal is not passed on: aborting does not undo a trade that was sent.
    return toResult(await methodOf(client, endpoint)(plan.input));
  } catch (failure) {
    if (!(failure instanceof ApiError) || !mayHaveHappened(failure))
      return failed(toFailure(failure));
    return failed(inDoubt(failure, tool, given));
  }
}

function notSent(failure: unknown) {
  if (failure instanceof TradeRefused) return { code: 'TRADE_REFUSED', message: failure.message };
  const { message, ...rest } = toFailure(failure);
  return { ...rest, message: `${message} Nothing was sent.` };
}

function inDoubt(failure: ApiError, tool: TradingTool, given: ToolInput) {
  const lookUp = tool.lookUp(given);
  const { message, ...rest } = toFailure(failure);
  return {
    ...rest,
    outcome: 'unknown',
    look_up: lookUp,
    message:
      `${message} Not confirmed. Look it up with ${lookUp.tool}, or repeat ` +
      `${tool.name} with exactly the same arguments, which does it at most once. ` +
      'Do not send it under another name.',
  };
}
