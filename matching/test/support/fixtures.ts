import { parseAmount } from '../../src/amounts.ts';
import type { BookLevel, Command } from '../../src/commands.ts';
import type { DriverKind } from '../../src/core.ts';
import { createEngine, type Engine } from '../../src/engine.ts';
import type { EngineEvent } from '../../src/events.ts';
import type { OrderRequest } from '../../src/order.ts';
import type { InstrumentRules } from '../../src/rules.ts';

/** One tick is 1 USDT, one lot 1 X, so that examples can be calculated by hand. */
export const spotRules: InstrumentRules = {
  symbol: 'X/USDT',
  kind: 'spot',
  base: 'X',
  quote: 'USDT',
  tickSize: '1',
  lotSize: '1',
  minQuantity: '1',
  minNotional: '0',
  makerFeePpm: 1000,
  takerFeePpm: 2000,
  spotFeeAsset: 'quote',
  orderTypes: [
    ...(['market', 'limit', 'stop_loss', 'stop_loss_limit', 'take_profit'] as const),
    ...(['take_profit_limit', 'trailing_stop', 'oco'] as const),
  ],
  timeInForce: ['GTC', 'IOC', 'FOK', 'POST_ONLY'],
  triggerSource: 'last',
};

export const swapRules: InstrumentRules = {
  ...spotRules,
  symbol: 'X/USDT:USDT',
  kind: 'swap',
  settle: 'USDT',
};

export interface Market {
  readonly engine: Engine;
  apply(command: DistributiveOmit<Command, 'at'>): readonly EngineEvent[];
  /** Submits with defaults: account a, spot, buy, limit, 1; returns the events. */
  submit(order: Partial<OrderRequest>): readonly EngineEvent[];
  book(bids: readonly BookLevel[], asks: readonly BookLevel[], symbol?: string): Events;
  /** Status, filled and remaining of an order. */
  state(orderId: string): string;
  wallet(accountId: string, asset: string): { total: bigint; reserved: bigint };
}

type Events = readonly EngineEvent[];
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export function usdt(text: string): bigint {
  return parseAmount(text) ?? 0n;
}

/** An engine with both instruments and accounts a, b and c, each with 10,000 USDT and 100 X. */
export function createMarket(
  driver: DriverKind,
  rules: readonly InstrumentRules[] = [spotRules, swapRules],
): Market {
  const engine = createEngine(driver);
  let at = 0;
  let orders = 0;
  const apply: Market['apply'] = (command) => {
    at += 1;
    return engine.apply({ ...command, at } as Command);
  };
  for (const each of rules) apply({ type: 'define', rules: each });
  for (const accountId of ['a', 'b', 'c']) {
    apply({ type: 'openAccount', accountId });
    apply({ type: 'deposit', accountId, asset: 'USDT', amount: usdt('10000') });
    apply({ type: 'deposit', accountId, asset: 'X', amount: usdt('100') });
  }
  return {
    engine,
    apply,
    submit: (order) => {
      orders += 1;
      const defaults = { accountId: 'a', symbol: 'X/USDT', side: 'buy', type: 'limit' } as const;
      const rest = { orderId: `o${orders}`, quantity: '1' };
      return apply({ type: 'submit', order: { ...defaults, ...rest, ...order } });
    },
    book: (bids, asks, symbol = 'X/USDT') => apply({ type: 'book', symbol, bids, asks }),
    state: (orderId) => {
      const order = engine.order(orderId);
      if (!order) return 'none';
      return `${order.status} ${order.filled}/${order.quantity}`;
    },
    wallet: (accountId, asset) => {
      const wallet = engine.wallets(accountId).find((each) => each.asset === asset);
      return { total: wallet?.total ?? 0n, reserved: wallet?.reserved ?? 0n };
    },
  };
}

type Narrow<E, T> = E extends { readonly type: infer K }
  ? T extends K
    ? E & { readonly type: T }
    : never
  : never;

/** Events of a type, for reading. */
export function eventsOf<T extends EngineEvent['type']>(
  events: readonly EngineEvent[],
  type: T,
): Narrow<EngineEvent, T>[] {
  return events.filter((event): event is Narrow<EngineEvent, T> => event.type === type);
}

/** Fills as price × lots with their liquidity, in order. */
export function fillsOf(events: readonly EngineEvent[]): string[] {
  return eventsOf(events, 'filled').map(
    ({ order, fill }) => `${order.orderId} ${fill.lots}@${fill.ticks} ${fill.liquidity}`,
  );
}

/** Refusals and endings as codes. */
export function reasonsOf(events: readonly EngineEvent[]): string[] {
  return events.flatMap((event) =>
    'reason' in event
      ? [`${event.type} ${'order' in event ? event.order.orderId : event.command} ${event.reason}`]
      : [],
  );
}
