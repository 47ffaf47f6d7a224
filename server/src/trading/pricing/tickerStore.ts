import type { Cancel, Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Store } from '../../store/types.ts';
import { parseStoredTicker } from './coinGeckoWire.ts';
import { type KnownTicker, tickersMax } from './tickerMemory.ts';

/** Time of prices that a crash may lose; prices of the last second are quickly read again. */
const flushDelayMs = 1_000;
/** Pause after a failed write: it gives the database time to recover. */
const retryDelayMs = 10_000;
/** Rows of one statement; with four values each they stay far below both databases' limits. */
const rowsPerWrite = 200;
/** Rows read and parsed at once, so that the event loop is blocked for milliseconds only. */
const rowsPerPage = 500;
/** Age from which prices are useless, even in an outage. */
const keptMs = 30 * 86_400_000;

/** The last known good prices in the database. */
export interface TickerStore {
  /** Passes on what was kept. Never rejects: a service without old prices still works. */
  load(put: (vsCurrency: string, known: KnownTicker) => void): Promise<void>;
  /** Stores them soon; the caller does not wait. */
  save(vsCurrency: string, known: readonly KnownTicker[]): void;
  /** Writes what waits. */
  stop(): Promise<void>;
}

interface TickerKeepDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Until it is true nothing is written, and what waits goes on waiting; always unless given. */
  readonly mayWrite?: (() => boolean) | undefined;
}

interface Row {
  readonly vs_currency: string;
  readonly coin_id: string;
  readonly ticker_json: string;
  readonly fetched_at_ms: number;
}

export function createTickerStore(deps: TickerKeepDeps): TickerStore {
  const { store, clock, logger, mayWrite = () => true } = deps;
  // The newest row of each price that is not written yet, at most as many as memory keeps.
  const waiting = new Map<string, Row>();
  let cancelTimer: Cancel | undefined;
  let writing: Promise<void> | undefined;

  const schedule = (delayMs: number): void => {
    cancelTimer ??= clock.schedule(delayMs, () => {
      cancelTimer = undefined;
      writing = flush().finally(() => {
        writing = undefined;
      });
    });
  };

  const flush = async (): Promise<void> => {
    await writing;
    if (!mayWrite()) return schedule(retryDelayMs);
    while (waiting.size > 0) {
      const entries = [...waiting].slice(0, rowsPerWrite);
      try {
        await write(
          store,
          entries.map(([, row]) => row),
        );
      } catch (error) {
        logger.warn({ error: errorText(error) }, 'Prices could not be stored; trying again');
        schedule(retryDelayMs);
        return;
      }
      // A row that was replaced while it was being written still waits.
      for (const [key, row] of entries) if (waiting.get(key) === row) waiting.delete(key);
    }
  };

  return {
    async load(put) {
      try {
        if (mayWrite()) await prune(store, clock.now());
        await readAll(deps, put);
      } catch (error) {
        logger.warn({ error: errorText(error) }, 'The stored prices could not be read');
      }
    },
    save(vsCurrency, known) {
      for (const one of known) {
        const key = `${vsCurrency}:${one.ticker.id}`;
        if (waiting.size >= tickersMax && !waiting.has(key)) return;
        waiting.set(key, toRow(vsCurrency, one));
      }
      schedule(flushDelayMs);
    },
    async stop() {
      cancelTimer?.();
      await flush();
      cancelTimer?.();
    },
  };
}

function toRow(vsCurrency: string, { ticker, fetchedAtMs }: KnownTicker): Row {
  return {
    vs_currency: vsCurrency,
    coin_id: ticker.id,
    ticker_json: JSON.stringify(ticker),
    fetched_at_ms: fetchedAtMs,
  };
}

async function write({ db }: Store, rows: readonly Row[]): Promise<void> {
  await db
    .insertInto('price_tickers')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['vs_currency', 'coin_id']).doUpdateSet((eb) => ({
        ticker_json: eb.ref('excluded.ticker_json'),
        fetched_at_ms: eb.ref('excluded.fetched_at_ms'),
      })),
    )
    .execute();
}

/** Limits the table at each start: by age, and to the newest that memory can keep. */
async function prune({ db }: Store, nowMs: number): Promise<void> {
  const newest = await db
    .selectFrom('price_tickers')
    .select('fetched_at_ms')
    .orderBy('fetched_at_ms', 'desc')
    .offset(tickersMax)
    .limit(1)
    .executeTakeFirst();
  const oldestMs = Math.max(nowMs - keptMs, newest ? newest.fetched_at_ms + 1 : 0);
  await db.deleteFrom('price_tickers').where('fetched_at_ms', '<', oldestMs).execute();
}

async function readAll(
  { store, clock }: TickerKeepDeps,
  put: (vsCurrency: string, known: KnownTicker) => void,
): Promise<void> {
  let last: Row | undefined;
  do {
    let query = store.db
      .selectFrom('price_tickers')
      .selectAll()
      .orderBy('vs_currency')
      .orderBy('coin_id')
      .limit(rowsPerPage);
    if (last) {
      const { vs_currency: currency, coin_id: id } = last;
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('vs_currency', 'coin_id'), '>', tuple(currency, id)),
      );
    }
    const rows: readonly Row[] = await query.execute();
    for (const row of rows) {
      const ticker = parseStoredTicker(row.ticker_json);
      if (ticker) put(row.vs_currency, { ticker, fetchedAtMs: row.fetched_at_ms });
    }
    last = rows.length === rowsPerPage ? rows.at(-1) : undefined;
    await clock.yield();
  } while (last);
}
