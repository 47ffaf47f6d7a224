import { type Kysely, sql } from 'kysely';
import type { Cancel, Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { Schema } from '../../store/schema.ts';
import type { Account } from '../model/account.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { placeKey, placeOf, type VenuePlace } from '../model/venuePlace.ts';
import type { Hold } from '../orderbook/types.ts';
import type { MarketView } from './marketView.ts';

/** Traits of an account that decide which client of its exchange it needs. */
type AccountKind = Pick<Account, 'venue' | 'environment' | 'region' | 'portfolioMargin'>;

interface WarmthDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly market: Pick<MarketView, 'worlds'>;
  /** Gets ready for live accounts of this kind; undefined where none can trade. */
  readonly warmLive: ((trait: AccountKind) => Promise<void>) | undefined;
}

/** Keeps ready, in a waiting process, the things that the accounts of the database need. */
export interface StandbyPreparation {
  /**
   * Loads lists, and opens the books of what is traded. Reads tables and public answers alone;
   * rejects where the tables are not there yet.
   */
  renew(): Promise<void>;
  /** Keeps the books open for a while, until the parts that need them hold them. */
  handOn(): void;
  stop(): void;
}

/** Newest orders whose markets count as traded: their ids begin with the time. */
const recentOrders = 500;
/** Maximum number of warm books: far fewer than may be open at once. */
const booksMax = 200;
/** Milliseconds for which books stay open: callers that trade have opened theirs by then. */
const heldMs = 120_000;
/**
 * Milliseconds between two readings of a currency's price, which must be known this often; each
 * request may cost something.
 */
const rateEveryMs = 20 * 60_000;

export function createStandbyPreparation({
  db,
  clock,
  market,
  warmLive,
}: WarmthDeps): StandbyPreparation {
  const held = new Map<string, Hold>();
  const ratedMs = new Map<string, number>();
  let cancelRelease: Cancel | undefined;
  const release = (): void => {
    for (const hold of held.values()) hold.release();
    held.clear();
  };
  const hold = (wanted: readonly Traded[]): void => {
    const books = new Map(wanted.map((each) => [bookKey(each), each]));
    for (const [key, own] of held) {
      if (books.has(key)) continue;
      own.release();
      held.delete(key);
    }
    for (const [key, { place, symbol }] of books) {
      if (held.has(key) || held.size >= booksMax) continue;
      const { orderbook } = market.worlds.worldOf([place]);
      const own = keep(orderbook, symbol, place.venue);
      if (own) held.set(key, own);
    }
  };
  const rate = async ({ place, symbol }: Traded): Promise<void> => {
    const asset = symbolParts(symbol).quote;
    const nowMs = clock.monotonic();
    if (nowMs - (ratedMs.get(asset) ?? Number.NEGATIVE_INFINITY) < rateEveryMs) return;
    ratedMs.set(asset, nowMs);
    // An order that needs it asks again.
    await market.worlds
      .worldOf([place])
      .quotes.usd(asset)
      .catch(() => undefined);
  };
  return {
    async renew() {
      const accounts = await readAccounts(db);
      const traded = await readTraded(db, accounts);
      hold(traded);
      const places = new Map(accounts.map(({ trait }) => [placeKey(placeOf(trait)), trait]));
      const live = accounts.filter(({ isLive }) => isLive).map(({ trait }) => trait);
      const kinds = new Map(live.map((trait) => [kindKey(trait), trait]));
      // An exchange that cannot be reached must not delay the others.
      await allOf([
        ...[...places.values()].map((place) => market.worlds.warmList(place)),
        ...[...kinds.values()].map(async (trait) => warmLive?.(trait)),
        ...traded.map(rate),
      ]);
    },
    handOn() {
      cancelRelease = clock.schedule(heldMs, release);
    },
    stop() {
      cancelRelease?.();
      release();
    },
  };
}

/** Waits for all of them, also when one fails. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

interface WarmAccount {
  readonly id: string;
  readonly isLive: boolean;
  readonly trait: AccountKind;
}

async function readAccounts(db: Kysely<Schema>): Promise<readonly WarmAccount[]> {
  const rows = await db
    .selectFrom('exchange_accounts')
    .select(['id', 'venue', 'mode', 'environment', 'region', 'portfolio_margin'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    isLive: row.mode === 'live',
    trait: {
      venue: row.venue as VenueId,
      environment: row.environment as VenuePlace['environment'],
      region: row.region,
      portfolioMargin: row.portfolio_margin === 1,
    },
  }));
}

/** A market that an account trades. */
interface Traded {
  readonly place: VenuePlace;
  readonly symbol: InstrumentSymbol;
}

/** Returns the markets with open orders, then those of algorithms, then those traded last. */
async function readTraded(
  db: Kysely<Schema>,
  accounts: readonly WarmAccount[],
): Promise<readonly Traded[]> {
  const orders = db.selectFrom('meta_orders').select(['account_id', 'symbol']);
  const open = await orders
    .where(sql<boolean>`order_status in ('pending', 'unknown', 'open')`)
    .distinct()
    .limit(booksMax)
    .execute();
  const running = await db
    .selectFrom('algorithm_orders')
    .innerJoin('algorithm_accounts', 'algorithm_accounts.parent_id', 'algorithm_orders.id')
    .select(['algorithm_accounts.account_id', 'algorithm_orders.symbol'])
    .where('algorithm_orders.ended_at_ms', 'is', null)
    .limit(booksMax)
    .execute();
  const recent = await orders.orderBy('id', 'desc').limit(recentOrders).execute();
  const placeBy = new Map(accounts.map(({ id, trait }) => [id, placeOf(trait)]));
  return [...open, ...running, ...recent].flatMap(({ account_id, symbol: text }) => {
    const place = placeBy.get(account_id);
    const symbol = parseSymbol(text);
    return place && symbol ? [{ place, symbol }] : [];
  });
}

function bookKey({ place, symbol }: Traded): string {
  return `${place.environment} ${place.venue} ${symbol}`;
}

function kindKey(trait: AccountKind): string {
  return `${placeKey(placeOf(trait))} ${trait.portfolioMargin}`;
}

/** Undefined where no feed has books of the venue or the symbol. */
function keep(
  orderbook: { keep(symbol: InstrumentSymbol, venue: VenueId): Hold },
  symbol: InstrumentSymbol,
  venue: VenueId,
): Hold | undefined {
  try {
    return orderbook.keep(symbol, venue);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
