import {
  type Command,
  createEngine,
  type Engine,
  type EngineEvent,
  type OrderSnapshot,
  parseAmount,
} from '@windlass/matching';
import { assert } from '../../../kit/assert.ts';
import type { Balances } from '../../model/account.ts';
import type { VenueOrderState } from '../venuePort.ts';
import { createOrderIndex, type OrderIds, type OrderIndex } from './orderIndex.ts';
import { nextState, toFill } from './orderStates.ts';
import { type Batch, createPending, type Pending } from './pending.ts';

/** A changed order, with the engine's record of each leg while it is open. */
export interface OrderRow {
  readonly state: VenueOrderState;
  readonly legs: readonly string[];
}

/** What a save writes. */
export interface Taken extends Batch {
  /** The engine without its orders; those are in the rows. */
  readonly dump: string;
  /** What has become of the batch's orders, and orders of which nothing is to be told. */
  readonly rows: readonly OrderRow[];
}

/** One account's engine, the orders it holds, and what has changed since the last save. */
export interface Ledger {
  readonly engine: Engine;
  /** Carries out a command and takes note of what it did to orders. */
  run(command: Command): readonly EngineEvent[];
  /** Enters an order that the engine is about to be given. */
  enter(state: VenueOrderState): void;
  /** Takes out an order that the engine refused. */
  strike(venueOrderId: string): void;
  /** As the engine has it now, durable or not; ended ones until they are durable. */
  find(ids: OrderIds): VenueOrderState | undefined;
  /** What is open of an order: of a pair both legs, or the stop leg alone. */
  openLegs(venueOrderId: string): OrderSnapshot[];
  openCount(): number;
  /** An order that is open as far as is durable. */
  durable(ids: OrderIds): VenueOrderState | undefined;
  /** All of them, oldest first. */
  openOrders(): VenueOrderState[];
  hasChanges(): boolean;
  /** What has changed, for a save: it counts as saved until it is put back. */
  take(): Taken;
  putBack(taken: Taken): void;
  /** It is durable. */
  confirm(taken: Taken): void;
}

interface LedgerDeps {
  readonly engine: Engine;
  /** Open orders as they are in the tables. */
  readonly open: readonly VenueOrderState[];
  /** An order came in or ended: its book is needed, or no longer. */
  readonly opened: (state: VenueOrderState) => void;
  readonly ended: (state: VenueOrderState) => void;
}

/** What the ledger's parts share. */
interface Held {
  readonly engine: Engine;
  readonly orders: OrderIndex;
  readonly pending: Pending;
  /** Orders whose last save failed. */
  readonly unsaved: Set<string>;
  readonly close: (state: VenueOrderState) => void;
}

export function createLedger({ engine, open, opened, ended }: LedgerDeps): Ledger {
  const orders = createOrderIndex();
  const durable = createOrderIndex();
  const pending = createPending();
  let openCount = 0;
  const close = (state: VenueOrderState): void => {
    openCount -= 1;
    ended(state);
  };
  const enter = (state: VenueOrderState): void => {
    orders.set(state);
    openCount += 1;
    opened(state);
  };
  const held: Held = { engine, orders, pending, unsaved: new Set(), close };
  for (const state of inOrder(engine, open)) {
    enter(state);
    durable.set(state);
  }

  return {
    engine,
    enter,
    run(command) {
      const events = engine.apply(command);
      absorb(held, events);
      return events;
    },
    strike(venueOrderId) {
      const state = orders.get(venueOrderId);
      if (!state) return;
      orders.delete(state);
      close(state);
      forget(engine, venueOrderId);
    },
    find: orders.find,
    openLegs: (venueOrderId) => legsOf(engine, venueOrderId).filter(isOpen),
    openCount: () => openCount,
    durable: durable.find,
    openOrders: durable.all,
    hasChanges: () => !pending.isEmpty(),
    take: () => take(held),
    putBack(taken) {
      for (const { state } of taken.rows) held.unsaved.add(state.venueOrderId);
      pending.putBack(taken);
    },
    confirm(taken) {
      for (const state of taken.orders.values()) {
        if (isOpen(state)) durable.set(state);
        else {
          durable.delete(state);
          orders.delete(state);
        }
      }
    },
  };
}

/** Reads the touched orders again: what a command made of each is told once, after its fills. */
function absorb({ engine, orders, pending, close }: Held, events: readonly EngineEvent[]): void {
  const touched = new Map<string, { atMs: number; hasTraded: boolean }>();
  for (const event of events) {
    const order = 'order' in event && event.type !== 'rejected' ? event.order : undefined;
    const state = order && orders.get(ownerOf(order.orderId));
    if (!state) continue;
    const { venueOrderId } = state;
    const hasTraded = event.type === 'filled' || touched.get(venueOrderId)?.hasTraded === true;
    touched.set(venueOrderId, { atMs: event.at, hasTraded });
    if (event.type !== 'filled') continue;
    pending.fill(toFill(state, event, instrumentOf(engine, state)));
  }
  for (const [venueOrderId, at] of touched) {
    const before = orders.get(venueOrderId);
    const [main, stop] = legsOf(engine, venueOrderId);
    if (!before || !main) continue;
    const instrument = instrumentOf(engine, before);
    const state = nextState(before, { main, stop }, { ...at, instrument });
    orders.set(state);
    pending.order(state);
    if (isOpen(before) && !isOpen(state)) close(state);
  }
}

/** An engine with the account's first balances, one engine account a wallet. */
export function createFirstEngine(balances: Balances, wallets: readonly string[]): Engine {
  const engine = createEngine('feed');
  for (const accountId of new Set([...wallets, ...Object.keys(balances)])) {
    engine.apply({ type: 'openAccount', at: 0, accountId });
    for (const [asset, text] of Object.entries(balances[accountId] ?? {})) {
      const amount = parseAmount(text);
      assert(amount !== undefined && amount >= 0n, `${asset} ${text} is a first balance`);
      if (amount > 0n) engine.apply({ type: 'deposit', at: 0, accountId, asset, amount });
    }
  }
  return engine;
}

const stopSuffix = '-stop';

/** The engine's id of a pair's stop leg; the limit leg bears the order's own. */
export function stopLegId(venueOrderId: string): string {
  return `${venueOrderId}${stopSuffix}`;
}

function ownerOf(engineOrderId: string): string {
  const isStopLeg = engineOrderId.endsWith(stopSuffix);
  return isStopLeg ? engineOrderId.slice(0, -stopSuffix.length) : engineOrderId;
}

/** The limit leg first; a single order has no other. */
function legsOf(engine: Engine, venueOrderId: string): OrderSnapshot[] {
  return [venueOrderId, stopLegId(venueOrderId)].flatMap((id) => engine.order(id) ?? []);
}

function take(held: Held): Taken {
  const { engine, pending, unsaved } = held;
  const batch = pending.take();
  // Ended orders go into the tables in the same save, so the engine needs them no more.
  const gone = [...batch.orders.values()].filter((state) => !isOpen(state));
  for (const { venueOrderId } of gone) forget(engine, venueOrderId);
  const changed = [...engine.takeChanged().map(ownerOf), ...batch.orders.keys(), ...unsaved];
  unsaved.clear();
  return { ...batch, dump: engine.stateDump(), rows: rowsOf(held, new Set(changed)) };
}

function rowsOf({ engine, orders }: Held, ids: ReadonlySet<string>): OrderRow[] {
  return [...ids].flatMap((id) => {
    const state = orders.get(id);
    if (!state) return [];
    const legs = legsOf(engine, id).flatMap(({ orderId }) => engine.orderDump(orderId) ?? []);
    return [{ state, legs }];
  });
}

function isOpen({ status }: { readonly status: string }): boolean {
  return status === 'open';
}

function forget(engine: Engine, venueOrderId: string): void {
  for (const { accountId, orderId } of legsOf(engine, venueOrderId)) {
    engine.apply({ type: 'forget', at: 0, accountId, orderId });
  }
}

function instrumentOf(engine: Engine, { symbol }: VenueOrderState) {
  const instrument = engine.instrument(symbol);
  assert(instrument, `${symbol} is defined`);
  return instrument;
}

/** As they came: a millisecond holds many, and the engine counted them. */
function inOrder(engine: Engine, open: readonly VenueOrderState[]): VenueOrderState[] {
  const rankOf = ({ venueOrderId }: VenueOrderState) => engine.order(venueOrderId)?.rank ?? 0;
  return [...open].sort((a, b) => a.createdAtMs - b.createdAtMs || rankOf(a) - rankOf(b));
}
