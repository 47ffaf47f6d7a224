import type { EngineEvent, OrderSnapshot } from '@windlass/matching';
import type { OrderChange, OrderRecord, Trade } from './records.ts';

type MutableRecord = { -readonly [K in keyof OrderRecord]: OrderRecord[K] } & { trades: Trade[] };
type NewRecord = Omit<OrderRecord, 'updatedAt' | 'state' | 'child' | 'trades'>;

/** Every order that an exchange remembers, kept up to date by the engine's events. */
export interface Registry {
  add(record: NewRecord, state: OrderSnapshot): OrderRecord;
  /** Updates the records from the events. Returns the changes, in the order of the events. */
  follow(events: readonly EngineEvent[]): readonly OrderChange[];
  order(id: number): OrderRecord | undefined;
  /** Returns all orders, oldest first. */
  all(): Iterable<OrderRecord>;
  /** Drops and returns the ended orders beyond the maximum, oldest first. */
  takeSurplus(): readonly OrderRecord[];
}

/** Enough for many days of tests; exchanges forget ended orders as well. */
const ordersMax = 20_000;

/** @param stateNow Returns the engine's order; an event shows it before its money is reserved. */
export function createRegistry(
  nextId: () => number,
  stateNow: (id: number) => OrderSnapshot | undefined,
): Registry {
  const records = new Map<number, MutableRecord>();
  return {
    add(record, state) {
      const added: MutableRecord = {
        ...record,
        state,
        child: undefined,
        trades: [],
        updatedAt: record.createdAt,
      };
      records.set(record.id, added);
      return added;
    },
    follow(events) {
      const orderChanges: OrderChange[] = [];
      for (const event of events) {
        const state = 'order' in event ? event.order : undefined;
        const record = state && records.get(Number(state.orderId));
        if (!state || !record || event.type === 'duplicate') continue;
        record.state = stateNow(record.id) ?? state;
        record.updatedAt = event.at;
        if (event.type === 'triggered') record.child = { id: nextId(), at: event.at };
        if (event.type === 'filled') {
          record.trades.push({ ...event.fill, order: record, at: event.at });
        }
        const order = { ...record, trades: [...record.trades] };
        const trade = event.type === 'filled' ? order.trades.at(-1) : undefined;
        orderChanges.push({ kind: kindOf(event.type), order, trade });
      }
      return orderChanges;
    },
    order: (id) => records.get(id),
    all: () => records.values(),
    takeSurplus() {
      const surplus: MutableRecord[] = [];
      for (const record of records.values()) {
        if (records.size - surplus.length <= ordersMax) break;
        if (record.state.status !== 'open') surplus.push(record);
      }
      for (const { id } of surplus) records.delete(id);
      return surplus;
    },
  };
}

function kindOf(type: EngineEvent['type']): OrderChange['kind'] {
  switch (type) {
    case 'accepted':
    case 'triggered':
    case 'filled':
    case 'canceled':
    case 'expired':
      return type;
    default:
      return 'changed';
  }
}
