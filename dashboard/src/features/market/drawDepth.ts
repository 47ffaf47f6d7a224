import type { Canvas } from '../../shared/charts/sharpCanvas.ts';
import { formatFigure, formatPrice } from '../../shared/format.ts';
import { readColor } from '../../shared/theme.ts';
import { type DepthPicture, ticksBetween } from './depthCurve.ts';
import { digitsOf } from './steps.ts';

export interface DepthColors {
  readonly bids: string;
  readonly asks: string;
  readonly line: string;
  readonly text: string;
  readonly font: string;
}

/** Reads the colours. Called once per theme: each call makes the browser compute all its styles. */
export function readDepthColors(): DepthColors {
  return {
    bids: readColor('--buy'),
    asks: readColor('--sell'),
    line: readColor('--line'),
    text: readColor('--muted'),
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
  };
}

const axisHeight = 18;
/** Space for the labels above the highest point. */
const headHeight = 16;
/** Width of a price and some space. */
const priceWidth = 64;

/** Draws the picture, or clears the canvas when there is none. */
export function drawDepth(
  canvas: Canvas,
  picture: DepthPicture | undefined,
  colors: DepthColors,
): void {
  const { context, width, height } = canvas;
  context.clearRect(0, 0, width, height);
  if (!picture) return;
  // Setting a font makes the browser compute its styles, even when it is the same font.
  if (context.font !== colors.font) context.font = colors.font;
  const plotHeight = height - axisHeight;
  const x = (price: number) => width * (0.5 + (price - picture.mid) / (2 * picture.reach));
  const y = (cumulative: number) =>
    plotHeight - (cumulative / picture.cumulativeMax) * (plotHeight - headHeight);
  drawGrid(canvas, picture, { colors, x, y, plotHeight });
  const plot = { context, x, y, base: plotHeight };
  drawCurve(plot, picture.bids, { color: colors.bids, edge: 0 });
  drawCurve(plot, picture.asks, { color: colors.asks, edge: width });
  drawWords(canvas, colors);
}

type Scale = (value: number) => number;

interface GridPlace {
  readonly colors: DepthColors;
  readonly x: Scale;
  readonly y: Scale;
  readonly plotHeight: number;
}

function drawGrid({ context, width, height }: Canvas, picture: DepthPicture, place: GridPlace) {
  const { colors, x, y, plotHeight } = place;
  context.strokeStyle = colors.line;
  context.fillStyle = colors.text;
  context.lineWidth = 1;
  context.textBaseline = 'bottom';
  context.textAlign = 'right';
  for (const tick of ticksBetween(0, picture.cumulativeMax, 4).slice(1)) {
    const at = Math.round(y(tick)) + 0.5;
    line(context, [0, at], [width, at]);
    context.fillText(formatFigure(tick, digitsOf(tick)), width - 4, at - 1);
  }
  const middle = Math.round(width / 2) + 0.5;
  line(context, [0, plotHeight + 0.5], [width, plotHeight + 0.5]);
  line(context, [middle, headHeight], [middle, plotHeight]);
  const { mid, reach } = picture;
  const prices = ticksBetween(mid - reach, mid + reach, Math.floor(width / priceWidth));
  const digits = Math.max(...prices.map(digitsOf));
  context.textAlign = 'center';
  for (const price of prices) {
    const at = Math.min(width - priceWidth / 2, Math.max(priceWidth / 2, x(price)));
    if (at === x(price)) context.fillText(formatPrice(price, digits), at, height - 2);
  }
}

function line(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

type Point = readonly [x: number, y: number];

interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly x: Scale;
  readonly y: Scale;
  readonly base: number;
}

/** Draws steps from the mid price outwards, dashed after the end of some venue's levels. */
function drawCurve(
  { context, x, y, base }: Plot,
  points: DepthPicture['bids'],
  { color, edge }: { readonly color: string; readonly edge: number },
): void {
  const first = points[0];
  if (!first) return;
  const path: Point[] = [[x(first.price), base]];
  for (const { price, cumulative } of points) {
    path.push([x(price), path.at(-1)?.[1] ?? base], [x(price), y(cumulative)]);
  }
  path.push([edge, path.at(-1)?.[1] ?? base]);
  context.fillStyle = color;
  context.globalAlpha = 0.14;
  trace(context, [...path, [edge, base]]);
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  const known = points.findIndex(({ isPartial }) => isPartial);
  // After its start the path has two points for each point of the curve.
  const end = known < 0 ? path.length : 1 + known * 2;
  trace(context, path.slice(0, end + 1));
  context.stroke();
  context.setLineDash([3, 3]);
  trace(context, path.slice(end));
  context.stroke();
  context.setLineDash([]);
}

function trace(context: CanvasRenderingContext2D, path: readonly Point[]): void {
  context.beginPath();
  for (const point of path) context.lineTo(...point);
}

/** Writes the names of the sides: not everybody can tell them by colour. */
function drawWords({ context, width }: Canvas, colors: DepthColors): void {
  context.textBaseline = 'top';
  context.fillStyle = colors.bids;
  context.textAlign = 'right';
  context.fillText('Bids', width / 2 - 10, 2);
  context.fillStyle = colors.asks;
  context.textAlign = 'left';
  context.fillText('Asks', width / 2 + 10, 2);
}
