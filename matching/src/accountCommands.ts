import type { Command } from './commands.ts';
import {
  allOpen,
  type Core,
  credit,
  freeOf,
  type Market,
  openOrdersOf,
  positionOf,
  walletOf,
} from './core.ts';
import { end } from './ending.ts';
import { isOpen } from './order.ts';
import { coverShortfall, holdMargin, setMargin } from './position.ts';
import type { Reason } from './reasons.ts';
import { needOf, reserve } from './reserve.ts';

type Of<T extends Command['type']> = Extract<Command, { type: T }>;

/** Opening an account that is there changes nothing. */
export function openAccount(core: Core, { accountId }: Of<'openAccount'>): undefined {
  if (core.accounts.has(accountId)) return undefined;
  const account = { accountId, wallets: new Map(), positions: new Map(), open: new Map() };
  core.accounts.set(accountId, account);
  return undefined;
}

export function deposit(core: Core, command: Of<'deposit'>): Reason | undefined {
  const { accountId, asset, amount } = command;
  if (!core.accounts.has(accountId)) return 'UNKNOWN_ACCOUNT';
  const isCovered = amount > 0n || freeOf(core, accountId, asset) + amount >= 0n;
  if (amount === 0n || !isCovered) return 'BAD_AMOUNT';
  credit(core, walletOf(core, accountId, asset), amount);
  return undefined;
}

/** Takes the leverage over for the position and its open orders, or for none of them. */
export function setLeverage(core: Core, command: Of<'setLeverage'>): Reason | undefined {
  const { accountId, symbol, leverage } = command;
  if (!core.accounts.has(accountId)) return 'UNKNOWN_ACCOUNT';
  const market = core.markets.get(symbol);
  if (!market) return 'UNKNOWN_SYMBOL';
  if (market.instrument.isSpot) return 'NOT_SUPPORTED';
  const { leverageMax, settle } = market.instrument;
  if (!Number.isSafeInteger(leverage) || leverage < 1 || leverage > leverageMax) {
    return 'BAD_LEVERAGE';
  }
  const position = positionOf(core, accountId, market.instrument);
  const before = { ...position };
  useLeverage(core, market, { accountId, leverage });
  if (leverage < before.leverage && freeOf(core, accountId, settle) < 0n) {
    useLeverage(core, market, { accountId, leverage: before.leverage });
    // One that had given way to a loss is not asked for its full size again.
    holdMargin(core, { position, asset: settle }, before.margin);
    return 'INSUFFICIENT_BALANCE';
  }
  coverShortfall(core, accountId, settle);
  return undefined;
}

function useLeverage(
  core: Core,
  market: Market,
  { accountId, leverage }: { readonly accountId: string; readonly leverage: number },
): void {
  const position = positionOf(core, accountId, market.instrument);
  position.leverage = leverage;
  setMargin(core, position, market.instrument);
  for (const order of openOrdersOf(core, accountId, position.symbol).all.values()) {
    reserve(core, order, needOf(core, order));
  }
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
