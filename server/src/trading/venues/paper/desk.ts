import { restoreEngine } from '@windlass/matching';
import type { Account } from '../../model/account.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { PaperVenue } from '../paperPort.ts';
import type { SessionEvents } from '../venuePort.ts';
import { createFirstEngine, createLedger, type Ledger } from './ledger.ts';
import { levelsMax, toEngineLevels } from './levels.ts';
import type { Batch } from './pending.ts';
import type { PaperBook, PaperDeps } from './ports.ts';
import { createRecentIds, type RecentIds } from './recentIds.ts';
import { createSaver, type Saver } from './saver.ts';
import { createPaperTables, type PaperTables } from './tables.ts';
import { createWatches, type Watches } from './watches.ts';

/** A paper account at work: its engine, the books it follows, its tables. */
export interface Desk {
  readonly account: Account;
  readonly venue: PaperVenue;
  readonly ledger: Ledger;
  readonly watches: Watches;
  readonly saver: Saver;
  readonly tables: PaperTables;
  readonly recent: RecentIds;
}

/** Goes on where the account was; a new one begins with its first balances. */
export async function openDesk(
  deps: PaperDeps,
  account: Account,
  events: SessionEvents,
): Promise<Desk> {
  const venue = deps.venueOf(account.venue);
  const recent = createRecentIds(deps.clock.now());
  const tables = createPaperTables(deps.store, deps.epoch, lifeOf(account));
  const kept = await tables.load();
  const engine = kept
    ? restoreEngine(kept.dump, kept.legs)
    : createFirstEngine(account.paperBalances ?? {}, venue.wallets.names);
  const watches: Watches = createWatches({
    books: deps.books,
    venue: account.venue,
    clock: deps.clock,
    // What fills meanwhile could not be written either, and would only pile up.
    isPaused: () => saver.failure() !== undefined,
    shown: (symbol, book) => showBook(desk, deps, { symbol, book }),
  });
  const ledger: Ledger = createLedger({
    engine,
    open: kept?.open ?? [],
    opened: ({ symbol }) => watches.hold(symbol),
    ended: ({ symbol }) => watches.release(symbol),
  });
  const saver: Saver = createSaver({
    clock: deps.clock,
    hasChanges: ledger.hasChanges,
    save: () => save(ledger, tables, events),
    failed: (error) => deps.observe.paperStoreFailed(account.id, error),
  });
  const desk: Desk = { account, venue, ledger, watches, saver, tables, recent };
  return desk;
}

/** An account that was removed and made again under its old name starts anew. */
function lifeOf({ id, createdAtMs }: Account): string {
  return `${id}@${createdAtMs}`;
}

/** Writes what has changed, then tells of it. */
async function save(ledger: Ledger, tables: PaperTables, events: SessionEvents): Promise<void> {
  const taken = ledger.take();
  const { dump, rows, fills } = taken;
  const atMs = rows.reduce((latest, { state }) => Math.max(latest, state.updatedAtMs), 0);
  try {
    await tables.save({ dump, atMs, rows, fills });
  } catch (error) {
    ledger.putBack(taken);
    throw error;
  }
  ledger.confirm(taken);
  // A listener that throws is a fault, and none of the save's.
  void tell(taken, events);
}

async function tell({ news }: Batch, events: SessionEvents): Promise<void> {
  for (const item of news) {
    if ('fill' in item) events.fill(item.fill);
    else events.order(item.order);
  }
}

/** Gives the engine a book, or an outage; what fills or goes off is saved by itself. */
function showBook(
  { ledger, saver }: Desk,
  { clock }: PaperDeps,
  { symbol, book }: { symbol: InstrumentSymbol; book: PaperBook | undefined },
): void {
  const rules = ledger.engine.instrument(symbol)?.rules;
  if (!rules) return;
  const steps = { tickSize: Number(rules.tickSize), lotSize: Number(rules.lotSize) };
  const bids = toEngineLevels('bids', book?.bids(levelsMax) ?? [], steps);
  const asks = toEngineLevels('asks', book?.asks(levelsMax) ?? [], steps);
  const shown = { type: 'book', at: clock.now(), symbol } as const;
  const events = ledger.run({ ...shown, bids, asks });
  // What cannot be followed is an outage: the engine would go on with the book before it.
  const isRefused = events.some(({ type }) => type === 'refused');
  if (isRefused) ledger.run({ ...shown, bids: [], asks: [] });
  // A failure is told by the saver, which also tries again.
  if (ledger.hasChanges()) saver.settled().catch(() => undefined);
}
