import type { MarketTypeWord } from '@windlass/contract';
import { exitCodes } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { placeOf } from '../page.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { toSymbolName } from '../symbol.ts';
import { createPaint, hasColours, printable } from '../text.ts';
import { writeJson } from '../vaults/report.ts';
import { renderFills, renderOrder, renderOrders } from './format.ts';
import { type OpenOptions, readOpenOrders } from './open.ts';

export interface OneOrderOptions extends GlobalOptions {
  readonly account: string;
  readonly symbol?: string;
  readonly marketType?: MarketTypeWord;
}

export interface FillOptions extends GlobalOptions {
  readonly account: string;
  readonly symbol?: string;
  readonly page?: number;
  readonly size?: number;
}

/** Prints the open orders of an account. Returns 1 when some of them could not be read. */
export async function listOrders(options: OpenOptions & GlobalOptions, io: CliIo): Promise<number> {
  const { orders, problems } = await readOpenOrders(options, openClient(options, io));
  if (options.json) writeJson(orders, io);
  else if (orders.length > 0) io.stdout.write(renderOrders(orders, createPaint(hasColours(io))));
  else if (problems.length === 0) io.stdout.write('no open orders\n');
  for (const problem of problems) io.stderr.write(`windlass: ${printable(problem)}\n`);
  return problems.length === 0 ? exitCodes.ok : exitCodes.failure;
}

export async function showOrder(id: string, options: OneOrderOptions, io: CliIo): Promise<number> {
  const order = await openClient(options, io).getOrder(toReference(id, options));
  if (options.json) writeJson(order, io);
  else io.stdout.write(renderOrder(order));
  return exitCodes.ok;
}

/** Returns the reference that names an order to the service. */
export function toReference(id: string, { account, symbol, marketType }: OneOrderOptions) {
  return {
    order_id: id,
    exchange_account_id: account,
    market_type: marketType,
    symbol: symbol === undefined ? undefined : toSymbolName(symbol),
  };
}

/** Prints one page of the fills of perpetuals, newest first. */
export async function listFills(options: FillOptions, io: CliIo): Promise<number> {
  const { account, symbol, page, size } = options;
  const found = await openClient(options, io).listPerpFills({
    exchange_account_id: account,
    page,
    size,
    market: symbol === undefined ? undefined : toSymbolName(symbol),
  });
  if (options.json) {
    writeJson(found, io);
    return exitCodes.ok;
  }
  const { fills, total_fills: total } = found;
  if (fills.length > 0) io.stdout.write(renderFills(fills, createPaint(hasColours(io))));
  const place = { total, page: found.page, size: found.size, count: fills.length };
  io.stdout.write(`${placeOf(place, 'fill')}\n`);
  return exitCodes.ok;
}
