import type { Clock } from '../../kit/clock.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { QuotePrices } from '../pricing/types.ts';
import type { ListedMarket } from '../venues/marketPort.ts';
import { createSlices, type Slices } from './slices.ts';
import type { VenueTickers } from './tickers24h.ts';
import type { Loaded } from './venueLoads.ts';
import {
  addVolumes,
  createRateBook,
  marketVolumeUsd,
  type UsdRates,
  type VolumeMarket,
} from './volumes.ts';

/** One symbol over all exchanges (Trading §2.10). */
export interface SymbolRow {
  readonly symbol: InstrumentSymbol;
  readonly base: string;
  readonly quote: string;
  /** Undefined for spot. */
  readonly settle: string | undefined;
  readonly price: number | undefined;
  readonly change24hPct: number | undefined;
  readonly volume24hUsd: number | undefined;
  readonly isVolumeComplete: boolean;
  /** When the oldest of the volumes was captured, epoch ms; undefined while none is known. */
  readonly volumeAtMs: number | undefined;
  readonly exchanges: readonly VenueId[];
  /** The exchanges as bits, by their index in the list of all exchanges. */
  readonly exchangeBits: number;
  /** The row's text in answers. */
  readonly text: string;
}

export const sortOrders = ['volume', 'change', 'symbol'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** All rows of one kind, in every order that can be requested. */
export interface RowSet {
  readonly bySymbol: ReadonlyMap<InstrumentSymbol, SymbolRow>;
  readonly ordered: Readonly<Record<SortOrder, readonly SymbolRow[]>>;
}

export interface SymbolTables {
  readonly spot: RowSet;
  readonly perp: RowSet;
  /** Number of markets by exchange whose list is known, spot and perpetual together. */
  readonly marketsByVenue: ReadonlyMap<VenueId, number>;
}

export interface SymbolRowsDeps {
  readonly venues: readonly VenueId[];
  marketsOf(venue: VenueId): Loaded<readonly ListedMarket[]> | undefined;
  tickersOf(venue: VenueId): Loaded<VenueTickers> | undefined;
  /** Returns the price of BTC; undefined falls back to the exchanges. */
  btcUsd(): number | undefined;
  readonly prices: QuotePrices;
  readonly clock: Clock;
}

export const noRows: RowSet = {
  bySymbol: new Map(),
  ordered: { volume: [], change: [], symbol: [] },
};

/** Age from which tickers and prices say nothing about the last 24 hours any more. */
const agedMs = 3_600_000;

/** Rebuilds the tables in slices; reuses rows that did not change. */
export async function buildTables(
  deps: SymbolRowsDeps,
  before: SymbolTables | undefined,
): Promise<SymbolTables> {
  const slices = createSlices(deps.clock);
  const { markets, marketsByVenue } = await collect(deps, slices);
  const rateBook = createRateBook();
  await slices.each(markets, ({ market }) => rateBook.add(market));
  const rates = rateBook.rates(deps.btcUsd());
  const drafts = { spot: createDrafts(), swap: createDrafts() };
  await slices.each(markets, (each) => addToDraft(drafts[each.market.kind], each, rates));
  const build = (draftsOf: Drafts, old: RowSet | undefined) =>
    buildRows({ deps, slices }, draftsOf, old);
  return {
    spot: await build(drafts.spot, before?.spot),
    perp: await build(drafts.swap, before?.perp),
    marketsByVenue,
  };
}

/** A market with the index of its exchange. */
interface PlacedMarket {
  readonly place: number;
  readonly venue: VenueId;
  readonly market: VolumeMarket & Pick<ListedMarket, 'symbol' | 'settle'>;
  readonly tickersAtMs: number | undefined;
}

async function collect(deps: SymbolRowsDeps, slices: Slices) {
  const markets: PlacedMarket[] = [];
  const marketsByVenue = new Map<VenueId, number>();
  for (const [place, venue] of deps.venues.entries()) {
    const list = deps.marketsOf(venue);
    if (!list) continue;
    const tickers = freshTickers(deps, venue);
    const before = markets.length;
    await slices.each(list.value, ({ symbol, kind, base, quote, settle, isActive }) => {
      if (!isActive || kind === 'future') return;
      const ticker = tickers?.value.get(symbol);
      const { last, quoteVolume24h, baseVolume24h } = ticker ?? {};
      const said = { last, quoteVolume24h, baseVolume24h };
      const market = { symbol, kind, base, quote, settle, ...said };
      markets.push({ place, venue, market, tickersAtMs: tickers?.atMs });
    });
    marketsByVenue.set(venue, markets.length - before);
  }
  return { markets, marketsByVenue };
}

function freshTickers({ tickersOf, clock }: SymbolRowsDeps, venue: VenueId) {
  const tickers = tickersOf(venue);
  return tickers && clock.now() - tickers.atMs < agedMs ? tickers : undefined;
}

/** A row that is being built. */
interface Draft {
  readonly first: PlacedMarket['market'];
  readonly exchanges: VenueId[];
  exchangeBits: number;
  readonly volumes: (number | undefined)[];
  volumeAtMs: number | undefined;
}
type Drafts = Map<InstrumentSymbol, Draft>;
const createDrafts = (): Drafts => new Map();

function addToDraft(drafts: Drafts, placed: PlacedMarket, rates: UsdRates): void {
  const { market, venue, place, tickersAtMs } = placed;
  let draft = drafts.get(market.symbol);
  if (!draft) {
    draft = { first: market, exchanges: [], exchangeBits: 0, volumes: [], volumeAtMs: undefined };
    drafts.set(market.symbol, draft);
  }
  draft.exchanges.push(venue);
  draft.exchangeBits |= 1 << place;
  const volume = marketVolumeUsd(market, rates);
  draft.volumes.push(volume);
  if (volume === undefined || tickersAtMs === undefined) return;
  draft.volumeAtMs = Math.min(tickersAtMs, draft.volumeAtMs ?? tickersAtMs);
}

async function buildRows(
  { deps, slices }: { readonly deps: SymbolRowsDeps; readonly slices: Slices },
  drafts: Drafts,
  old: RowSet | undefined,
): Promise<RowSet> {
  const rows: SymbolRow[] = [];
  await slices.each(drafts.values(), (draft) => {
    const content = toContent(deps, draft);
    const known = old?.bySymbol.get(content.symbol);
    rows.push(known && isSame(known, content) ? known : { ...content, text: toText(content) });
  });
  const symbol = await slices.sorted(rows, (a, b) => (a.symbol < b.symbol ? -1 : 1));
  // Sorting is stable, so ties stay in the order of the symbols.
  const volume = await slices.sorted(symbol, (a, b) => falling(a.volume24hUsd, b.volume24hUsd));
  const change = await slices.sorted(symbol, (a, b) => falling(a.change24hPct, b.change24hPct));
  const bySymbol = new Map<InstrumentSymbol, SymbolRow>();
  await slices.each(symbol, (row) => bySymbol.set(row.symbol, row));
  return { bySymbol, ordered: { volume, change, symbol } };
}

/** Sorts the largest first, unknown values last. */
function falling(left: number | undefined, right: number | undefined): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  return right === undefined ? -1 : right - left;
}

type RowContent = Omit<SymbolRow, 'text'>;

function toContent({ prices, clock }: SymbolRowsDeps, draft: Draft): RowContent {
  const { symbol, base, quote, settle } = draft.first;
  const priced = prices.peek(quote, base);
  const fresh = priced && clock.now() - priced.atMs < agedMs ? priced : undefined;
  const { usd, isComplete } = addVolumes(draft.volumes);
  return {
    symbol,
    base,
    quote,
    settle,
    price: fresh?.price,
    change24hPct: fresh?.change24hPct,
    volume24hUsd: usd,
    isVolumeComplete: isComplete,
    volumeAtMs: draft.volumeAtMs,
    exchanges: draft.exchanges,
    exchangeBits: draft.exchangeBits,
  };
}

function isSame(row: SymbolRow, content: RowContent): boolean {
  return (
    row.exchangeBits === content.exchangeBits &&
    row.volume24hUsd === content.volume24hUsd &&
    row.volumeAtMs === content.volumeAtMs &&
    row.isVolumeComplete === content.isVolumeComplete &&
    row.price === content.price &&
    row.change24hPct === content.change24hPct
  );
}

function toText(row: RowContent): string {
  return JSON.stringify({
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    price: row.price ?? null,
    change_24h_pct: row.change24hPct ?? null,
    volume_24h_usd: row.volume24hUsd ?? null,
    volume_complete: row.isVolumeComplete,
    exchanges: row.exchanges,
  });
}
