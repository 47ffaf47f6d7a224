import {
  type EngineEvent,
  type OrderRequest,
  type OrderSnapshot,
  type OrderType,
  parseAmount,
  type Reason,
  type Side,
  type TimeInForce,
} from '@windlass/matching';
import { type Core, openWallet } from './core.ts';
import { engineId } from './engineId.ts';
import type { Market } from './market.ts';
import type { Account, OrderRecord, ProtocolFields } from './records.ts';

/** The client's id of an order, and the protocol's words that its answers repeat. */
interface Named {
  /** The exchange makes one when absent. */
  readonly clientOrderId?: string;
  readonly words?: ProtocolFields;
}

/** An order as its protocol understood it. */
export interface EnteredOrder extends Named {
  readonly account: Account;
  readonly market: Market;
  readonly side: Side;
  readonly type: OrderType;
  readonly quantity: string;
  readonly price?: string;
  readonly stopPrice?: string;
  readonly trailingPpm?: number;
  readonly timeInForce?: TimeInForce;
  readonly reduceOnly?: boolean;
  /** Stop leg of a pair; the order itself is its limit leg. */
  readonly stopLeg?: Named & { readonly limitPrice?: string };
}

export type PlaceRefusal = Reason | 'TOO_MANY_ORDERS';

export type Placed =
  | { readonly order: OrderRecord; readonly stopLeg: OrderRecord | undefined }
  | { readonly refused: PlaceRefusal };

/** Places and cancels orders. */
export interface OrderEntry {
  place(asked: EnteredOrder): Placed;
  /** Cancels an order; returns whether there was one to cancel. */
  cancel(order: OrderRecord): boolean;
  /** Calls the listener before each cancel is carried out, whoever asked for it. */
  beforeCancel(listener: (order: OrderRecord) => void): void;
  /** Returns the number of orders ever taken; a pair counts once. */
  accepted(): number;
}

/** Maximum of an account's open orders in a market: the limit of the strictest exchange. */
export const openOrdersMax = 200;

export function createOrderEntry(core: Core): OrderEntry {
  let accepted = 0;
  const listeners: ((order: OrderRecord) => void)[] = [];
  return {
    place(asked) {
      const { engine } = core;
      const accountId = openWallet(core, asked.account, asked.market);
      if (engine.openOrders(accountId, asked.market.name).length >= openOrdersMax) {
        return { refused: 'TOO_MANY_ORDERS' };
      }
      if (isBelowMinimum(core, asked)) return { refused: 'BELOW_MINIMUM' };
      const ids: Ids = { id: core.nextId(), stopId: asked.stopLeg && core.nextId() };
      const order = requestOf(asked, accountId, ids);
      // The order and its immediate fills are one event, and have one time.
      const at = core.now();
      const events = engine.apply({ type: 'submit', at, order });
      const placed = record(core, asked, { ...ids, at, events });
      if (!('refused' in placed)) accepted += 1;
      return placed;
    },
    beforeCancel: (listener) => {
      listeners.push(listener);
    },
    cancel(order) {
      for (const listener of listeners) listener(order);
      const { account, market, id } = order;
      const accountId = engineId(account, market.wallet);
      const command = { type: 'cancel', accountId, orderId: String(id) } as const;
      const events = core.engine.apply({ ...command, at: core.now() });
      core.follow(events);
      return !events.some((event) => event.type === 'refused');
    },
    accepted: () => accepted,
  };
}

/** The engine checks the minimums with which a market was opened; this checks the current ones. */
function isBelowMinimum({ engine }: Core, asked: EnteredOrder): boolean {
  const { name, instrument } = asked.market;
  if (engine.instrument(name)?.rulesText === instrument.rulesText) return false;
  const quantity = parseAmount(asked.quantity) ?? 0n;
  if (quantity <= 0n || asked.reduceOnly === true) return false;
  if (quantity < BigInt(instrument.minLots) * instrument.lot) return true;
  const { bids, asks } = engine.depth(name, 1) ?? { bids: [], asks: [] };
  const [best] = (asked.side === 'buy' ? asks : bids)[0] ?? [];
  const market = best === undefined ? undefined : BigInt(best) * instrument.tick;
  const price = parseAmount(asked.price ?? asked.stopPrice ?? '') ?? market;
  if (price === undefined || instrument.isInverse) return false;
  const worth = (price * quantity * instrument.tickLot) / (instrument.tick * instrument.lot);
  return worth < instrument.minNotional;
}

interface Ids {
  readonly id: number;
  readonly stopId: number | undefined;
}

interface Submitted extends Ids {
  readonly at: number;
  readonly events: readonly EngineEvent[];
}

/** Keeps a record of an accepted order, and forgets a refused one. */
function record(core: Core, asked: EnteredOrder, submitted: Submitted): Placed {
  const { id, stopId, at, events } = submitted;
  const { account, market, stopLeg } = asked;
  const state = core.engine.order(String(id));
  if (!state) throw new Error(`Must hold: order ${id} is known to the engine`);
  const stopState = core.engine.order(String(stopId));
  if (state.status === 'rejected' && !isTaken(core, market, state)) {
    forget(core, { account, market, id });
    if (stopState && stopId !== undefined) forget(core, { account, market, id: stopId });
    return { refused: state.reason ?? 'NOT_SUPPORTED' };
  }
  const pairId = stopState && core.nextId();
  const shared = { account, market, pairId, createdAt: at };
  const add = (named: Named, ownId: number, its: OrderSnapshot) => {
    const { clientOrderId = `auto${ownId}`, words = {} } = named;
    return core.registry.add({ ...shared, clientOrderId, words, id: ownId }, its);
  };
  const order = add(asked, id, state);
  const isPair = stopLeg && stopState && stopId !== undefined;
  const stopOrder = isPair ? add(stopLeg, stopId, stopState) : undefined;
  core.follow(events);
  for (const each of core.registry.takeSurplus()) forget(core, each);
  return { order, stopLeg: stopOrder };
}

/** Returns whether the exchange accepts and at once ends an order that the engine refused. */
function isTaken({ traits }: Core, { definition }: Market, { reason }: OrderSnapshot): boolean {
  return reason !== undefined && traits.takenAndEnded(definition).includes(reason);
}

function forget(core: Core, order: Pick<OrderRecord, 'account' | 'market' | 'id'>): void {
  const accountId = engineId(order.account, order.market.wallet);
  const command = { type: 'forget', accountId, orderId: String(order.id) } as const;
  core.engine.apply({ ...command, at: core.now() });
}

function requestOf(asked: EnteredOrder, accountId: string, { id, stopId }: Ids): OrderRequest {
  const { market, side, type, quantity, price, stopPrice, stopLeg } = asked;
  const { trailingPpm, timeInForce, reduceOnly } = asked;
  return {
    orderId: String(id),
    accountId,
    symbol: market.name,
    side,
    type,
    quantity,
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(trailingPpm !== undefined && { trailingPpm }),
    ...(timeInForce !== undefined && { timeInForce }),
    ...(reduceOnly !== undefined && { reduceOnly }),
    ...(stopId !== undefined && { stopOrderId: String(stopId) }),
    ...(stopLeg?.limitPrice !== undefined && { stopLimitPrice: stopLeg.limitPrice }),
  };
}
