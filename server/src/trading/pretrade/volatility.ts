import type { Clock } from '../../kit/clock.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';

/** Realised volatility of mids, measured as the books change. */
export interface MidVolatility {
  /**
   * Adds a mid. Cheap enough for every change of every book. The venue keeps the books of a symbol
   * apart: mids of two venues in one series would count the distance between the venues as
   * movement.
   */
  note(symbol: InstrumentSymbol, mid: number, venue: VenueId): void;
  /** Returns the volatility of a day, in bps: the median of venues that are known long enough. */
  dailyBps(symbol: InstrumentSymbol): number | undefined;
}

/**
 * Time between the mids that returns are calculated from. Below some seconds the mid bounces as
 * single orders come and go at the best price, which would pass for volatility; far above it an
 * hour holds too few returns.
 */
const gridMs = 5_000;
/** A window that is short enough to follow the day, and long enough for a steady figure. */
const windowMs = 3_600_000;
const cells = windowMs / gridMs;
/** Five minutes of returns; fewer are not reliable. */
const returnsMin = 300_000 / gridMs;
/** One mid a second is enough for a grid of five, and keeps busy books cheap. */
const sampleMs = 1_000;
/**
 * A book that is silent for longer than two steps of the grid may have lost its feed: its moves
 * meanwhile are not known. Shorter silence is a quiet market, whose mid stays valid.
 */
const silenceMsMax = 2 * gridMs;
/**
 * As many as books can be open; 3 KB each. Beyond that the series that is silent the longest is
 * dropped.
 */
const seriesMax = 2_000;
const gridStepsPerDay = 86_400_000 / gridMs;

/** The returns of one venue's mid of a symbol. */
interface Series {
  mid: number;
  notedMs: number;
  /** The last step of the grid that was passed, and the mid there; undefined after a gap. */
  cell: number;
  gridMid: number | undefined;
  /** Log returns by step of the grid, in a ring; NaN where none is known. */
  readonly returns: Float32Array;
}

type SeriesOfSymbol = Map<VenueId, Series>;

export function createMidVolatility({ clock }: { readonly clock: Clock }): MidVolatility {
  const bySymbol = new Map<InstrumentSymbol, SeriesOfSymbol>();
  let size = 0;

  const begin = (symbol: InstrumentSymbol, venue: VenueId, series: Series) => {
    if (size >= seriesMax) {
      forgetLongestSilent(bySymbol);
      size -= 1;
    }
    const venues: SeriesOfSymbol = bySymbol.get(symbol) ?? new Map();
    venues.set(venue, series);
    bySymbol.set(symbol, venues);
    size += 1;
  };

  return {
    note(symbol, mid, venue) {
      const nowMs = clock.monotonic();
      const series = bySymbol.get(symbol)?.get(venue);
      if (series && nowMs - series.notedMs < sampleMs) return;
      if (!(mid > 0 && mid < Infinity)) return;
      if (!series) return begin(symbol, venue, emptySeries(mid, nowMs));
      passGrid(series, nowMs);
      series.mid = mid;
      series.notedMs = nowMs;
    },
    dailyBps(symbol) {
      const nowCell = cellAt(clock.monotonic());
      const known: number[] = [];
      for (const series of bySymbol.get(symbol)?.values() ?? []) {
        const bps = realisedBps(series, nowCell);
        if (bps !== undefined) known.push(bps);
      }
      return median(known);
    },
  };
}

function cellAt(atMs: number): number {
  return Math.floor(atMs / gridMs);
}

function emptySeries(mid: number, nowMs: number): Series {
  const returns = new Float32Array(cells).fill(Number.NaN);
  return { mid, notedMs: nowMs, cell: cellAt(nowMs), gridMid: undefined, returns };
}

/** Adds returns for the steps passed since the last mid; the mid did not move meanwhile. */
function passGrid(series: Series, nowMs: number): void {
  const cell = cellAt(nowMs);
  if (cell === series.cell) return;
  const isGap = nowMs - series.notedMs > silenceMsMax;
  if (isGap) series.gridMid = undefined;
  const first = Math.max(series.cell + 1, cell - cells + 1);
  for (let each = first; each <= cell; each += 1) {
    const before = series.gridMid;
    series.returns[each % cells] =
      before === undefined ? Number.NaN : Math.log(series.mid / before);
    if (!isGap) series.gridMid = series.mid;
  }
  series.cell = cell;
}

function realisedBps(series: Series, nowCell: number): number | undefined {
  let count = 0;
  let squares = 0;
  for (let cell = Math.max(0, nowCell - cells + 1); cell <= series.cell; cell += 1) {
    const each = series.returns[cell % cells] ?? Number.NaN;
    if (Number.isNaN(each)) continue;
    count += 1;
    squares += each * each;
  }
  if (count < returnsMin) return undefined;
  return Math.sqrt((squares / count) * gridStepsPerDay) * 10_000;
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

function forgetLongestSilent(bySymbol: Map<InstrumentSymbol, SeriesOfSymbol>): void {
  let silent: { symbol: InstrumentSymbol; venue: VenueId; notedMs: number } | undefined;
  for (const [symbol, venues] of bySymbol) {
    for (const [venue, { notedMs }] of venues) {
      if (!silent || notedMs < silent.notedMs) silent = { symbol, venue, notedMs };
    }
  }
  if (!silent) return;
  const venues = bySymbol.get(silent.symbol);
  venues?.delete(silent.venue);
  if (venues?.size === 0) bySymbol.delete(silent.symbol);
}
