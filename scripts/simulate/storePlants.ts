import type { HotWriter } from '../../server/src/store/operations.ts';
import { progressOf } from '../../server/src/store/orderProgress.ts';
import type { OrderRow } from '../../server/src/store/schema.ts';
import type { Write } from '../../server/src/store/sqlite/calls.ts';
import type { Store } from '../../server/src/store/types.ts';
import type { AccountId } from '../../server/src/trading/model/account.ts';
import type { InstrumentSymbol } from '../../server/src/trading/model/symbol.ts';
import type {
  SubmitOutcome,
  VenueOrder,
  VenueSession,
} from '../../server/src/trading/venues/venuePort.ts';
import { portPlants } from '../../server/test/support/plants/plant.ts';
import type { PlantedPorts, PortsMaker } from './plantedPorts.ts';

/** Mistakes in the writes and their times. */
const mistakes = {
  'release-on-unknown': () => ({ store: (store) => writing(store, releaseOnUnknown(store)) }),
  'send-before-reserve': sendBeforeReserve,
  'forget-to-record': forgetToRecord,
  'no-epoch-check': () => ({
    // The operations that come late all have the epoch first.
    lateWrites: (writes, epoch) =>
      writes.map((write) => ({ ...write, args: [epoch, ...write.args.slice(1)] }) as Write),
  }),
  'fills-without-trade-id': fillsWithoutTradeId,
  'absent-once-is-final': absentOnceIsFinal,
} satisfies Readonly<Record<string, PortsMaker>>;

export const storePlants = portPlants<PortsMaker>(mistakes);

function writing(store: Store, changes: Partial<HotWriter>): Store {
  return { ...store, write: { ...store.write, ...changes } };
}

function releaseOnUnknown({ db, write }: Store): Partial<HotWriter> {
  return {
    async recordOutcome(epoch, id, said) {
      const order = await write.recordOutcome(epoch, id, said);
      if (order?.order_status !== 'unknown') return order;
      await db
        .updateTable('daily_usage')
        .set((is) => ({ used_micro_usd: is('used_micro_usd', '-', order.reserved_micro) }))
        .where('account_id', '=', order.account_id)
        .where('day', '=', order.day)
        .execute();
      return order;
    },
  };
}

/** Sends the order at once, and stores its intent while it is on its way. */
function sendBeforeReserve(): PlantedPorts {
  const sessions = new Map<string, VenueSession>();
  const sent = new Map<string, Promise<SubmitOutcome>>();
  return {
    session(session, accountId) {
      sessions.set(accountId, session);
      return {
        ...session,
        submit: (order, signal) => sent.get(order.clientId) ?? session.submit(order, signal),
      };
    },
    store: (store) =>
      writing(store, {
        reserveOrder(epoch, order, limits) {
          const session = sessions.get(order.account_id);
          const signal = new AbortController().signal;
          if (session) sent.set(order.venue_client_id, session.submit(toOrder(order), signal));
          return store.write.reserveOrder(epoch, order, limits);
        },
      }),
  };
}

function toOrder(row: OrderRow): VenueOrder {
  return {
    clientId: row.venue_client_id,
    symbol: row.symbol as InstrumentSymbol,
    marketType: row.market_type,
    side: row.side,
    type: row.order_type as VenueOrder['type'],
    quantity: row.quantity,
    price: row.price ?? undefined,
    stopPrice: row.stop_price ?? undefined,
    trailingDelta: row.trailing_delta ?? undefined,
    timeInForce: row.time_in_force as VenueOrder['timeInForce'],
    reduceOnly: row.reduce_only === 1,
  };
}

/** Believes the first answer on an order without storing it. */
function forgetToRecord(): PlantedPorts {
  const forgotten = new Set<string>();
  return {
    store: (store) =>
      writing(store, {
        async recordOutcome(epoch, id, said) {
          const isFirst = said.venue_order_id !== null && !forgotten.has(id);
          if (!isFirst) return store.write.recordOutcome(epoch, id, said);
          forgotten.add(id);
          const orders = store.db.selectFrom('meta_orders').selectAll();
          const order = await orders.where('id', '=', id).executeTakeFirst();
          return order && progressOf(order, said);
        },
      }),
  };
}

function fillsWithoutTradeId(): PlantedPorts {
  let heard = 0;
  return {
    store: (store) =>
      writing(store, {
        addFills(epoch, fills) {
          const unnamed = fills.map((fill) => {
            heard += 1;
            return { ...fill, venue_trade_id: `${heard}` };
          });
          return store.write.addFills(epoch, unnamed);
        },
      }),
  };
}

/** Takes an order that is not found at the first look for one that never arrived. */
function absentOnceIsFinal(): PlantedPorts {
  let give: (clientId: string, accountId: AccountId) => Promise<void> = async () => undefined;
  return {
    store(store) {
      return {
        ...store,
        async own() {
          const ownership = await store.own();
          give = (clientId, accountId) => giveUp(store, ownership.epoch, { clientId, accountId });
          return ownership;
        },
      };
    },
    session: (session, accountId) => ({
      ...session,
      async lookup(ref, signal) {
        const found = await session.lookup(ref, signal);
        if (found.kind === 'absent') await give(ref.clientId, accountId as AccountId);
        return found;
      },
    }),
  };
}

async function giveUp(
  { db, write }: Store,
  epoch: number,
  { clientId, accountId }: { clientId: string; accountId: AccountId },
): Promise<void> {
  const orders = db.selectFrom('meta_orders').selectAll().where('account_id', '=', accountId);
  const order = await orders.where('venue_client_id', '=', clientId).executeTakeFirst();
  if (!order) return;
  await write.recordOutcome(epoch, order.id, {
    order_status: 'rejected',
    venue_order_id: null,
    quantity_filled: null,
    avg_fill_price: null,
    cost: null,
    fee: null,
    fee_currency: null,
    reject_code: 'NOT_SENT',
    reason: 'It is not there.',
    last_traded_timestamp: null,
    at_ms: order.updated_at_ms,
  });
}
