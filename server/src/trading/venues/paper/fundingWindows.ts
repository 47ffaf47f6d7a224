import type { Cancel, Clock } from '../../../kit/clock.ts';
import { withDeadline } from '../../../kit/deadline.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { PaperFundingRate } from '../paperPort.ts';
import type { KnownFunding } from './paperState.ts';

/** Milliseconds between two questions: rates move with the premium, over minutes. */
const askEveryMs = 60_000;
/**
 * Milliseconds before a payment of the last question, whose rate is paid: exchanges answer within a
 * second or two.
 */
const askBeforeMs = 5_000;
/** Milliseconds to wait for an answer: longer than any that arrives at all takes. */
const answerMsMax = 10_000;
/** Milliseconds by which clocks differ at most, where both the exchange's and ours are kept. */
const skewMs = 5_000;

/**
 * Pays funding in the markets where an account has positions, and asks for the rates of all of
 * them. Without positions there is no timer.
 */
export interface FundingWindows {
  begin(symbol: InstrumentSymbol): void;
  end(symbol: InstrumentSymbol): void;
  stop(): void;
}

interface FundingDeps {
  readonly clock: Clock;
  readonly ask: (
    symbol: InstrumentSymbol,
    signal: AbortSignal,
  ) => Promise<PaperFundingRate | undefined>;
  readonly told: (symbol: InstrumentSymbol) => KnownFunding | undefined;
  /** Stores a rate durably; undefined deletes it. */
  readonly note: (symbol: InstrumentSymbol, told: KnownFunding | undefined) => void;
  /** Returns false when it could not be paid; the payment is then tried again. */
  readonly pay: (symbol: InstrumentSymbol, told: KnownFunding) => boolean;
}

interface Market {
  readonly symbol: InstrumentSymbol;
  /** Time since when there has been a position here, as far as is known. */
  readonly sinceMs: number;
  readonly ended: AbortController;
  cancelAsk: Cancel | undefined;
  cancelDue: Cancel | undefined;
  isAsking: boolean;
}

export function createFundingWindows(deps: FundingDeps): FundingWindows {
  const { clock, note } = deps;
  const markets = new Map<InstrumentSymbol, Market>();

  const ask = async (market: Market): Promise<void> => {
    if (market.isAsking || market.ended.signal.aborted) return;
    market.isAsking = true;
    market.cancelAsk?.();
    const answer = await answerOf(deps, market);
    market.isAsking = false;
    if (market.ended.signal.aborted) return;
    hear(deps, market, answer);
    market.cancelAsk = clock.schedule(askDelayMs(deps, market.symbol), () => void ask(market));
    waitForDue(market);
  };
  const waitForDue = (market: Market): void => {
    market.cancelDue?.();
    const told = deps.told(market.symbol);
    if (!told || told.isPaid) return;
    const delayMs = told.dueMs - clock.now();
    // An unpaid window that is due is tried again with the next question.
    if (delayMs <= 0) return;
    market.cancelDue = clock.schedule(delayMs, () => {
      const latest = deps.told(market.symbol);
      if (latest && isDue(latest, clock.now())) settle(deps, market.symbol, latest);
      else waitForDue(market);
      void ask(market);
    });
  };
  const close = (market: Market): void => {
    markets.delete(market.symbol);
    market.ended.abort(new Error('There is no position any more.'));
    market.cancelAsk?.();
    market.cancelDue?.();
  };
  return {
    begin(symbol) {
      if (markets.has(symbol)) return;
      const ended = new AbortController();
      const times = { cancelAsk: undefined, cancelDue: undefined };
      const sinceMs = clock.now();
      const market: Market = { symbol, sinceMs, ended, isAsking: false, ...times };
      markets.set(symbol, market);
      waitForDue(market);
      void ask(market);
    },
    end(symbol) {
      const market = markets.get(symbol);
      if (!market) return;
      close(market);
      note(symbol, undefined);
    },
    stop() {
      for (const market of [...markets.values()]) close(market);
    },
  };
}

/** Returns undefined when the exchange cannot be asked. */
async function answerOf(
  { clock, ask }: FundingDeps,
  { symbol, ended }: Market,
): Promise<PaperFundingRate | undefined> {
  const deadline = { clock, limitMs: answerMsMax, signal: ended.signal };
  return withDeadline(deadline, (signal) => ask(symbol, signal)).catch(() => undefined);
}

/**
 * Takes an answer. A window that is over by then is paid first, at the rate last known: so is the
 * first of those that passed while the process was down, and no other.
 */
function hear(
  deps: FundingDeps,
  { symbol, sinceMs }: Pick<Market, 'symbol' | 'sinceMs'>,
  answer: PaperFundingRate | undefined,
): void {
  const nowMs = deps.clock.now();
  const known = deps.told(symbol);
  const next = answer && toTold(answer);
  const isOver = known && !known.isPaid && nowMs >= known.dueMs - skewMs;
  if (known && isOver && (next ? next.window > known.window : isDue(known, nowMs))) {
    // An unpaid window stays until it can be paid.
    if (!settle(deps, symbol, known)) return;
  }
  const latest = deps.told(symbol);
  if (!next || (latest?.isPaid && next.window < latest.window)) return;
  if (!latest) {
    hearFirst(deps, symbol, { ...next, isPaid: next.dueMs <= sinceMs });
    return;
  }
  const isPaid = latest.window === next.window && latest.isPaid;
  remember(deps, symbol, { ...next, isPaid });
}

/**
 * Takes a market's first answer. Exchanges report a window for a moment longer than it lasts; it
 * concerns those who had a position when it was due. A position opened at that time or later counts
 * as paid for. One that was opened before, and learned of the window only afterwards, pays at once.
 */
function hearFirst(deps: FundingDeps, symbol: InstrumentSymbol, told: KnownFunding): void {
  remember(deps, symbol, told);
  if (isDue(told, deps.clock.now())) settle(deps, symbol, told);
}

function toTold({ rate, nextFundingMs, window = nextFundingMs }: PaperFundingRate) {
  if (nextFundingMs === undefined || window === undefined || !Number.isFinite(rate)) {
    return undefined;
  }
  return { rate, dueMs: nextFundingMs, window };
}

function settle(deps: FundingDeps, symbol: InstrumentSymbol, told: KnownFunding): boolean {
  if (!deps.pay(symbol, told)) return false;
  remember(deps, symbol, { ...told, isPaid: true });
  return true;
}

function remember({ told, note }: FundingDeps, symbol: InstrumentSymbol, next: KnownFunding): void {
  const known = told(symbol);
  const isSame =
    known?.rate === next.rate &&
    known.dueMs === next.dueMs &&
    known.window === next.window &&
    known.isPaid === next.isPaid;
  if (!isSame) note(symbol, next);
}

function isDue({ dueMs, isPaid }: KnownFunding, nowMs: number): boolean {
  return !isPaid && nowMs >= dueMs;
}

/** Returns the milliseconds until the next question: every minute, and shortly before a payment. */
function askDelayMs({ clock, told }: FundingDeps, symbol: InstrumentSymbol): number {
  const known = told(symbol);
  if (!known || known.isPaid) return askEveryMs;
  const beforeMs = known.dueMs - askBeforeMs - clock.now();
  return beforeMs > 0 ? Math.min(askEveryMs, beforeMs) : askEveryMs;
}
