import type { OrderFillEvent, OrderStatusWire } from '@windlass/contract';
import { formatAmount } from '../figures.ts';
import type { CliIo } from '../io.ts';
import { createPaint, hasColours, type Paint, printable, withoutStop } from '../text.ts';
import { countOf } from '../vaults/format.ts';
import type { PendingLine } from './following.ts';
import { feeOf } from './format.ts';

/** Output on which a person follows orders. It shows all new events. */
export type Screen = (news: readonly PendingLine[]) => void;

interface ScreenOptions {
  readonly isJson: boolean;
  /** Accounts that are followed. */
  readonly accounts: readonly string[];
}

/** Returns lines for people, with messages about the connection on stderr, or JSON only. */
export function createScreen(io: CliIo, options: ScreenOptions): Screen {
  return options.isJson ? createJsonScreen(io) : createLineScreen(io, options);
}

function createLineScreen(io: CliIo, { accounts }: ScreenOptions): Screen {
  const { stdout, stderr } = io;
  const align = createAligner([0, Math.max(...accounts.map(({ length }) => length))]);
  const paint = createPaint(hasColours(io));
  return (news) => {
    for (const each of news) {
      const note = toNote(each);
      if (note !== undefined) stderr.write(`${printable(note)}\n`);
      for (const { cells, style } of toRows(each, paint)) {
        stdout.write(`${style(align(cells.map(printable)))}\n`);
      }
    }
  };
}

function toNote(news: PendingLine): string | undefined {
  switch (news.type) {
    case 'connection':
      if (news.state === 'connected') return 'Connected again.';
      return 'Connection lost; reconnecting.';
    case 'followed':
      return `Following the orders of ${news.account}.`;
    case 'missed':
      return `${news.account}: updates were missed; its open orders are read.`;
    case 'open_orders': {
      const { length } = news.orders;
      const count = length === 0 ? 'no open orders' : countOf(length, 'open order');
      return `${news.account}: ${count}.`;
    }
    case 'awaited':
      return `${news.account}: no order ${news.name} yet, waiting for it.`;
    case 'update':
    case 'order':
    case 'fill':
      return undefined;
  }
}

/** A row of the growing table. */
interface Row {
  readonly cells: readonly string[];
  style(text: string): string;
}

function toRows(news: PendingLine, paint: Paint): Row[] {
  switch (news.type) {
    case 'connection':
    case 'followed':
    case 'missed':
    case 'awaited':
      return [];
    case 'open_orders':
      return news.orders.map((order) => toRow({ ...news, type: 'order', order }, paint));
    case 'update':
    case 'order':
      return [toRow(news, paint)];
    case 'fill':
      return [{ cells: toFillCells(news.fill), style: paint.green }];
  }
}

function toRow(news: OrderNews, paint: Paint): Row {
  const { status } = news.order;
  const isTrouble = status === 'rejected' || status === 'unknown';
  return { cells: toCells(news), style: isTrouble ? paint.red : (text) => text };
}

type OrderNews = Extract<PendingLine, { type: 'update' | 'order' }>;

/** Returns an order's cells. The wire has no time of a change, so that of its arrival is used. */
function toCells({ type, account, order, atMs }: OrderNews): string[] {
  const at = order.average === null ? '' : ` at ${formatAmount(order.average)}`;
  const reason = order.reason === null ? '' : `, ${withoutStop(order.reason)}`;
  const filled = `${formatAmount(order.filled)} of ${formatAmount(order.amount)}${at}${reason}`;
  const named = [nameOf(order), order.symbol, order.side, order.type, order.status];
  return [new Date(atMs).toISOString(), account, type, ...named, filled];
}

function toFillCells(fill: OrderFillEvent): string[] {
  const amount = `${formatAmount(fill.amount)} at ${formatAmount(fill.price)}`;
  const fee = feeOf({ cost: fill.fee, currency: fill.fee_currency });
  const text = `${amount}, fee ${fee}, ${fill.liquidity}`;
  const { datetime, exchange_account_id: account } = fill;
  return [datetime, account, 'fill', nameOf(fill), fill.symbol, fill.side, text];
}

/** Returns an order's name. Orders that were not made here have only the exchange's id. */
function nameOf(order: Pick<OrderStatusWire, 'client_order_id' | 'order_id'>): string {
  return order.client_order_id ?? order.order_id;
}

/** Returns a function that aligns a line with those before it. The last cell is not padded. */
function createAligner(atLeast: readonly number[]): (cells: readonly string[]) => string {
  const widths = [...atLeast];
  return (cells) =>
    cells
      .map((cell, column) => {
        if (column === cells.length - 1) return cell;
        const width = Math.max(widths[column] ?? 0, cell.length);
        widths[column] = width;
        return cell.padEnd(width);
      })
      .join('  ');
}

function createJsonScreen({ stdout }: CliIo): Screen {
  return (news) => {
    for (const each of news) stdout.write(`${JSON.stringify(toJson(each))}\n`);
  };
}

/**
 * Returns news with the names of the wire, whose orders have a `type` of their own, and the time at
 * which it came.
 */
function toJson(news: PendingLine): object {
  const told = { type: news.type, received_at: new Date(news.atMs).toISOString() };
  switch (news.type) {
    case 'connection':
      return { ...told, state: news.state };
    case 'followed':
    case 'missed':
      return { ...told, exchange_account_id: news.account };
    case 'awaited':
      return { ...told, exchange_account_id: news.account, client_order_id: news.name };
    case 'open_orders':
      return { ...told, exchange_account_id: news.account, orders: news.orders };
    case 'update':
    case 'order':
      return { ...told, exchange_account_id: news.account, order: news.order };
    case 'fill':
      return { ...told, exchange_account_id: news.account, fill: news.fill };
  }
}
