import type { Command } from './commands.ts';
import { allOpen, type Core } from './core.ts';
import { end } from './ending.ts';
import { isOpen } from './order.ts';
import type { Reason } from './reasons.ts';

type Of<T extends Command['type']> = Extract<Command, { type: T }>;

/** Opening an account that is there changes nothing. */
export function openAccount(core: Core, { accountId }: Of<'openAccount'>): undefined {
  if (core.accounts.has(accountId)) return undefined;
  const account = { accountId, wallets: new Map(), positions: new Map(), open: new Map() };
  core.accounts.set(accountId, account);
  return undefined;
}

export function cancel(core: Core, { accountId, orderId }: Of<'cancel'>): Reason | undefined {
  const order = core.orders.get(orderId);
  if (order?.accountId !== accountId) return 'ORDER_NOT_FOUND';
  if (!isOpen(order)) return 'ORDER_ENDED';
  end(core, order, { status: 'canceled', reason: 'CANCELED_BY_USER' });
  return undefined;
}

export function cancelAll(core: Core, command: Of<'cancelAll'>): Reason | undefined {
  const { accountId, symbol } = command;
  if (!core.accounts.has(accountId)) return 'UNKNOWN_ACCOUNT';
  const orders = allOpen(core, accountId).filter(
    (order) => symbol === undefined || order.symbol === symbol,
  );
  for (const order of orders.sort((a, b) => a.rank - b.rank)) {
    end(core, order, { status: 'canceled', reason: 'CANCELED_BY_USER' });
  }
  return undefined;
}

export function forget(core: Core, { accountId, orderId }: Of<'forget'>): Reason | undefined {
  const order = core.orders.get(orderId);
  if (order?.accountId !== accountId) return 'ORDER_NOT_FOUND';
  if (isOpen(order)) return 'ORDER_OPEN';
  core.orders.delete(orderId);
  core.changed.delete(orderId);
  return undefined;
}
