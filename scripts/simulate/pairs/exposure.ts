import type { SimMarket } from '../algorithms/market.ts';
import type { Figures } from '../algorithms/scene.ts';
import { units } from '../exactSum.ts';
import type { SimAccount } from '../incarnation.ts';
import type { SimStore } from '../simStore.ts';
import type { World } from '../world.ts';
import { apart, isEnded, type LegNumber, type Pair, pairOf } from './pairs.ts';
import { smallestOf } from './sizes.ts';
import { gapOf, type PairTruth, positionOf, type Truth } from './truth.ts';

export interface ExposureDeps {
  readonly world: World;
  readonly store: () => Pick<SimStore, 'rows'>;
  readonly market: SimMarket;
  readonly accounts: readonly SimAccount[];
  readonly truth: Truth;
}

/** Measures how far and how long the legs of each pair differ at the venues. */
export interface Exposure {
  /** Takes a fill or a write of the pair. */
  moved(id: string): void;
  /** Takes the begin of a new incarnation. */
  reborn(): void;
  figures(): Figures;
}

/** Milliseconds between two checks whether differing legs could be traded. */
const tickMs = 250;
/** Milliseconds in which a new incarnation opens its books and takes up its algorithms. */
const graceMs = 5_000;
/**
 * Milliseconds for an order on its way, and for the second after which a failed one is repeated.
 */
const toleranceMs = 2_500;
/** News of a fill are late by 6 s at most, and are then written. */
const newsMs = 8_000;
/** Orders are refused when a clock is further off than this. */
const windowMs = 5_000;
/**
 * Milliseconds within which a cancel makes the legs of a spread equal, where nothing else bounds
 * the time.
 */
const cancelMs = 30_000;

interface Apart {
  /** Milliseconds during which both legs could be traded. */
  bothMs: number;
  /**
   * Milliseconds during which the leading leg could have been given back, or the other made good.
   */
  eitherMs: number;
  isTold: boolean;
  /** Milliseconds during which the service could have received the newest fill, and has not. */
  untoldMs: number;
  /** The venues' fills at the last check. */
  truth: PairTruth;
  /** Time of the last stored state: the algorithm's own, and the simulation's. */
  seen: { readonly elapsedMs: number; readonly atMs: number };
}

export function createExposure(deps: ExposureDeps): Exposure {
  const { world, store, truth } = deps;
  const watched = new Map<string, Apart>();
  let widest = 0;
  let longestMs = 0;
  let bornMs = 0;
  let isTicking = false;
  const isUp = () => world.venues.doors.size > 0 && world.clock.elapsedMs() - bornMs > graceMs;
  const look = (pair: Pair, one: Apart): void => {
    waitForNews(deps, { pair, one, isUp: isUp() });
    const boundMs = boundMsOf(pair);
    if (boundMs === undefined) {
      // A bound that comes with a cancel counts from that time on.
      one.bothMs = 0;
      one.eitherMs = 0;
      return;
    }
    const can = isUp() ? tradable(deps, pair, one) : { both: false, either: false };
    one.bothMs += can.both ? tickMs : 0;
    one.eitherMs += can.either ? tickMs : 0;
    longestMs = Math.max(longestMs, one.bothMs);
    if (one.isTold || Math.max(one.bothMs, one.eitherMs) <= boundMs + toleranceMs) return;
    one.isTold = true;
    world.wrong(tooLong(truth, pair, { ...one, boundMs }));
  };
  const tick = (): void => {
    for (const [id, one] of watched) {
      const pair = pairOf(store().rows, id);
      if (!pair || isEnded(pair) || !isApart(deps, pair)) watched.delete(id);
      else look(pair, one);
    }
    isTicking = watched.size > 0;
    if (isTicking) world.clock.schedule(tickMs, tick);
  };
  return {
    moved(id) {
      const pair = pairOf(store().rows, id);
      if (!pair) return;
      const [first, second] = truth.of(id).map(positionOf);
      const distance = apart(first ?? 0n, second ?? 0n);
      widest = Math.max(widest, Number(distance) / Number(pair.riskQuantity));
      const seen = { elapsedMs: pair.elapsedMs, atMs: world.clock.elapsedMs() };
      const known = watched.get(id);
      if (known && known.seen.elapsedMs !== seen.elapsedMs) known.seen = seen;
      if (known && !isApart(deps, pair)) watched.delete(id);
      if (known || isEnded(pair) || !isApart(deps, pair)) return;
      const begun = { bothMs: 0, eitherMs: 0, isTold: false, untoldMs: 0 };
      watched.set(id, { ...begun, truth: truth.of(id), seen });
      if (isTicking) return;
      isTicking = true;
      world.clock.schedule(tickMs, tick);
    },
    reborn() {
      bornMs = world.clock.elapsedMs();
    },
    figures: () => ({ widest, longestMs }),
  };
}

/**
 * Returns the maximum time until the legs are equal; undefined while hedges may rest for any time.
 */
function boundMsOf({ maxUnhedgedMs, status }: Pair): number | undefined {
  return maxUnhedgedMs ?? (status === 'CANCELLING' ? cancelMs : undefined);
}

function tooLong(
  truth: Truth,
  { id, type }: Pair,
  { bothMs, eitherMs, boundMs }: Pick<Apart, 'bothMs' | 'eitherMs'> & { readonly boundMs: number },
): string {
  const mostMs = Math.max(bothMs, eitherMs);
  const what = bothMs === mostMs ? 'both legs' : 'one of its legs';
  const [first, second] = truth.of(id).map(positionOf);
  return (
    `${type} ${id} holds ${first} against ${second} for ${mostMs} ms ` +
    `in which ${what} could be traded, of ${boundMs} ms`
  );
}

/** True when the legs differ by at least what every account of both could trade. */
function isApart(deps: ExposureDeps, pair: Pair): boolean {
  const least = pair.legs
    .map((leg) => smallestOf(deps, leg, false))
    .reduce((most, each) => (each > most ? each : most), 0n);
  return gapOf(deps.truth.of(pair.id)) >= least;
}

interface Can {
  readonly both: boolean;
  readonly either: boolean;
}

function tradable(deps: ExposureDeps, pair: Pair, one: Apart): Can {
  const { world, store } = deps;
  const { venues } = world;
  const isWell =
    venues.disk === 'well' && venues.rulesFactor === 1 && Math.abs(venues.skewMs) <= windowMs;
  const isWaiting = isUntold(deps, pair) && one.untoldMs <= newsMs;
  const isBlind = venues.isKeyRevoked || isWaiting || isUnsettled(store(), pair);
  if (!isWell || isBlind) {
    return { both: false, either: false };
  }
  const can = ([0, 1] as const).map((leg) => canTrade(deps, pair, { leg, seen: one.seen }));
  return { both: can.every(Boolean), either: can.some(Boolean) };
}

interface Listening {
  readonly pair: Pair;
  readonly one: Apart;
  readonly isUp: boolean;
}

/** Counts the time since a fill during which the service could have received it, and has not. */
function waitForNews(deps: ExposureDeps, { pair, one, isUp }: Listening): void {
  const { world, truth } = deps;
  const now = truth.of(pair.id);
  const isNew = now.some((leg, number) => leg !== one.truth[number === 0 ? 0 : 1]);
  const isDeaf = world.venues.disk !== 'well' || isMute(world, pair);
  one.truth = now;
  if (isNew || isDeaf || !isUntold(deps, pair)) one.untoldMs = 0;
  // The next process asks for news that died with the last one before its algorithms go on.
  else one.untoldMs = isUp ? one.untoldMs + tickMs : newsMs;
}

/** True while one of its venues answers no request. */
function isMute({ venues }: World, { legs }: Pair): boolean {
  const ids = legs.flatMap(({ accountIds }) => accountIds);
  return (
    venues.isKeyRevoked ||
    ids.some((id) => venues.silenced.has(id) || venues.closed.has(id) || venues.revoked.has(id))
  );
}

/** True while the service does not know fills of its venues: it cannot make them good. */
function isUntold({ truth }: ExposureDeps, { id, sums }: Pair): boolean {
  return truth.of(id).some((leg, number) => {
    const told = sums[number];
    return !told || units(told.opened) !== leg.opened || units(told.closed) !== leg.closed;
  });
}

/** True while the outcome of a child is unknown, or it is being cancelled. */
function isUnsettled({ rows }: Pick<SimStore, 'rows'>, { id }: Pair): boolean {
  const [orders] = rows<{ count: number }>(
    `select count(*) as count from meta_orders
    where parent_id = ? and order_status in ('pending', 'unknown')`,
    id,
  );
  const [children] = rows<{ count: number }>(
    `select count(*) as count from algorithm_children where parent_id = ? and (stage = 'intended'
      or (stage = 'live' and json_extract(child_json, '$.isCancelling') = true))`,
    id,
  );
  return (orders?.count ?? 0) + (children?.count ?? 0) > 0;
}

interface Asked extends Pick<Apart, 'seen'> {
  readonly leg: LegNumber;
}

/** True when every account of a leg takes orders, as far as the world and the pair itself know. */
function canTrade(deps: ExposureDeps, pair: Pair, { leg, seen }: Asked): boolean {
  const { world, store, market, accounts } = deps;
  const { venues, clock } = world;
  const { symbol, accountIds } = pair.legs[leg];
  const ownMs = seen.elapsedMs + clock.elapsedMs() - seen.atMs;
  return accountIds.every((id) => {
    const account = accounts.find((each) => each.id === id);
    const book = market.listings.find(
      (each) => each.symbol === symbol && each.venue === account?.venue,
    );
    const isShut =
      venues.silenced.has(id) ||
      venues.closed.has(id) ||
      venues.revoked.has(id) ||
      venues.haltedSymbols.has(`${id} ${symbol}`) ||
      isHalted(store(), id);
    const isBarred = pair.barred.some(
      (bar) =>
        bar.accountId === id &&
        bar.leg === leg &&
        !(bar.opensOnly && isAhead(deps, pair, leg)) &&
        (bar.untilMs === null || bar.untilMs > ownMs),
    );
    if (!book || isShut || isBarred) return false;
    const isBeyond = leg === 0 && isBeyondLimit(deps, pair, market.mid(book));
    return !isBeyond && market.objection(book) === undefined;
  });
}

/**
 * True when a leg is ahead and would give back: accounts that refuse only opening orders are then
 * usable.
 */
function isAhead({ truth }: ExposureDeps, { id }: Pair, leg: LegNumber): boolean {
  const [first = 0n, second = 0n] = truth.of(id).map(positionOf);
  return leg === 0 ? first > second : second > first;
}

/** Distance to its limit price within which the first leg may find nothing to take. */
const limitBps = 5;

/** True when the first leg is behind, and the price of its market is beyond its limit. */
function isBeyondLimit({ truth }: ExposureDeps, { id, legs, limitPrice }: Pair, mid: number) {
  const [first = 0n, second = 0n] = truth.of(id).map(positionOf);
  if (limitPrice === undefined || first >= second) return false;
  const away = limitBps / 10_000;
  return legs[0].side === 'buy' ? mid * (1 + away) > limitPrice : mid * (1 - away) < limitPrice;
}

function isHalted({ rows }: Pick<SimStore, 'rows'>, id: string): boolean {
  const [line] = rows<{ halted: number }>('select halted from exchange_accounts where id = ?', id);
  return line?.halted !== 0;
}
