import { parseAmount } from '@windlass/matching';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { PaperFundingRate } from '../paperPort.ts';
import { symbolOf } from './bookings.ts';
import { define, listedRules } from './defining.ts';
import { createFundingWindows } from './fundingWindows.ts';
import type { KnownFunding } from './paperState.ts';
import type { PaperDeps } from './ports.ts';
import type { PaperAccount } from './types.ts';

/** The markets in which an account has positions: it holds their books and pays their funding. */
export interface Exposure {
  /** Takes a changed position; `isHeld` is false when the market has none any more. */
  moved(symbol: InstrumentSymbol, isHeld: boolean): void;
  /** Takes the positions that the account had when it was opened. */
  start(): void;
  stop(): void;
}

/** @param deskOf The account; called only once a position moves or `start` is called. */
export function createExposure(deps: PaperDeps, deskOf: () => PaperAccount): Exposure {
  const { clock } = deps;
  const held = new Set<InstrumentSymbol>();
  const windows = createFundingWindows({
    clock,
    ask: async (symbol, signal) => ask(deps, deskOf(), { symbol, signal }),
    told: (symbol) => deskOf().ledger.notes().funding[symbol],
    note: (symbol, told) => note(deskOf(), symbol, told),
    pay: (symbol, told) => pay(deskOf(), { symbol, told, at: clock.now() }),
  });
  const moved = (symbol: InstrumentSymbol, isHeld: boolean): void => {
    if (isHeld === held.has(symbol)) return;
    const { watches } = deskOf();
    if (isHeld) {
      held.add(symbol);
      watches.hold(symbol);
      windows.begin(symbol);
    } else {
      held.delete(symbol);
      watches.release(symbol);
      windows.end(symbol);
    }
  };
  return {
    moved,
    start() {
      const { ledger, wallets } = deskOf();
      const positions = wallets.flatMap((name) => ledger.engine.positions(name));
      for (const { symbol, lots } of positions) if (lots !== 0) moved(symbolOf(symbol), true);
    },
    stop: windows.stop,
  };
}

/**
 * Asks for the funding rate; each minute it also reads the market's rules again, and opens its book
 * if it had none. Dated futures pay no funding: for them that is all.
 */
async function ask(
  deps: PaperDeps,
  paper: PaperAccount,
  { symbol, signal }: { readonly symbol: InstrumentSymbol; readonly signal: AbortSignal },
): Promise<PaperFundingRate | undefined> {
  // This must not run within the command that opened the position.
  await Promise.resolve();
  signal.throwIfAborted();
  const marketType = paper.ledger.engine.instrument(symbol)?.rules.kind ?? 'swap';
  const listed = listedRules(deps, paper, { symbol, marketType });
  if ('rules' in listed) define(deps, paper, listed.rules);
  paper.watches.retry(symbol);
  saveSoon(paper);
  if (marketType !== 'swap') return undefined;
  return deps.funding.rate(paper.account.venue, symbol, signal);
}

function note(paper: PaperAccount, symbol: InstrumentSymbol, told: KnownFunding | undefined): void {
  const { [symbol]: known, ...others } = paper.ledger.notes().funding;
  if (known === undefined && told === undefined) return;
  paper.ledger.note({ funding: { ...others, ...(told && { [symbol]: told }) } });
  saveSoon(paper);
}

/** Pays a window; the engine lets no window be paid twice. */
function pay(
  paper: PaperAccount,
  { symbol, told, at }: { symbol: InstrumentSymbol; told: KnownFunding; at: number },
): boolean {
  // The engine's units have 18 decimals; a rate has no more digits than a double.
  const rate = parseAmount(told.rate.toFixed(18)) ?? 0n;
  const fundedAt = told.window;
  const events = paper.ledger.run({ type: 'funding', at, symbol, rate, fundedAt });
  const refused = events.find((event) => event.type === 'refused');
  if (refused?.type === 'refused' && refused.reason === 'NO_MARK') return false;
  paper.ledger.touch();
  saveSoon(paper);
  return true;
}

/** Saves after the command that is being carried out: a save takes all of it, or nothing. */
function saveSoon({ ledger, saver }: PaperAccount): void {
  const save = async () => {
    await Promise.resolve();
    // The saver reports a failure and tries again.
    if (ledger.hasChanges()) await saver.settled().catch(() => undefined);
  };
  void save();
}
