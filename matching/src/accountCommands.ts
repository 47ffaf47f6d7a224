import type { Command } from './commands.ts';
import { allOpen, allPositionsOf, type Core, marketOf } from './core.ts';
import { end } from './ending.ts';
import { isOpen, type Order } from './order.ts';
import type { Reason } from './reasons.ts';

type Of<T extends Command['type']> = Extract<Command, { type: T }>;

/** Opens an account; opening one that exists changes nothing. */
export function openAccount(core: Core, { accountId }: Of<'openAccount'>): undefined {
  if (core.accounts.has(accountId)) return undefined;
  core.accounts.set(accountId, {
    accountId,
    isHedged: false,
    collateral: undefined,
    wallets: new Map(),
    positions: new Map(),
    open: new Map(),
  });
  return undefined;
}

/**
 * Sets the mode, only while no contract is open: an order or a position would otherwise change its
 * meaning. Leverage and margin modes stay those of their symbols; the profit that flat positions
 * had taken is forgotten.
 */
export function setPositionMode(core: Core, command: Of<'setPositionMode'>): Reason | undefined {
  const account = core.accounts.get(command.accountId);
  if (!account) return 'UNKNOWN_ACCOUNT';
  if (account.isHedged === command.isHedged) return undefined;
  const former = [...account.positions.values()];
  if (former.some(({ lots }) => lots !== 0)) return 'POSITION_OPEN';
  const isOfContract = ({ symbol }: Order) => !marketOf(core, symbol).instrument.isSpot;
  if (allOpen(core, command.accountId).some(isOfContract)) return 'ORDERS_OPEN';
  account.positions.clear();
  account.isHedged = command.isHedged;
  for (const { symbol, leverage, marginMode } of former) {
    const { instrument } = marketOf(core, symbol);
    for (const position of allPositionsOf(core, command.accountId, instrument)) {
      position.leverage = leverage;
      position.marginMode = marginMode;
      core.touchedPositions.add(position);
    }
  }
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
