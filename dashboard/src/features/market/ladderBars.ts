import { orderbookVenues } from '@windlass/contract';
import { type Canvas, keepSharp } from '../../shared/charts/sharpCanvas.ts';
import { readColor } from '../../shared/theme.ts';
import type { LadderRow } from './ladder.ts';

/**
 * Draws the bars behind the ladder's numbers on one canvas: about a hundred elements that change
 * ten times a second would cost more than the rest of the page.
 */
export interface LadderBars {
  draw(bids: readonly LadderRow[], asks: readonly LadderRow[]): void;
  close(): void;
}

/** Positions of the ladder's rows and columns in the canvas. */
interface Places {
  /** Best first, without those that a narrow screen hides. */
  readonly bids: readonly Span[];
  readonly asks: readonly Span[];
  /** All columns of numbers together. */
  readonly numbers: Span;
  /** One column for each venue. */
  readonly lanes: readonly Span[];
}

interface Span {
  readonly start: number;
  readonly length: number;
}

interface Colors {
  readonly bids: string;
  readonly asks: string;
  readonly venues: readonly string[];
  readonly line: string;
}

export function createLadderBars(element: HTMLCanvasElement, ladder: HTMLElement): LadderBars {
  const colors: Colors = {
    bids: readColor('--buy-ground'),
    asks: readColor('--sell-ground'),
    venues: orderbookVenues.map((venue) => readColor(`--venue-${venue}`)),
    line: readColor('--line'),
  };
  let canvas: Canvas | undefined;
  let places: Places | undefined;
  let shown: readonly [readonly LadderRow[], readonly LadderRow[]] = [[], []];

  const draw = () => {
    if (!canvas || !places) return;
    const [bids, asks] = shown;
    canvas.context.clearRect(0, 0, canvas.width, canvas.height);
    const rows = [...bids.slice(0, places.bids.length), ...asks.slice(0, places.asks.length)];
    const scale = {
      partMax: Math.max(0, ...rows.flatMap(({ parts }) => parts)),
      cumulativeMax: Math.max(0, ...rows.map(({ cumulative }) => cumulative)),
    };
    const pen = { context: canvas.context, colors, scale, places };
    for (const [at, span] of places.bids.entries()) drawRow(pen, bids[at], { span, side: 'bids' });
    for (const [at, span] of places.asks.entries()) drawRow(pen, asks[at], { span, side: 'asks' });
  };
  const close = keepSharp(element, (sized) => {
    canvas = sized;
    places = measure(ladder);
    draw();
  });
  return {
    draw(bids, asks) {
      shown = [bids, asks];
      draw();
    },
    close,
  };
}

/** Row height in the style sheet. */
const rowHeight = 22;

function measure(ladder: HTMLElement): Places {
  const all = (selector: string) => [...ladder.querySelectorAll<HTMLElement>(selector)];
  const rowsOf = (selector: string) =>
    all(selector).flatMap(({ offsetTop, offsetHeight }) =>
      Array.from({ length: Math.round(offsetHeight / rowHeight) }, (_, index) => ({
        start: offsetTop + index * rowHeight,
        length: rowHeight,
      })),
    );
  const lanes = all('.market-head > .market-lane').map(({ offsetLeft, offsetWidth }) => ({
    start: offsetLeft,
    length: offsetWidth,
  }));
  return {
    bids: rowsOf('.market-bids'),
    // Asks are in reverse order: the best one is next to the spread.
    asks: rowsOf('.market-asks').reverse(),
    numbers: { start: 0, length: lanes[0]?.start ?? 0 },
    lanes,
  };
}

interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly colors: Colors;
  readonly scale: { readonly partMax: number; readonly cumulativeMax: number };
  readonly places: Places;
}

/** Space between a bar and the edges of its row or column. */
const margin = 2;
/** Smallest width of a bar: every quantity is visible, however small. */
const partWidthMin = 2;

function drawRow(
  { context, colors, scale, places }: Pen,
  row: LadderRow | undefined,
  { span, side }: { readonly span: Span; readonly side: 'bids' | 'asks' },
): void {
  const { numbers, lanes } = places;
  if (!row) return;
  const depth = (row.cumulative / scale.cumulativeMax) * numbers.length;
  context.fillStyle = colors[side];
  context.fillRect(numbers.start + numbers.length - depth, span.start + 1, depth, span.length - 2);
  for (const [at, lane] of lanes.entries()) {
    context.fillStyle = colors.line;
    context.fillRect(lane.start, span.start, 1, span.length);
    const part = row.parts[at] ?? 0;
    if (part === 0) continue;
    const width = Math.max(partWidthMin, (part / scale.partMax) * (lane.length - 2 * margin));
    context.fillStyle = colors.venues[at] ?? '';
    context.fillRect(lane.start + margin, span.start + 4, width, span.length - 8);
  }
}
