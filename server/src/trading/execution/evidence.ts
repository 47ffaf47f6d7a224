import type { Clock } from '../../kit/clock.ts';
import { type Account, isUnified } from '../model/account.ts';
import { marketClassOf } from '../model/order.ts';
import type { VenueBook } from '../orderbook/types.ts';
import { paperVenueOf } from '../venues/registry.ts';
import type { MeansNow, VenueBalances, VenueSession } from '../venues/venuePort.ts';
import type { BalanceMemory } from './balanceMemory.ts';
import { type ForeseenOrder, type Funds, isStop, type Known, type Top } from './foresight.ts';
import { closedBy } from './funds.ts';
import { hasLegs } from './legs.ts';
import type { Sessions } from './sessions.ts';
import type { PreparedOrder } from './types.ts';
import { answerFrom } from './venueCalls.ts';
import type { WorldOf } from './world.ts';

/** Collects facts that prove that an exchange would refuse an order. Neither method rejects. */
export interface Evidence {
  /** Returns what is known now, without a request to an exchange, because an order waits for it. */
  atHand(prepared: PreparedOrder): Promise<Known>;
  /** Returns the same, and asks the exchange for more; used when no order is being sent. */
  asked(prepared: PreparedOrder): Promise<Known>;
}

interface EvidenceDeps {
  readonly worldOf: WorldOf<'orderbook' | 'quotes'>;
  readonly sessions: Pick<Sessions, 'of'>;
  readonly balanceMemory: Pick<BalanceMemory, 'get' | 'recall' | 'changedAtMs'>;
  /** Returns true while an order of the account is being sent. */
  readonly isSendingFor: (accountId: string) => boolean;
  readonly clock: Clock;
}

/** Maximum age of a book or a balance that proves something. */
const provesMsMax = 2_000;
/**
 * Maximum distance of an exchange's last or mark price from the best prices of its book. Which of
 * these prices triggers look at is not known here. A book and a mark price of one market hardly
 * ever differ by more than half a percent.
 */
const triggerRoom = 0.005;

/**
 * Refuses an order that reduces risk only on evidence that is newer than everything that happened
 * in its account: while another order is being sent, or after it was answered, the position may
 * have changed.
 */
export function createEvidence(deps: EvidenceDeps): Evidence {
  const { clock, worldOf } = deps;
  const bookOf = ({ account, order }: PreparedOrder): VenueBook | undefined =>
    worldOf([account]).orderbook.book(order.symbol, account.venue);
  const topFor = (prepared: PreparedOrder): Top | undefined => {
    const { account } = prepared;
    const atMs = deps.balanceMemory.changedAtMs(account.id);
    const sinceMs = atMs === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - atMs;
    return topOf(bookOf(prepared), protects(prepared) ? sinceMs : provesMsMax);
  };
  const known = (prepared: PreparedOrder, means: Funds | undefined): Known => {
    const { account, order } = prepared;
    const top = topFor(prepared);
    const isDoubtful = protects(prepared) && deps.isSendingFor(account.id);
    return {
      top,
      // A paper account fills only against the book that is known here.
      isWholeBook: account.mode === 'paper',
      trigger: triggerAt(account, order, top),
      means: isDoubtful ? undefined : means,
    };
  };
  return {
    async atHand(prepared) {
      const { account, order } = prepared;
      const session = sessionOf(deps, account);
      const now = await session?.meansNow?.(order).catch(() => undefined);
      if (now) return known(prepared, toMeans(prepared, now));
      const { marketType } = order;
      const recalled = deps.balanceMemory.recall({ account, marketType }, provesMsMax);
      const balances = recalled && isPaidFromFree(session, account) ? recalled.balances : undefined;
      return known(prepared, balances && spotMeans(balances));
    },
    async asked(prepared) {
      const { account, order } = prepared;
      const session = sessionOf(deps, account);
      // Opens the book if it is not open yet, and waits for it.
      const { quotes } = worldOf([account]);
      await quotes.market(account.venue, order.symbol).catch(() => undefined);
      const now = await session?.meansNow?.(order).catch(() => undefined);
      const means = now ? toMeans(prepared, now) : session && (await told(deps, prepared, session));
      return known(prepared, means);
    },
  };
}

/** Returns true for an order that reduces the risk of its account. */
function protects({ order, isExempt }: PreparedOrder): boolean {
  return isExempt || isStop(order.type);
}

/**
 * Returns the session; undefined when the account cannot be reached: sending the order says why.
 */
function sessionOf({ sessions }: EvidenceDeps, account: Account): VenueSession | undefined {
  try {
    return sessions.of(account);
  } catch {
    return undefined;
  }
}

function topOf(book: VenueBook | undefined, ageMsMax: number): Top | undefined {
  if (!book || book.flagged !== undefined) return undefined;
  const { stalenessMs, quality } = book.health();
  const isFresh = stalenessMs <= provesMsMax && stalenessMs < ageMsMax;
  if (quality === 'UNAVAILABLE' || !isFresh) return undefined;
  return { bid: book.bestBid()?.[0], ask: book.bestAsk()?.[0] };
}

/**
 * Returns the range of the price that triggers look at; undefined where a passed trigger is
 * executed at once.
 */
function triggerAt(
  { venue, mode }: Account,
  { marketType }: ForeseenOrder,
  top: Top | undefined,
): Known['trigger'] {
  const rules = paperVenueOf(venue).rules[marketClassOf(marketType)];
  if (!rules?.refusesPassedStop || top?.bid === undefined || top.ask === undefined) {
    return undefined;
  }
  const mid = (top.bid + top.ask) / 2;
  if (mode === 'paper') return { low: mid, high: mid };
  return { low: top.bid * (1 - triggerRoom), high: top.ask * (1 + triggerRoom) };
}

function toMeans({ account, order }: PreparedOrder, now: MeansNow): Funds {
  const { side, reduceOnly } = order;
  // In hedge mode an order that is not reduce-only opens the other leg.
  const opens = !reduceOnly && hasLegs(account, order);
  const closable = side === 'buy' ? now.short : now.long;
  return { ...now, closable: opens ? '0' : closable, stopsHold: true };
}

/** Returns true when a live account pays spot orders only from its free balance. */
function isPaidFromFree(session: VenueSession | undefined, account: Account): boolean {
  if (account.portfolioMargin || isUnified(account)) return false;
  return session?.unifiedMode === undefined || account.unifiedMode === 'classic';
}

/**
 * Returns the free balances of a live account. An asset without a balance is unknown, as it may not
 * be listed.
 */
function spotMeans(balances: VenueBalances): Funds {
  return {
    free: (asset) => balances[asset]?.free,
    closable: undefined,
    leverage: undefined,
    feeRate: 0,
    stopsHold: false,
  };
}

/** Returns the answers of a live account's exchange; what it does not answer stays unknown. */
async function told(
  { balanceMemory, clock }: EvidenceDeps,
  { account, order }: PreparedOrder,
  session: VenueSession,
): Promise<Funds | undefined> {
  const { marketType, symbol } = order;
  if (marketClassOf(marketType) === 'spot') {
    if (!isPaidFromFree(session, account)) return undefined;
    const ask = () => answerFrom(clock, (signal) => session.balances(marketType, signal));
    const timed = await balanceMemory.get({ account, marketType }, ask).catch(() => undefined);
    return timed && spotMeans(timed.balances);
  }
  const { positions: read } = session;
  if (!order.reduceOnly || !read) return undefined;
  const positions = await answerFrom(clock, (signal) => read(marketType, symbol, signal)).catch(
    () => undefined,
  );
  const closable = positions && String(closedBy(order, positions, order));
  return { free: () => undefined, closable, leverage: undefined, feeRate: 0, stopsHold: false };
}
