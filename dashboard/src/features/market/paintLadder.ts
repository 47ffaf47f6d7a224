import { spreadOf, type TopOfBook } from '../../shared/books/quotes.ts';
import { formatBps, formatFigure, formatPrice, unknownText } from '../../shared/format.ts';
import type { Digits } from './digits.ts';
import type { LadderRow } from './ladder.ts';

/** Rows per side. Narrow screens show the best ten. */
export const rowCount = 14;

/** Content of the ladder at one moment. Both sides are best first. */
export interface LadderPicture extends Digits {
  readonly bids: readonly LadderRow[];
  readonly asks: readonly LadderRow[];
  readonly top: TopOfBook;
}

/**
 * Returns a function that draws into an existing ladder and writes only changes. A column of a side
 * is one text of many lines: the browser lays out six texts instead of eighty-four, in a third of
 * the time.
 */
export function createLadderPainter(ladder: HTMLElement): (picture: LadderPicture) => void {
  const texts = (selector: string) => [...ladder.querySelectorAll(selector)].map(createText);
  const paintAsks = createSidePainter(texts('.market-asks .market-text'));
  const paintBids = createSidePainter(texts('.market-bids .market-text'));
  const [spread, mid] = texts('.market-spread .market-text');
  return (picture) => {
    // Asks are in reverse order: the best one is next to the spread.
    paintAsks(linesOf(picture.asks).reverse(), picture);
    paintBids(linesOf(picture.bids), picture);
    spread?.(spreadText(picture));
    mid?.(`Mid ${formatPrice(spreadOf(picture.top)?.mid, picture.priceDigits)}`);
  };
}

/** Returns a fixed number of lines: missing rows have an empty one. */
function linesOf(rows: readonly LadderRow[]): (LadderRow | undefined)[] {
  return Array.from({ length: rowCount }, (_, index) => rows[index]);
}

type Write = (text: string) => void;

function createSidePainter([price, quantity, cumulative]: readonly Write[]) {
  return (rows: readonly (LadderRow | undefined)[], digits: Digits) => {
    const lines = (line: (row: LadderRow) => string) =>
      rows.map((row) => (row ? line(row) : unknownText)).join('\n');
    const quantityText = (row: LadderRow, value: number) =>
      `${row.isPartial ? '≥ ' : ''}${formatSize(value, digits.quantityDigits)}`;
    price?.(lines((row) => formatPrice(row.price, digits.priceDigits)));
    quantity?.(lines((row) => quantityText(row, row.quantity)));
    cumulative?.(lines((row) => quantityText(row, row.cumulative)));
  };
}

/** Formats a quantity. One too small for the column's decimals becomes "less than", never 0. */
export function formatSize(value: number, digits: number): string {
  const least = 10 ** -digits;
  return value > 0 && value < least / 2
    ? `<${formatFigure(least, digits)}`
    : formatFigure(value, digits);
}

function spreadText({ top, priceDigits }: LadderPicture): string {
  const spread = spreadOf(top);
  const word = spread && spread.price < 0 ? 'Crossed by' : 'Spread';
  const size = formatPrice(spread && Math.abs(spread.price), priceDigits);
  return `${word} ${size} · ${formatBps(spread && Math.abs(spread.bps))}`;
}

/** Returns a function that writes into an element's text node. */
function createText(element: Element): Write {
  const node = element.firstChild;
  let written = '';
  return (text) => {
    if (text === written || !node) return;
    written = text;
    node.nodeValue = text;
  };
}
