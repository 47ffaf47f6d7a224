import type { Client } from '@windlass/client';
import type { EndpointName } from '@windlass/contract';
import type { EndpointTool, ToolInput } from './endpointTools.ts';
import { accountsNamedIn, TradeRefused } from './paper.ts';

/** The accounts that a call will touch, and the input that will be sent. */
export interface Plan {
  readonly accounts: readonly string[];
  readonly input: ToolInput;
}

/** The tool that tells the result of a call without an answer. */
export interface LookUp {
  readonly tool: string;
  readonly arguments: ToolInput;
}

export interface TradingTool extends EndpointTool {
  /** False when the effect can be undone. */
  readonly isDestructive: boolean;
  readonly plan: (client: Client, input: ToolInput) => Promise<Plan>;
  readonly lookUp: (input: ToolInput) => LookUp;
}

/** Plans a change of an algorithm, given by any of its names. Our id, which is unique, is sent. */
async function planMove(client: Client, { order_id: name }: ToolInput): Promise<Plan> {
  const found = await client.getAlgorithm({ order_id: textOf(name) });
  return { accounts: accountsNamedIn(found), input: { order_id: found.order_id } };
}

const planAsGiven = async (_client: Client, input: ToolInput): Promise<Plan> => ({
  accounts: accountsNamedIn(input),
  input,
});

const lookUpAlgorithm = (name: unknown): LookUp => ({
  tool: 'get_algorithm',
  arguments: { order_id: name },
});

const move = {
  plan: planMove,
  lookUp: ({ order_id: name }: ToolInput) => lookUpAlgorithm(name),
} as const;

const paperOnly = 'Paper accounts only.';

/** Trading tools for `--allow-trading`, by endpoint. */
export const tradingTools = {
  submitOrder: {
    name: 'place_order',
    about: `${paperOnly} quantity is in base units, prices in quote units. Preview it first.`,
    ownName: 'client_order_id',
    isDestructive: true,
    plan: planAsGiven,
    lookUp: (input) => ({
      tool: 'get_order',
      arguments: {
        order_id: input.client_order_id,
        exchange_account_id: input.exchange_account_id,
      },
    }),
  },
  cancelOrder: {
    name: 'cancel_order',
    about: paperOnly,
    isDestructive: true,
    plan: planAsGiven,
    lookUp: ({ order_id, exchange_account_id }) => ({
      tool: 'get_order',
      arguments: { order_id, exchange_account_id },
    }),
  },
  executeRoute: {
    name: 'execute_route',
    about: `${paperOnly} quantity is in base units. Estimate it first with estimate_route.`,
    ownName: 'client_plan_id',
    isDestructive: true,
    plan: planAsGiven,
    lookUp: ({ client_plan_id }) => ({
      tool: 'get_route_plan',
      arguments: { plan_id: client_plan_id },
    }),
  },
  startAlgorithm: {
    name: 'start_algorithm',
    about: `${paperOnly} quantity is in base units. Follow it with get_algorithm.`,
    ownName: 'client_algorithm_id',
    isDestructive: true,
    plan: planAsGiven,
    lookUp: ({ client_algorithm_id: name }) => lookUpAlgorithm(name),
  },
  pauseAlgorithm: {
    ...move,
    name: 'pause_algorithm',
    about: `${paperOnly} resume_algorithm resumes it.`,
    isDestructive: false,
  },
  resumeAlgorithm: {
    ...move,
    name: 'resume_algorithm',
    about: paperOnly,
    isDestructive: true,
  },
  cancelAlgorithm: {
    ...move,
    name: 'cancel_algorithm',
    about: `${paperOnly} It cannot be undone.`,
    isDestructive: true,
  },
} as const satisfies Partial<Record<EndpointName, TradingTool>>;

export type TradingEndpoint = keyof typeof tradingTools;

function textOf(name: unknown): string {
  if (typeof name === 'string') return name;
  throw new TradeRefused('order_id must be a text.');
}
