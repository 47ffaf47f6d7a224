import type { Client } from '@windlass/client';
import type { OrderStatusWire } from '@windlass/contract';
import { confirm, describeAccount, readTradedAccount } from '../confirm.ts';
import { exitCodes, explain, UsageError } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { createProgressLine } from '../progress.ts';
import { openClient } from '../settings.ts';
import { withHeader } from '../table.ts';
import { createPaint, hasColours, printable } from '../text.ts';
import { countOf, formatCount } from '../vaults/format.ts';
import { writeJson } from '../vaults/report.ts';
import { renderOrder } from './format.ts';
import { readOpenOrders } from './open.ts';
import { type OneOrderOptions, toReference } from './show.ts';

export interface CancelOptions extends OneOrderOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
}

/** Cancels one order, or all open ones of an account. */
export async function cancelOrders(
  id: string | undefined,
  options: CancelOptions,
  io: CliIo,
): Promise<number> {
  if ((id === undefined) === (options.all !== true)) {
    throw new UsageError('Name one order, or pass --all.');
  }
  return id === undefined ? await cancelAll(options, io) : await cancelOne(id, options, io);
}

async function cancelOne(id: string, options: CancelOptions, io: CliIo): Promise<number> {
  const heard = { message: '' };
  const order = await openClient(options, io).cancelOrder(toReference(id, options), {
    onAnswer: ({ message }) => {
      heard.message = message;
    },
  });
  if (options.json) writeJson(order, io);
  else io.stdout.write(renderOrder(order));
  // It may have filled first; the service's message says so.
  io.stderr.write(`${printable(heard.message)}\n`);
  return exitCodes.ok;
}

/** An order and the result of its cancel. */
interface Cancelled {
  readonly order: OrderStatusWire;
  readonly problem: string | undefined;
}

async function cancelAll(options: CancelOptions, io: CliIo): Promise<number> {
  const client = openClient(options, io);
  const { orders, problems } = await readOpenOrders(options, client);
  if (orders.length > 0 && !options.yes) {
    const account = describeAccount(await readTradedAccount(options.account, client));
    await confirm(`This cancels ${countOf(orders.length, 'open order')} of ${account}.`, io);
  }
  const outcomes = await cancelEach(orders, { account: options.account, client, io });
  report(outcomes, options, io);
  for (const problem of problems) io.stderr.write(`windlass: ${printable(problem)}\n`);
  const isDone = problems.length === 0 && outcomes.every(({ problem }) => problem === undefined);
  return isDone ? exitCodes.ok : exitCodes.failure;
}

async function cancelEach(
  orders: readonly OrderStatusWire[],
  { account, client, io }: { account: string; client: Client; io: CliIo },
): Promise<Cancelled[]> {
  const progress = createProgressLine(io);
  const outcomes: Cancelled[] = [];
  for (const order of orders) {
    progress.show(
      outcomes.length / orders.length,
      `${formatCount(outcomes.length)}/${countOf(orders.length, 'order')}`,
    );
    const { order_id, symbol, market_type } = order;
    const reference = { order_id, symbol, market_type, exchange_account_id: account };
    try {
      outcomes.push({ order: await client.cancelOrder(reference), problem: undefined });
    } catch (failure) {
      // The other orders are cancelled all the same.
      outcomes.push({ order, problem: explain(failure) });
    }
  }
  progress.end();
  return outcomes;
}

function report(outcomes: readonly Cancelled[], options: CancelOptions, io: CliIo): void {
  if (options.json) {
    writeJson(
      outcomes.map(({ order, problem }) => ({ order, problem: problem ?? null })),
      io,
    );
    return;
  }
  if (outcomes.length === 0) {
    io.stdout.write('no open orders\n');
    return;
  }
  const rows = outcomes.map(({ order, problem }) => [
    order.order_id,
    order.symbol,
    order.side,
    problem === undefined ? order.status : 'not cancelled',
    problem ?? '',
  ]);
  const header = ['ID', 'SYMBOL', 'SIDE', 'STATUS', 'WHY'];
  io.stdout.write(withHeader(header, rows, createPaint(hasColours(io))));
}
