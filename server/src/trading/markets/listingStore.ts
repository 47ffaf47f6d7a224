import type { Clock } from '../../kit/clock.ts';
import type { Store } from '../../store/types.ts';
import { parseSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { ListedMarket } from '../venues/marketPort.ts';
import type { Loaded } from './venueLoads.ts';

/** Market lists in the database, so that a restart has them at once. */
export interface ListingStore {
  save(venue: VenueId, loaded: Loaded<readonly ListedMarket[]>): Promise<void>;
  /** Returns the saved list of the exchange; removes a text that cannot be read. */
  read(venue: VenueId): Promise<Loaded<readonly ListedMarket[]> | undefined>;
}

/**
 * Markets written or read at once: about 1 ms. A list of thousands as one JSON text would block the
 * event loop for 10 ms and more.
 */
const marketsPerLine = 400;

interface ListingStoreDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Without it nothing is saved or removed now; always unless given. */
  readonly mayWrite?: (() => boolean) | undefined;
}

export function createListingStore({
  store,
  clock,
  mayWrite = () => true,
}: ListingStoreDeps): ListingStore {
  const { db } = store;
  return {
    async save(venue, { value, atMs }) {
      if (!mayWrite()) return;
      const markets_json = await toText(value, clock);
      await db
        .insertInto('market_lists')
        .values({ exchange: venue, markets_json, loaded_at_ms: atMs })
        .onConflict((conflict) =>
          conflict.column('exchange').doUpdateSet({ markets_json, loaded_at_ms: atMs }),
        )
        .execute();
    },
    async read(venue) {
      const row = await db
        .selectFrom('market_lists')
        .selectAll()
        .where('exchange', '=', venue)
        .executeTakeFirst();
      if (!row) return undefined;
      const value = await fromText(row.markets_json, clock);
      if (value) return { value, atMs: row.loaded_at_ms };
      if (mayWrite()) await db.deleteFrom('market_lists').where('exchange', '=', venue).execute();
      return undefined;
    },
  };
}

/** Writes a JSON array of arrays, one per line: each line can be read as JSON by itself. */
async function toText(markets: readonly ListedMarket[], clock: Clock): Promise<string> {
  const lines: string[] = [];
  for (let from = 0; from < markets.length; from += marketsPerLine) {
    lines.push(JSON.stringify(markets.slice(from, from + marketsPerLine)));
    await clock.yield();
  }
  return `[\n${lines.join(',\n')}\n]`;
}

async function fromText(text: string, clock: Clock): Promise<readonly ListedMarket[] | undefined> {
  const lines = text.split('\n');
  if (lines.length < 3 || lines.shift() !== '[' || lines.pop() !== ']') return undefined;
  const markets: ListedMarket[] = [];
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const read = readLine(isLast ? line : line.slice(0, -1));
    if (!read) return undefined;
    markets.push(...read);
    await clock.yield();
  }
  return markets;
}

function readLine(line: string): readonly ListedMarket[] | undefined {
  let values: unknown;
  try {
    values = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const markets: ListedMarket[] = [];
  for (const value of values) {
    const market = toListedMarket(value);
    if (!market) return undefined;
    markets.push(market);
  }
  return markets;
}

const steps = ['priceTick', 'quantityStep', 'quantityMin', 'notionalMin'] as const;

/** Returns a stored market, or undefined when the value is none. */
function toListedMarket(value: unknown): ListedMarket | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, base, quote, settle, venueSymbol, isActive, isInverse, contractSize, ...rest } =
    value as Readonly<Record<string, unknown>>;
  const symbol = typeof rest.symbol === 'string' ? parseSymbol(rest.symbol) : undefined;
  if (!symbol || (kind !== 'spot' && kind !== 'swap' && kind !== 'future')) return undefined;
  if (!isText(base) || !isText(quote) || !isText(venueSymbol)) return undefined;
  if (settle !== undefined && !isText(settle)) return undefined;
  if (typeof isActive !== 'boolean' || typeof isInverse !== 'boolean') return undefined;
  if (!isPositive(contractSize)) return undefined;
  const rules = steps.map((step) => rest[step]);
  if (rules.some((rule) => rule !== undefined && !isAmount(rule))) return undefined;
  const { priceDigitsMax } = rest;
  if (priceDigitsMax !== undefined && !isPositive(priceDigitsMax)) return undefined;
  const [priceTick, quantityStep, quantityMin, notionalMin] = rules.map((rule) =>
    isAmount(rule) ? rule : undefined,
  );
  return {
    symbol,
    kind,
    base,
    quote,
    settle,
    venueSymbol,
    isActive,
    isInverse,
    contractSize,
    priceTick,
    quantityStep,
    quantityMin,
    notionalMin,
    ...(priceDigitsMax !== undefined && { priceDigitsMax }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isPositive(value: unknown): value is number {
  return isAmount(value) && value > 0;
}
