import { ApiError, type Client } from '@windlass/client';
import type { OrderStatusWire } from '@windlass/contract';
import { CommandError, exitCodes, mayPass, UsageError } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { findKey, type GlobalOptions, openClient, serviceUrl } from '../settings.ts';
import { printable } from '../text.ts';
import {
  afterShown,
  applyEvent,
  applyRead,
  beginFollowing,
  type Following,
  withUnread,
} from './following.ts';
import { readOpenOrders } from './open.ts';
import { createScreen, type Screen } from './screen.ts';

export interface WatchOptions extends GlobalOptions {
  readonly account?: readonly string[];
  readonly until?: string;
}

/** As fast as people can follow lines. */
const frameMs = 100;
/** Wait after a failed read that may pass: the service may be starting. */
const readAgainMs = 1_000;
/** Fills may come after the update that they caused. */
const fillsAfterMs = 1_000;

interface Watching {
  readonly client: Client;
  readonly io: CliIo;
  readonly ended: AbortController;
  following: Following;
  /** The failure that ends the command, if there is one. */
  failure: unknown;
}

/** Follows orders and fills until interrupted, or until the named order has ended. */
export async function watchOrders(options: WatchOptions, io: CliIo): Promise<number> {
  const { until } = options;
  const client = openClient(options, io);
  const accounts = await accountsOf(options, client);
  // A client id belongs to one account: among several, the order of the wrong one might end it.
  if (until !== undefined && accounts.length > 1) {
    throw new UsageError('--until names an order of one account; pass one --account.');
  }
  const following = beginFollowing(until);
  const ended = new AbortController();
  const watching: Watching = { client, io, ended, following, failure: undefined };
  const screen = createScreen(io, { isJson: options.json === true, accounts });
  const stopListening = io.terminal.onInterrupt(() => ended.abort());
  const stream = openFollow(watching, { ...options, account: accounts });
  const reading = keepRead(watching);
  try {
    await showAll(watching, screen);
  } finally {
    ended.abort();
    stream.close();
    stopListening();
    await reading;
    // Shown before a failure is printed as well, so that everything stands in its order.
    screen(watching.following.news);
  }
  return conclude(watching);
}

async function accountsOf({ account }: WatchOptions, client: Client): Promise<readonly string[]> {
  if (account) return [...new Set(account)];
  const { accounts } = await client.listTradedAccounts();
  if (accounts.length === 0) throw new CommandError('The key reaches no account.');
  return accounts.map(({ exchange_account_id: id }) => id);
}

function openFollow(watching: Watching, { account: accounts = [], ...options }: WatchOptions) {
  const { io } = watching;
  const stream = io.openOrderStream({
    baseUrl: serviceUrl(options, io),
    key: findKey(options, io),
    runtime: io.runtime,
    onError(error) {
      // An outage after a connection is shown and waited out.
      const isOutage = error.code === 'NETWORK_ERROR';
      if (isOutage && watching.following.connection !== 'connecting') return;
      watching.failure ??= toFailure(error);
    },
  });
  for (const account of accounts) {
    stream.watch(account, (event) => {
      const heard = { account, event };
      watching.following = applyEvent(watching.following, heard, io.runtime.now());
    });
  }
  return stream;
}

/** Adds the account to a refusal, whose message does not name it. */
function toFailure(error: ApiError): Error {
  const { code, data, message } = error;
  if (code !== 'STREAM_REFUSED' || typeof data !== 'object' || data === null) return error;
  if (!('exchange_account_id' in data)) return error;
  return new CommandError(`${data.exchange_account_id}: ${message}`);
}

async function showAll(watching: Watching, screen: Screen): Promise<void> {
  const { io, ended } = watching;
  while (!ended.signal.aborted) {
    if (watching.failure !== undefined) throw watching.failure;
    if (!io.stdout.isBlocked) {
      screen(watching.following.news);
      watching.following = afterShown(watching.following);
    }
    if (isOver(watching)) return;
    await io.runtime.sleep(frameMs, ended.signal);
  }
}

function isOver({ following, io }: Watching): boolean {
  if (!following.ended) return false;
  const { order, atMs } = following.ended;
  return order.filled === 0 || io.runtime.now() >= atMs + fillsAfterMs;
}

/** Reads, one account at a time, what the stream may have left out, while the stream continues. */
async function keepRead(watching: Watching): Promise<void> {
  const { io, ended } = watching;
  while (!ended.signal.aborted) {
    const [account] = watching.following.unread;
    const isRead = account === undefined || (await readAccount(watching, account));
    await io.runtime.sleep(isRead ? frameMs : readAgainMs, ended.signal);
  }
}

/**
 * Reads an account. Returns false when that failed. A failure that will not pass ends the command.
 */
async function readAccount(watching: Watching, account: string): Promise<boolean> {
  const { client, io, ended } = watching;
  const call = { signal: ended.signal };
  // Reset before the request: a subscription during the answer may ask for another read.
  watching.following = withUnread(watching.following, account, false);
  try {
    const { orders, problems } = await readOpenOrders({ account }, client, call);
    const named = await findAwaited(watching, account);
    const read = { account, orders, named };
    watching.following = applyRead(watching.following, read, io.runtime.now());
    for (const problem of problems)
      io.stderr.write(`windlass: ${account}: ${printable(problem)}\n`);
    return true;
  } catch (failure) {
    watching.following = withUnread(watching.following, account, true);
    if (!ended.signal.aborted && !mayPass(failure)) watching.failure ??= failure;
    return false;
  }
}

async function findAwaited(
  { client, ended, following: { until } }: Watching,
  account: string,
): Promise<OrderStatusWire | undefined> {
  if (until === undefined) return undefined;
  const named = { order_id: until, exchange_account_id: account };
  try {
    const order = await client.getOrder(named, { signal: ended.signal });
    // The service also finds orders by other ids.
    return order.client_order_id === until ? order : undefined;
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'ORDER_NOT_FOUND') return undefined;
    throw failure;
  }
}

/** Leaving before the end is no success: a script must not continue as if it were. */
function conclude({ following: { until, ended }, io }: Watching): number {
  if (until === undefined) return exitCodes.ok;
  if (!ended) io.stderr.write(`Stopped watching; ${printable(until)} has not ended.\n`);
  return ended?.order.status === 'closed' ? exitCodes.ok : exitCodes.failure;
}
