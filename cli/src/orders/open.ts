import { ApiError, type CallOptions, type Client } from '@windlass/client';
import { type MarketTypeWord, marketTypeWords, type OrderStatusWire } from '@windlass/contract';
import { explain } from '../failures.ts';
import { toSymbolName } from '../symbol.ts';
import { withoutStop } from '../text.ts';

export interface OpenOptions {
  readonly account: string;
  readonly symbol?: string;
  readonly marketType?: MarketTypeWord;
}

export interface OpenOrders {
  /** Newest first. */
  readonly orders: readonly OrderStatusWire[];
  /** A sentence for each market type whose orders could not be read. */
  readonly problems: readonly string[];
}

/** Reads the open orders of an account: of every market type, unless one is named or implied. */
export async function readOpenOrders(
  options: OpenOptions,
  client: Client,
  call: CallOptions = {},
): Promise<OpenOrders> {
  const { account, symbol, marketType } = options;
  const name = symbol === undefined ? undefined : toSymbolName(symbol);
  const query = { exchange_account_id: account, symbol: name };
  if (marketType !== undefined || name !== undefined) {
    const orders = await client.listOpenOrders({ ...query, market_type: marketType }, call);
    return { orders: newestFirst(orders), problems: [] };
  }
  const answers = await Promise.allSettled(
    marketTypeWords.map((type) => client.listOpenOrders({ ...query, market_type: type }, call)),
  );
  const orders = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failures = answers.flatMap((answer, index) =>
    answer.status === 'rejected' ? [{ type: marketTypeWords[index], reason: answer.reason }] : [],
  );
  // When nothing could be read, the first reason explains it: a wrong name, a key, a missing
  // service.
  if (failures.length === answers.length) throw failures[0]?.reason;
  const problems = failures
    .filter(({ reason }) => !isNotSupported(reason))
    .map(({ type, reason }) => `The ${type} orders were not read: ${said(reason)}.`);
  return { orders: newestFirst(orders), problems };
}

/** True when the exchange or account has no such markets, and so no orders in them. */
function isNotSupported(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'NOT_SUPPORTED';
}

function said(failure: unknown): string {
  return withoutStop(explain(failure));
}

function newestFirst(orders: readonly OrderStatusWire[]): OrderStatusWire[] {
  return [...orders].sort((one, other) => other.timestamp - one.timestamp);
}
