import { type Engine, type InstrumentRules, restoreEngine } from '@windlass/matching';
import { assert } from '../../../kit/assert.ts';
import type { Account } from '../../model/account.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { PaperVenue } from '../paperPort.ts';
import type { SessionEvents } from '../venuePort.ts';
import { type Collateral, createCollateral } from './collateral.ts';
import { createFirstEngine, type FirstWallets, joinWallets } from './engines.ts';
import { createExposure, type Exposure } from './exposure.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { levelsMax, toEngineLevels } from './levels.ts';
import { emptyState } from './paperState.ts';
import type { Batch } from './pending.ts';
import type { PaperBook, PaperDeps } from './ports.ts';
import { createRecentIds } from './recentIds.ts';
import { createSaver, type Saver } from './saver.ts';
import { createPaperTables, type PaperTables } from './tables.ts';
import type { PaperAccount } from './types.ts';
import { createWatches, type Watches } from './watches.ts';

/** Opens an account where it was left; a new one begins with its first balances. */
export async function openPaperAccount(
  deps: PaperDeps,
  accountNow: () => Account,
  events: SessionEvents,
): Promise<PaperAccount> {
  const account = accountNow();
  const recent = createRecentIds(deps.clock.now());
  const tables = createPaperTables(deps.store, deps.epoch, lifeOf(account));
  const kept = await tables.load();
  const wallets = createWallets(account, deps.venueOf(account.venue), !kept);
  const watches: Watches = createWatches({
    books: deps.books,
    venue: account.venue,
    clock: deps.clock,
    // Fills could not be written meanwhile either, and would only pile up.
    isPaused: () => saver.failure() !== undefined,
    shown: (symbol, book) => showBook(paper, deps, { symbol, book }),
  });
  const ledger: Ledger = createLedger({
    engine: engineOf(kept, account, wallets.first),
    open: kept?.open ?? [],
    notes: kept?.notes ?? emptyState,
    moved: (symbol, isHeld) => exposure.moved(symbol, isHeld),
    walletMoved: (asset, total) => collateral.moved(asset, total),
    opened: ({ symbol }) => watches.hold(symbol),
    ended: ({ symbol }) => watches.release(symbol),
  });
  const saver: Saver = createSaver({
    clock: deps.clock,
    hasChanges: ledger.hasChanges,
    save: () => save(ledger, tables, events),
    failed: (error) => deps.observe.paperStoreFailed(account.id, error),
  });
  const exposure: Exposure = createExposure(deps, () => paper);
  const collateral: Collateral = collateralOf(deps, account, () => paper);
  const close = () => {
    exposure.stop();
    watches.closeAll();
  };
  const join = () => {
    const isJoined = wallets.join(ledger, deps.clock.now());
    if (isJoined) collateral.begin();
    return isJoined;
  };
  const paper: PaperAccount = {
    ledger,
    collateral,
    watches,
    saver,
    tables,
    recent,
    close,
    join,
    get account() {
      return accountNow();
    },
    get venue() {
      return wallets.layout().venue;
    },
    get wallets() {
      return wallets.layout().wallets;
    },
  };
  join();
  exposure.start();
  return paper;
}

/** Returns the engine as it was left, or a new one with the first balances. */
function engineOf(
  kept: Awaited<ReturnType<PaperTables['load']>>,
  { paperBalances = {} }: Account,
  first: FirstWallets,
): Engine {
  return kept ? restoreEngine(kept.dump, kept.legs) : createFirstEngine(paperBalances, first);
}

/** Returns the collateral; its rules are absent for an account without portfolio margin. */
function collateralOf(
  { clock, venueOf }: PaperDeps,
  { venue, portfolioMargin }: Account,
  paper: () => PaperAccount,
): Collateral {
  const rules = portfolioMargin ? venueOf(venue).rules.portfolioMargin : undefined;
  return createCollateral({ clock, rules, backed: paper });
}

type Layout = Pick<PaperAccount, 'venue' | 'wallets'>;

interface Wallets {
  /** Wallets of a new account. */
  readonly first: FirstWallets;
  layout(): Layout;
  join(ledger: Ledger, at: number): boolean;
}

/** Returns the wallets of an account; a new account has its final layout from the start. */
function createWallets(account: Account, venue: PaperVenue, isNew: boolean): Wallets {
  const { portfolioMargin, hedgeMode: isHedged } = account;
  const { several, joined, into } = layoutsOf(venue);
  let layout = portfolioMargin && isNew ? joined : several;
  return {
    first: { names: layout.wallets, isJoined: layout === joined, isHedged },
    layout: () => layout,
    join(ledger, at) {
      if (!portfolioMargin || layout === joined) return portfolioMargin;
      const joining = joinWallets(ledger.engine, into, at);
      if (joining === 'open') return false;
      layout = joined;
      if (joining === 'moved') ledger.touch();
      return true;
    },
  };
}

/** Returns both layouts of wallets: all those of the venue, or only the first. */
function layoutsOf(venue: PaperVenue) {
  const { names, others = [], assets } = venue.wallets;
  const [first] = names;
  assert(first, `${venue.capabilities.venue} has a wallet`);
  const several: Layout = { venue, wallets: [...names, ...others] };
  const one = { ...venue, wallets: { names: [first], assets } };
  const joined: Layout = { venue: one, wallets: [first] };
  return { several, joined, into: first };
}

/**
 * Returns the key of the stored account: one removed and created again by the same name starts
 * anew.
 */
function lifeOf({ id, createdAtMs }: Account): string {
  return `${id}@${createdAtMs}`;
}

/** Writes the changes, then reports them. */
async function save(ledger: Ledger, tables: PaperTables, events: SessionEvents): Promise<void> {
  const taken = ledger.take();
  const { dump, rows, fills, entries } = taken;
  const times = [...rows.map(({ state }) => state.updatedAtMs), ...entries.map(({ atMs }) => atMs)];
  const atMs = times.reduce((latest, each) => Math.max(latest, each), 0);
  try {
    await tables.save({ dump, atMs, rows, fills, entries });
  } catch (error) {
    ledger.putBack(taken);
    throw error;
  }
  ledger.confirm(taken);
  // A listener that throws has a defect: the save itself succeeded.
  void tell(taken, events);
}

async function tell({ news }: Batch, events: SessionEvents): Promise<void> {
  for (const item of news) {
    if ('fill' in item) events.fill(item.fill);
    else events.order(item.order);
  }
}

/** Gives the engine a book, or an outage; fills and triggers are saved automatically. */
function showBook(
  { ledger, saver, collateral }: PaperAccount,
  { clock }: PaperDeps,
  { symbol, book }: { symbol: InstrumentSymbol; book: PaperBook | undefined },
): void {
  collateral.shown(symbol, book);
  const rules = ledger.engine.instrument(symbol)?.rules;
  if (rules) runBook(ledger, rules, { symbol, book, at: clock.now() });
  // The saver reports a failure and tries again.
  if (ledger.hasChanges()) saver.settled().catch(() => undefined);
}

function runBook(
  ledger: Ledger,
  rules: InstrumentRules,
  { symbol, book, at }: { symbol: InstrumentSymbol; book: PaperBook | undefined; at: number },
): void {
  const steps = { tickSize: Number(rules.tickSize), lotSize: Number(rules.lotSize) };
  const bids = toEngineLevels('bids', book?.bids(levelsMax) ?? [], steps);
  const asks = toEngineLevels('asks', book?.asks(levelsMax) ?? [], steps);
  const shown = { type: 'book', at, symbol } as const;
  const events = ledger.run({ ...shown, bids, asks });
  // A book that the engine refuses counts as an outage: it would go on with the one before.
  const isRefused = events.some(({ type }) => type === 'refused');
  if (isRefused) ledger.run({ ...shown, bids: [], asks: [] });
}
