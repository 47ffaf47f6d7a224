import type { Clock } from '../../kit/clock.ts';
import { type Account, isUnified } from '../model/account.ts';
import { marketClassOf } from '../model/order.ts';
import type { VenueBook } from '../orderbook/types.ts';
import { paperVenueOf } from '../venues/registry.ts';
import type { MeansNow, VenueBalances, VenueSession } from '../venues/venuePort.ts';
import type { BalanceMemory } from './balanceMemory.ts';
import { type ForeseenOrder, isStop, type Known, type Means, type Top } from './foresight.ts';
import { closedBy } from './funds.ts';
import { hasLegs } from './legs.ts';
import type { Sessions } from './sessions.ts';
import type { PreparedOrder } from './types.ts';
import { answerFrom } from './venueCalls.ts';
import type { WorldOf } from './world.ts';

/** What proves that an exchange would refuse an order. Neither verb ever rejects. */
export interface Evidence {
  /** What is known at this moment, without a question to an exchange: an order waits for it. */
  atHand(prepared: PreparedOrder): Promise<Known>;
  /** The same with answers to questions that are asked for it, where nobody sends anything. */
  asked(prepared: PreparedOrder): Promise<Known>;
}

interface EvidenceDeps {
  readonly worldOf: WorldOf<'orderbook' | 'quotes'>;
  readonly sessions: Pick<Sessions, 'of'>;
  readonly balanceMemory: Pick<BalanceMemory, 'get' | 'recall' | 'changedAtMs'>;
  /** True while an order of the account is on its way. */
  readonly isSendingFor: (accountId: string) => boolean;
  readonly clock: Clock;
}

/** A book or a balance that is older proves nothing. */
const provesMsMax = 2_000;
/**
 * How far from the best prices of a book an exchange's last or mark price may be: what its triggers
 * look at is not told here. Beyond half a percent a book and a mark of one market hardly ever part.
 */
const triggerRoom = 0.005;

/**
 * An order that protects is refused on what is newer than all that happened in its account: while
 * another order is on its way, or since it came back, a position may be another one.
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
  const known = (prepared: PreparedOrder, means: Means | undefined): Known => {
    const { account, order } = prepared;
    const top = topFor(prepared);
    const isDoubtful = protects(prepared) && deps.isSendingFor(account.id);
    return {
      top,
      // A paper account fills against the book that is known here, and against nothing else.
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
      // A book that is not open yet is opened, and waited for.
      const { quotes } = worldOf([account]);
      await quotes.market(account.venue, order.symbol).catch(() => undefined);
      const now = await session?.meansNow?.(order).catch(() => undefined);
      const means = now ? toMeans(prepared, now) : session && (await told(deps, prepared, session));
      return known(prepared, means);
    },
  };
}

/** True for an order that makes less of what its account has at risk. */
function protects({ order, isExempt }: PreparedOrder): boolean {
  return isExempt || isStop(order.type);
}

/** Undefined where the account cannot be reached: sending the order says why. */
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

/** Where the price that triggers look at is; undefined where a passed one goes off at once. */
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

function toMeans({ account, order }: PreparedOrder, now: MeansNow): Means {
  const { side, reduceOnly } = order;
  // In hedge mode an order that is not reduce-only opens the other leg.
  const opens = !reduceOnly && hasLegs(account, order);
  const closable = side === 'buy' ? now.short : now.long;
  return { ...now, closable: opens ? '0' : closable, stopsHold: true };
}

/** True where a live account pays spot orders from its free balance and from nothing else. */
function isPaidFromFree(session: VenueSession | undefined, account: Account): boolean {
  if (account.portfolioMargin || isUnified(account)) return false;
  return session?.unifiedMode === undefined || account.unifiedMode === 'classic';
}

/** What a live account has free; an asset that is not told may be one that is not listed. */
function spotMeans(balances: VenueBalances): Means {
  return {
    free: (asset) => balances[asset]?.free,
    closable: undefined,
    leverage: undefined,
    feeRate: 0,
    stopsHold: false,
  };
}

/** What the exchange of a live account answers; what it does not answer is not known. */
async function told(
  { balanceMemory, clock }: EvidenceDeps,
  { account, order }: PreparedOrder,
  session: VenueSession,
): Promise<Means | undefined> {
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
