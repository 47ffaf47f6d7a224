import type { PaperSave } from '../../../store/operations.ts';
import type { Schema } from '../../../store/schema.ts';
import type { Store } from '../../../store/types.ts';
import type { MarketType } from '../../model/order.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../perpsPort.ts';
import type { VenueFill, VenueOrderState } from '../venuePort.ts';
import { type EntryKind, symbolOf } from './bookings.ts';
import type { OrderRow } from './ledger.ts';
import { type PaperState, readState } from './paperState.ts';
import type { NumberedEntry } from './pending.ts';

/** Maximum number of client ids in one query; more wait for the next. */
const idsPerQueryMax = 200;

/** The changes that a save writes, in the venue's types. */
export interface Changes {
  readonly dump: string;
  readonly atMs: number;
  readonly rows: readonly OrderRow[];
  readonly fills: readonly VenueFill[];
  readonly entries: readonly NumberedEntry[];
}

type EntryKinds = readonly [EntryKind, ...EntryKind[]];

interface KeptAccount {
  /** The engine without its orders. */
  readonly dump: string;
  readonly notes: PaperState;
  readonly open: readonly VenueOrderState[];
  /** The engine's records of the open orders. */
  readonly legs: readonly string[];
}

/** The stored tables of one account. */
export interface PaperTables {
  /** Loads the engine with its open orders; undefined for a new account. */
  load(): Promise<KeptAccount | undefined>;
  save(changes: Changes): Promise<void>;
  byVenueId(venueOrderId: string): Promise<VenueOrderState | undefined>;
  /** Finds an order; ids that are asked for at the same time share a query. */
  byClientId(clientId: string): Promise<VenueOrderState | undefined>;
  /** Returns fills at or after a time, oldest first. */
  fills(marketType: MarketType, sinceMs: number, limit: number): Promise<VenueFill[]>;
  /** Returns entries, oldest first: with a time the first from then on, without one the newest. */
  entries(kinds: EntryKinds, query: LedgerQuery): Promise<VenueLedgerEntry[]>;
}

/** @param account Name of the account's life: another account of the same id has another. */
export function createPaperTables(
  { db, write }: Pick<Store, 'db' | 'write'>,
  epoch: number,
  account: string,
): PaperTables {
  const ordersOf = () =>
    db.selectFrom('paper_orders').select('order_json').where('account', '=', account);
  const byClientIds = async (ids: readonly string[]) => {
    const rows = await ordersOf().where('client_id', 'in', ids).execute();
    const states = rows.map(({ order_json }) => toState(order_json));
    return new Map(states.map((state) => [state.clientId, state]));
  };
  return {
    async load() {
      const engine = await db
        .selectFrom('paper_engines')
        .select('dump')
        .where('account', '=', account)
        .executeTakeFirst();
      if (!engine) return undefined;
      const rows = await ordersOf().where('is_open', '=', 1).execute();
      const legs = rows.flatMap(({ order_json }) => rowOf(order_json).legs);
      const open = rows.map(({ order_json }) => toState(order_json));
      return { ...readState(engine.dump), open, legs };
    },
    save: (changes) => write.savePaper(epoch, toSave(account, changes)),
    async byVenueId(venueOrderId) {
      const row = await ordersOf().where('order_id', '=', venueOrderId).executeTakeFirst();
      return row && toState(row.order_json);
    },
    byClientId: createSharedLookup(byClientIds),
    async fills(marketType, sinceMs, limit) {
      const rows = await db
        .selectFrom('paper_fills')
        .select('fill_json')
        .where('account', '=', account)
        .where('market_type', '=', marketType)
        .where('at_ms', '>=', sinceMs)
        .orderBy('at_ms')
        .orderBy('trade_id')
        .limit(limit)
        .execute();
      return rows.map(({ fill_json }) => JSON.parse(fill_json) as VenueFill);
    },
    entries: (kinds, query) => entriesOf(db, account, { ...query, kinds }),
  };
}

async function entriesOf(
  db: Store['db'],
  account: string,
  { kinds, marketType, symbol, sinceMs, limit }: LedgerQuery & { kinds: EntryKinds },
): Promise<VenueLedgerEntry[]> {
  const order = sinceMs === undefined ? 'desc' : 'asc';
  // The indexes give the order of one kind only: with several, each gives as many as are needed.
  const ofKind = (kind: EntryKind) => {
    const entries = db
      .selectFrom('paper_ledger')
      .select(['entry_id', 'symbol', 'at_ms', 'entry_json'])
      .where('account', '=', account)
      .where('kind', '=', kind)
      .where('market_type', '=', marketType)
      .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? null))
      .$if(sinceMs !== undefined, (query) => query.where('at_ms', '>=', sinceMs ?? 0))
      .orderBy('at_ms', order)
      .orderBy('entry_id', order)
      .limit(limit);
    return db.selectFrom(entries.as('entries')).selectAll();
  };
  const [first, ...others] = kinds;
  const rows = await others
    .reduce((all, kind) => all.unionAll(ofKind(kind)), ofKind(first))
    .orderBy('at_ms', order)
    .orderBy('entry_id', order)
    .limit(limit)
    .execute();
  const found = rows.map(toLedgerEntry);
  return order === 'asc' ? found : found.reverse();
}

function toSave(account: string, changes: Changes): PaperSave {
  const { dump, atMs, rows, fills, entries } = changes;
  return {
    account,
    dump,
    atMs,
    orders: rows.map(({ state, legs }) => ({
      order_id: state.venueOrderId,
      client_id: state.clientId ?? state.venueOrderId,
      is_open: state.status === 'open' ? 1 : 0,
      order_json: JSON.stringify({ state, legs } satisfies OrderRow),
    })),
    fills: fills.map((fill) => ({
      trade_id: Number(fill.venueTradeId),
      market_type: fill.marketType,
      at_ms: fill.atMs,
      fill_json: JSON.stringify(fill),
    })),
    ledger: entries.map(({ entryId, kind, marketType, symbol, atMs: at, ...booked }) => ({
      entry_id: entryId,
      kind,
      market_type: marketType,
      symbol: symbol ?? null,
      at_ms: at,
      entry_json: JSON.stringify(booked satisfies Booked),
    })),
  };
}

/** Fields stored in the text of an entry. */
type Booked = Pick<VenueLedgerEntry, 'amount' | 'asset' | 'info'>;

function toLedgerEntry(
  row: Pick<Schema['paper_ledger'], 'entry_id' | 'symbol' | 'at_ms' | 'entry_json'>,
): VenueLedgerEntry {
  const { amount, asset, info } = JSON.parse(row.entry_json) as Booked;
  const symbol = row.symbol === null ? undefined : symbolOf(row.symbol);
  return { id: String(row.entry_id), symbol, amount, asset, atMs: row.at_ms, info };
}

/** Parses an order state: JSON drops undefined fields, and the rest is as it was written. */
function toState(json: string): VenueOrderState {
  const absent = {
    price: undefined,
    stopPrice: undefined,
    average: undefined,
    lastTradeAtMs: undefined,
    reason: undefined,
  };
  return { ...absent, ...rowOf(json).state };
}

function rowOf(json: string): OrderRow {
  return JSON.parse(json) as OrderRow;
}

/** Groups lookups: while one query runs, further ids wait for the next. */
function createSharedLookup<Value>(
  load: (ids: readonly string[]) => Promise<ReadonlyMap<string | undefined, Value>>,
): (id: string) => Promise<Value | undefined> {
  let waiting: { id: string; answer: PromiseWithResolvers<Value | undefined> }[] = [];
  let running = false;
  const run = async () => {
    running = true;
    // Callers in the same step of the program are already in the first query.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, idsPerQueryMax);
      waiting = waiting.slice(idsPerQueryMax);
      try {
        const found = await load(batch.map(({ id }) => id));
        for (const { id, answer } of batch) answer.resolve(found.get(id));
      } catch (error) {
        for (const { answer } of batch) answer.reject(error);
      }
    }
    running = false;
  };
  return (id) => {
    const answer = Promise.withResolvers<Value | undefined>();
    waiting.push({ id, answer });
    if (!running) void run();
    return answer.promise;
  };
}
