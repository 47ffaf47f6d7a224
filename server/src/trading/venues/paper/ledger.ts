import type { Command, Engine, EngineEvent, OrderSnapshot } from '@windlass/matching';
import { assert } from '../../../kit/assert.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueOrderState } from '../venuePort.ts';
import { symbolOf, toEntry, toExchangeFill, toLiquidationFill } from './bookings.ts';
import { withCovers } from './covers.ts';
import { createOrderIndex, type OrderIds, type OrderIndex } from './orderIndex.ts';
import { nextState, toFill } from './orderStates.ts';
import { type PaperState, withState } from './paperState.ts';
import { type Batch, createPending, type Pending } from './pending.ts';

/** A changed order, with the engine's record of each leg while it is open. */
export interface OrderRow {
  readonly state: VenueOrderState;
  readonly legs: readonly string[];
}

/** The changes that a save writes. */
export interface Taken extends Batch {
  /** The notes, and the engine without its orders, which are in the rows. */
  readonly dump: string;
  /** The batch's changed orders, and orders whose change is not reported. */
  readonly rows: readonly OrderRow[];
}

/** One account's engine, the orders it holds, and what has changed since the last save. */
export interface Ledger {
  readonly engine: Engine;
  /** Carries out a command and records what it did to orders. */
  run(command: Command): readonly EngineEvent[];
  /** Adds an order that the engine is about to receive. */
  enter(state: VenueOrderState): void;
  /** Removes an order that the engine refused. */
  strike(venueOrderId: string): void;
  /**
   * Returns an order as the engine has it now, durable or not; ended ones until they are durable.
   */
  find(ids: OrderIds): VenueOrderState | undefined;
  /** Returns the open legs of an order: both of an OCO, or the stop leg alone. */
  openLegs(venueOrderId: string): OrderSnapshot[];
  openCount(): number;
  /** Returns an order that is open in the durable state. */
  durable(ids: OrderIds): VenueOrderState | undefined;
  /** Returns all durable open orders, oldest first. */
  openOrders(): VenueOrderState[];
  notes(): PaperState;
  /** Changes a note; it is durable with the next save. */
  note(change: Partial<PaperState>): void;
  /** Records a change that no order and no entry shows, so that a save carries it. */
  touch(): void;
  hasChanges(): boolean;
  /** Takes the changes for a save: they count as saved until they are put back. */
  take(): Taken;
  putBack(taken: Taken): void;
  /** Marks the changes as durable. */
  confirm(taken: Taken): void;
}

interface LedgerDeps {
  readonly engine: Engine;
  /** Open orders as they are in the tables. */
  readonly open: readonly VenueOrderState[];
  /** Called when an order comes in or ends: its book is then needed, or no longer. */
  readonly opened: (state: VenueOrderState) => void;
  readonly ended: (state: VenueOrderState) => void;
  readonly notes: PaperState;
  /** Called when a position changes; `isHeld` is false when its market has none any more. */
  readonly moved: (symbol: InstrumentSymbol, isHeld: boolean) => void;
  readonly walletMoved: (asset: string, total: bigint) => void;
}

/** State that the ledger's parts share. */
interface Held {
  readonly engine: Engine;
  readonly orders: OrderIndex;
  readonly pending: Pending;
  /** Orders whose last save failed. */
  readonly unsaved: Set<string>;
  readonly close: (state: VenueOrderState) => void;
  readonly moved: LedgerDeps['moved'];
  readonly walletMoved: LedgerDeps['walletMoved'];
  notes: PaperState;
}

export function createLedger(deps: LedgerDeps): Ledger {
  const { engine, open, opened, ended, moved, walletMoved, notes } = deps;
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
  const unsaved = new Set<string>();
  const held: Held = { engine, orders, pending, unsaved, close, moved, walletMoved, notes };
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
      for (const event of withCovers(events)) book(held, event);
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
    ...notesOf(held),
    ...savesOf(held, durable),
  };
}

function notesOf(held: Held): Pick<Ledger, 'notes' | 'note' | 'touch'> {
  return {
    notes: () => held.notes,
    note(change) {
      held.notes = { ...held.notes, ...change };
      held.pending.touch();
    },
    touch: held.pending.touch,
  };
}

function savesOf(
  held: Held,
  durable: OrderIndex,
): Pick<Ledger, 'hasChanges' | 'take' | 'putBack' | 'confirm'> {
  const { pending, orders, unsaved } = held;
  return {
    hasChanges: () => !pending.isEmpty(),
    take: () => take(held),
    putBack(taken) {
      for (const { state } of taken.rows) unsaved.add(state.venueOrderId);
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

/** Reads the touched orders again: each is reported once per command, after its fills. */
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
    pending.fill(toFill(state, event, instrumentOf(engine, state.symbol)));
  }
  for (const [venueOrderId, at] of touched) {
    const before = orders.get(venueOrderId);
    const [main, stop] = legsOf(engine, venueOrderId);
    if (!before || !main) continue;
    const instrument = instrumentOf(engine, before.symbol);
    const state = nextState(before, { main, stop }, { ...at, instrument });
    orders.set(state);
    pending.order(state);
    if (isOpen(before) && !isOpen(state)) close(state);
  }
}

/** True while the account has a position in the market; in hedge mode, either side counts. */
function isHeld(engine: Engine, { accountId, symbol, lots }: PositionEvent): boolean {
  if (lots !== 0) return true;
  return engine.positions(accountId).some((each) => each.symbol === symbol && each.lots !== 0);
}

type PositionEvent = Extract<EngineEvent, { type: 'position' }>;

/**
 * Records the event's changes of money and positions, and reports changed wallets and positions.
 */
function book(held: Held, event: EngineEvent): void {
  const { engine, pending } = held;
  const entry = toEntry(event, (symbol) => instrumentOf(engine, symbol));
  if (entry) {
    const entryId = held.notes.entryCount + 1;
    held.notes = { ...held.notes, entryCount: entryId };
    pending.entry({ ...entry, entryId });
  }
  if (event.type === 'liquidated') {
    pending.fill(toLiquidationFill(event, instrumentOf(engine, event.symbol)));
  }
  if (event.type === 'exchanged') pending.fill(toExchangeFill(event));
  if (event.type === 'wallet') held.walletMoved(event.asset, event.total);
  if (event.type === 'position') held.moved(symbolOf(event.symbol), isHeld(engine, event));
}

const stopSuffix = '-stop';

/** Returns the engine's id of an OCO's stop leg; the limit leg has the order's own. */
export function stopLegId(venueOrderId: string): string {
  return `${venueOrderId}${stopSuffix}`;
}

function ownerOf(engineOrderId: string): string {
  const isStopLeg = engineOrderId.endsWith(stopSuffix);
  return isStopLeg ? engineOrderId.slice(0, -stopSuffix.length) : engineOrderId;
}

/** Returns the legs of an order, the limit leg first; a single order has no other. */
function legsOf(engine: Engine, venueOrderId: string): OrderSnapshot[] {
  return [venueOrderId, stopLegId(venueOrderId)].flatMap((id) => engine.order(id) ?? []);
}

function take(held: Held): Taken {
  const { engine, pending, unsaved } = held;
  const batch = pending.take();
  // The same save writes ended orders to the tables, so the engine no longer needs them.
  const gone = [...batch.orders.values()].filter((state) => !isOpen(state));
  for (const { venueOrderId } of gone) forget(engine, venueOrderId);
  const changed = [...engine.takeChanged().map(ownerOf), ...batch.orders.keys(), ...unsaved];
  unsaved.clear();
  return {
    ...batch,
    dump: withState(engine.stateDump(), held.notes),
    rows: rowsOf(held, new Set(changed)),
  };
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

function instrumentOf(engine: Engine, symbol: string) {
  const instrument = engine.instrument(symbol);
  assert(instrument, `${symbol} is defined`);
  return instrument;
}

/** Sorts orders as they came: many share a millisecond, and the engine counted them. */
function inOrder(engine: Engine, open: readonly VenueOrderState[]): VenueOrderState[] {
  const rankOf = ({ venueOrderId }: VenueOrderState) => engine.order(venueOrderId)?.rank ?? 0;
  return [...open].sort((a, b) => a.createdAtMs - b.createdAtMs || rankOf(a) - rankOf(b));
}
