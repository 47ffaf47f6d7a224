import type { Cancel, Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import {
  buildTables,
  noRows,
  type RowSet,
  type SortOrder,
  type SymbolRow,
  type SymbolRowsDeps,
  type SymbolTables,
} from './symbolRows.ts';

export type SymbolKind = 'spot' | 'perp';

/** The merged table of all markets, rebuilt in the background. */
export interface SymbolTable {
  rowsOf(kind: SymbolKind): RowSet;
  readonly marketsByVenue: SymbolTables['marketsByVenue'];
  query(query: SymbolQuery): SymbolPage;
  /** Call it when a source of the table changed: the table is rebuilt within a few seconds. */
  changed(): void;
  /** Resolves when the table shows everything that is known now. */
  rebuild(): Promise<void>;
  stop(): Promise<void>;
}

export interface SymbolQuery {
  readonly kind: SymbolKind;
  /** Symbols of any of these exchanges, as bits by index; undefined for all. */
  readonly exchangeBits: number | undefined;
  /** Part of the symbol, in any case. */
  readonly search: string | undefined;
  /** In any case. */
  readonly quote: string | undefined;
  readonly sortBy: SortOrder;
  readonly limit: number;
}

export interface SymbolPage {
  readonly rows: readonly SymbolRow[];
  /** Number of rows, including those beyond the limit. */
  readonly total: number;
}

/** Interval of builds. Volumes and prices are a minute old at best: three seconds do not matter. */
const buildEveryMs = 3_000;

export function createSymbolTable(deps: SymbolRowsDeps & { readonly logger: Logger }): SymbolTable {
  let tables: SymbolTables | undefined;
  const builds = createBuilds(deps.clock, async () => {
    try {
      tables = await buildTables(deps, tables);
    } catch (error) {
      deps.logger.error({ error: errorText(error) }, 'the table of symbols cannot be built');
    }
  });
  const rowsOf = (kind: SymbolKind) => tables?.[kind] ?? noRows;
  return {
    rowsOf,
    get marketsByVenue() {
      return tables?.marketsByVenue ?? new Map();
    },
    query: (query) => select(rowsOf(query.kind).ordered[query.sortBy], query),
    changed: builds.changed,
    rebuild: builds.now,
    stop: builds.stop,
  };
}

/** Runs one build at a time, and no more often than necessary. */
function createBuilds(clock: Clock, build: () => Promise<void>) {
  let building: Promise<void> | undefined;
  let isChanged = false;
  let isStopped = false;
  let nextMs = Number.NEGATIVE_INFINITY;
  let cancel: Cancel | undefined;

  const run = (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    isChanged = false;
    // It starts only once it is recorded as in progress.
    const start = Promise.resolve().then(build);
    building = start.then(() => {
      building = undefined;
      nextMs = clock.monotonic() + buildEveryMs;
      if (isChanged) changed();
    });
    return building;
  };
  const changed = (): void => {
    isChanged = true;
    if (building || cancel || isStopped) return;
    cancel = clock.schedule(Math.max(0, nextMs - clock.monotonic()), () => void run());
  };
  return {
    changed,
    async now() {
      // A build in progress may have missed what is new.
      while (building) await building;
      if (!isStopped) await run();
    },
    async stop() {
      isStopped = true;
      cancel?.();
      await building;
    },
  };
}

function select(rows: readonly SymbolRow[], query: SymbolQuery): SymbolPage {
  const { exchangeBits, limit } = query;
  const search = query.search?.trim().toUpperCase() ?? '';
  const quote = query.quote?.trim().toUpperCase() ?? '';
  if (exchangeBits === undefined && search === '' && quote === '') {
    return { rows: rows.slice(0, limit), total: rows.length };
  }
  const bits = exchangeBits ?? ~0;
  const found: SymbolRow[] = [];
  let total = 0;
  for (const row of rows) {
    if ((row.exchangeBits & bits) === 0) continue;
    if (quote !== '' && row.quote !== quote) continue;
    if (search !== '' && !row.symbol.includes(search)) continue;
    total += 1;
    if (total <= limit) found.push(row);
  }
  return { rows: found, total };
}
