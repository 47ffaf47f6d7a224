import type { BookQuality } from '@windlass/contract';
import {
  type BookView,
  isStale,
  type MergedBook,
  type MergedLevel,
  mergeBook,
  type VenueView,
} from './bookView.ts';
import { createPaint, type Paint, printable } from './text.ts';

export interface LadderLayout {
  readonly width: number;
  /** Rows available. Levels are left out to fit. */
  readonly height?: number;
  readonly depth: number;
  readonly isColoured: boolean;
  readonly nowMs: number;
}

/** When wider, the two sides stand too far apart. */
const widthMax = 100;
/** When narrower, the columns would have headers only. */
const widthMin = 60;
/**
 * Rows that are not levels or venues: title, mark, rule, headers, gap, headers of the venue table.
 */
const fixedRows = 6;
/** Age from which a venue is highlighted: the service calls it UNAVAILABLE (Orderbook §2.3). */
const ageMsMax = 5_000;

/** Returns a view as text: a title, the ladder with both sides, and a line for each venue. */
export function renderLadder(view: BookView, layout: LadderLayout): string {
  const width = Math.min(widthMax, Math.max(widthMin, layout.width));
  const paint = createPaint(layout.isColoured);
  // Stale books are drawn in one dim colour, so that nobody takes them for live ones.
  const tone = isStale(view) ? dimmed(paint) : paint;
  const room = (layout.height ?? Number.POSITIVE_INFINITY) - fixedRows - view.venues.size;
  const book = mergeBook(view, Math.min(layout.depth, Math.max(1, room)));
  const letters = assignLetters([...view.venues.keys()]);
  const format = createFormat(book, view);
  const context = { view, book, letters, format, paint, tone, width, nowMs: layout.nowMs };
  const lines = [titleLine(context), markLine(context), paint.dim('─'.repeat(width))];
  return [...lines, ...ladderLines(context), '', ...venueLines(context)]
    .map((line) => line.trimEnd())
    .join('\n');
}

interface Context {
  readonly view: BookView;
  readonly book: MergedBook;
  readonly letters: ReadonlyMap<string, string>;
  readonly format: Format;
  readonly paint: Paint;
  readonly tone: Paint;
  readonly width: number;
  readonly nowMs: number;
}

function titleLine({ view, book, letters, format, paint, tone }: Context): string {
  const [bid] = book.bids;
  const [ask] = book.asks;
  const quote = (level: MergedLevel | undefined) =>
    level ? `${format.price(level.price)} ${lettersOf(level, letters)}` : 'none';
  const state = isStale(view)
    ? view.connection === 'connecting'
      ? paint.yellow('CONNECTING')
      : paint.bold(paint.red('STALE'))
    : paint.green('LIVE');
  const spread = book.spreadBps === undefined ? '-' : `${book.spreadBps.toFixed(2)} bps`;
  return [
    `${paint.bold(printable(view.symbol))} ${state}`,
    `bid ${tone.green(quote(bid))}`,
    `ask ${tone.red(quote(ask))}`,
    `spread ${tone.bold(spread)}`,
  ].join('  ');
}

/** Returns the current warning: a lost connection before an opportunity. */
function markLine({ view, book, letters, paint, nowMs }: Context): string {
  if (view.connection === 'disconnected') {
    const seconds = Math.floor((nowMs - view.connectionSinceMs) / 1_000);
    return paint.red(`Disconnected for ${seconds} s, reconnecting; these are the last books seen.`);
  }
  if (view.isOutdated) return paint.yellow('Connected again, waiting for fresh books.');
  const { arbitrage } = book;
  if (!arbitrage) return '';
  const name = (venue: string) => `${letters.get(venue)} ${printable(venue)}`;
  const trade = `buy ${name(arbitrage.buyVenue)}, sell ${name(arbitrage.sellVenue)}`;
  return paint.bold(
    paint.yellow(`ARBITRAGE ${trade}: ${arbitrage.edgeBps.toFixed(2)} bps before fees`),
  );
}

/** Returns both sides next to each other, mirrored, so that the best prices meet in the middle. */
function ladderLines(context: Context): string[] {
  const { book, letters, format, tone, paint } = context;
  const side = Math.floor((context.width - 3) / 2);
  const slots = Math.max(letters.size, 'WHO'.length);
  const columns = (count: number) => Math.floor((side - slots - count) / count);
  const bids = toCells(book.bids, format);
  const asks = toCells(book.asks, format);
  const heads = ['BID', 'QUANTITY', 'TOTAL'];
  const cells = [heads, ...bids, ...asks].flat();
  const longest = Math.max(0, ...cells.map((cell) => cell.length));
  const hasTotal = longest <= columns(3);
  const cell = columns(hasTotal ? 3 : 2);
  const pick = ([price = '', quantity = '', total = '']: readonly string[]) =>
    hasTotal ? [price, quantity, total] : [price, quantity];

  const bidText = (texts: readonly string[], who: string) =>
    `${who.padEnd(slots)}${pick(texts)
      .reverse()
      .map((text) => ` ${text.padStart(cell)}`)
      .join('')}`;
  const askText = (texts: readonly string[], who: string) =>
    `${pick(texts)
      .map((text) => `${text.padStart(cell)} `)
      .join('')}${who}`;
  const left = bidText(heads, 'WHO').padEnd(side);
  const lines = [paint.dim(`${left} │ ${askText(['ASK', ...heads.slice(1)], 'WHO')}`)];
  for (let row = 0; row < Math.max(bids.length, asks.length); row += 1) {
    const [bid, ask] = [book.bids[row], book.asks[row]];
    const bidPart = bid ? bidText(bids[row] ?? [], slotsOf(bid, letters)) : '';
    const askPart = ask ? askText(asks[row] ?? [], slotsOf(ask, letters)) : '';
    const isBidCrossed = bid && bid.price > (book.asks[0]?.price ?? Number.POSITIVE_INFINITY);
    const isAskCrossed = ask && ask.price < (book.bids[0]?.price ?? Number.NEGATIVE_INFINITY);
    const bidTone = isBidCrossed ? tone.yellow : tone.green;
    const askTone = isAskCrossed ? tone.yellow : tone.red;
    const bar = `${isBidCrossed ? '*' : ' '}${paint.dim('│')}${isAskCrossed ? '*' : ' '}`;
    lines.push(`${bidTone(bidPart.padEnd(side))}${bar}${askTone(askPart)}`);
  }
  if (lines.length === 1) lines.push(paint.dim('No usable book yet.'));
  return lines;
}

function venueLines({ view, letters, format, paint, tone, nowMs }: Context): string[] {
  const row = (cells: readonly string[]) => {
    const [letter = '', venue = '', quality = '', ...numbers] = cells;
    const widths = [9, 5, 12, 12, 10];
    const padded = numbers.map((text, index) => text.padStart(widths[index] ?? 0));
    return `${letter.padEnd(1)} ${venue.padEnd(12)} ${quality.padEnd(11)}${padded.join(' ')}`;
  };
  const heads = ['', 'VENUE', 'QUALITY', 'AGE', 'CONF', 'BID', 'ASK', 'SPREAD'];
  const lines = [...view.venues].map(([venue, book]) => {
    const isDown = book.quality === 'UNAVAILABLE';
    const quality = isStale(view) && !isDown ? 'STALE' : book.quality;
    const ageMs = Math.max(0, nowMs - book.updatedAtMs);
    const text = row([
      letters.get(venue) ?? '',
      printable(venue),
      quality,
      formatAge(ageMs),
      book.confidence.toFixed(2),
      bestOf(book.bids, format),
      bestOf(book.asks, format),
      book.spreadBps === undefined ? '-' : `${book.spreadBps.toFixed(2)} bps`,
    ]);
    return toneOf(quality, ageMs, tone)(text);
  });
  return [paint.dim(row(heads)), ...lines];
}

function toneOf(quality: BookQuality, ageMs: number, tone: Paint): (text: string) => string {
  switch (quality) {
    case 'GOOD':
      return ageMs > ageMsMax ? tone.yellow : (text) => text;
    case 'DEGRADED':
      return tone.yellow;
    case 'STALE':
    case 'UNAVAILABLE':
      return tone.dim;
  }
}

/** Returns one letter for each venue: the first of its name that no other venue has. */
export function assignLetters(venues: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const venue of venues) {
    const candidates = [...venue.toUpperCase().replace(/[^A-Z]/g, ''), ...'0123456789'];
    const used = new Set(taken.values());
    taken.set(venue, candidates.find((letter) => !used.has(letter)) ?? '?');
  }
  return taken;
}

/** Returns a level's letters without gaps. */
function lettersOf(level: MergedLevel, letters: ReadonlyMap<string, string>): string {
  return level.venues.map((venue) => letters.get(venue) ?? '?').join('');
}

/**
 * Returns a level's letters, each at its venue's position, so that a venue is always one column.
 */
function slotsOf(level: MergedLevel, letters: ReadonlyMap<string, string>): string {
  const slots = [...letters].map(([venue, letter]) =>
    level.venues.includes(venue) ? letter : '·',
  );
  return slots.join('');
}

interface Format {
  price(value: number): string;
  quantity(value: number): string;
}

/** Significant digits of the largest quantity. Nobody would read more. */
const quantityDigits = 6;
/**
 * Formats a whole column with the same decimals: as many as the prices need, and as many as the
 * digits of the largest quantity allow. Prices of venues that are not merged count too, because
 * they are shown.
 */
const decimalsMax = 10;

/**
 * Returns the same decimals for a whole column: as many as prices need, and as few as possible for
 * quantities. Prices of venues that are not merged count too, because they are shown.
 */
function createFormat(book: MergedBook, { venues }: BookView): Format {
  const levels = [...book.bids, ...book.asks];
  const prices = [...venues.values()].flatMap(({ bids, asks }) => [...bids, ...asks]);
  const priceDecimals = Math.max(0, ...prices.map(([price]) => decimalsOf(price)));
  const largest = Math.max(0, ...levels.map((level) => level.quantity));
  const whole = largest > 0 ? Math.floor(Math.log10(largest)) + 1 : 1;
  const decimals = Math.min(decimalsMax, Math.max(0, quantityDigits - whole));
  const least = 10 ** -decimals;
  return {
    price: (value) => value.toFixed(priceDecimals),
    quantity: (value) =>
      value > 0 && value < least / 2 ? `<${least.toFixed(decimals)}` : value.toFixed(decimals),
  };
}

function decimalsOf(price: number): number {
  for (let decimals = 0; decimals < decimalsMax; decimals += 1) {
    if (Number(price.toFixed(decimals)) === price) return decimals;
  }
  return decimalsMax;
}

function toCells(levels: readonly MergedLevel[], format: Format): string[][] {
  let total = 0;
  return levels.map(({ price, quantity }) => {
    total += quantity;
    return [format.price(price), format.quantity(quantity), format.quantity(total)];
  });
}

function bestOf(levels: VenueView['bids'], format: Format): string {
  const best = levels[0];
  return best ? format.price(best[0]) : '-';
}

function formatAge(ageMs: number): string {
  if (ageMs < 1_000) return `${Math.round(ageMs)} ms`;
  if (ageMs < 100_000) return `${(ageMs / 1_000).toFixed(1)} s`;
  return `${Math.floor(ageMs / 60_000)} min`;
}

function dimmed(paint: Paint): Paint {
  const { dim } = paint;
  return { bold: dim, dim, red: dim, green: dim, yellow: dim };
}
