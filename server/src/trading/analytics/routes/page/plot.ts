import { tickText } from './figures.ts';
import { type Html, html } from './html.ts';
import type { Scale } from './scale.ts';

/** Size of every plot in the units of its drawing: text of 12 stays readable on a phone. */
const plotSize = { width: 420, height: 240 } as const;
/** The area inside the axes. */
export const plotArea = { left: 48, right: 412, top: 20, bottom: 206 } as const;

interface Plot {
  /** Description for readers who cannot see the plot. */
  readonly title: string;
  /** Scale of the values. */
  readonly scale: Scale;
  readonly marks: readonly Html[];
  readonly labels: readonly Html[];
}

/** Draws a plot with lines at round values; the zero line lies over the marks. */
export function plot({ title, scale, marks, labels }: Plot): Html {
  const { left, right } = plotArea;
  const lines = scale.ticks.map((tick) => {
    const y = at(scale(tick));
    return html`<line class="axis" x1="${left}" x2="${right}" y1="${y}" y2="${y}"/>
<text x="${left - 6}" y="${y}" dy="4" text-anchor="end">${tickText(tick)}</text>`;
  });
  const zero = at(scale(0));
  return html`<svg viewBox="0 0 ${plotSize.width} ${plotSize.height}" role="img">
<title>${title}</title>
${lines}${marks}
<line class="zero" x1="${left}" x2="${right}" y1="${zero}" y2="${zero}"/>
${labels}</svg>`;
}

interface Bar {
  readonly kind: 'first' | 'second' | 'good' | 'bad' | 'whole';
  readonly x: number;
  readonly width: number;
  /** Positions of both ends in pixels, in any order. */
  readonly ends: readonly [number, number];
  readonly title: string;
}

/** Draws a bar that shows its figure under the pointer. */
export function bar({ kind, x, width, ends: [a, b], title }: Bar): Html {
  const [y, height] = [Math.min(a, b), Math.abs(a - b)];
  return html`<rect class="${kind}" x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(
    height,
  )}"><title>${title}</title></rect>
`;
}

interface Figure {
  readonly x: number;
  readonly ends: Bar['ends'];
  readonly text: string;
}

/** Writes the figure of a bar at its upper end. */
export function figureAbove({ x, ends, text }: Figure): Html {
  const y = Math.max(plotArea.top, Math.min(...ends)) - 4;
  return html`<text class="value" x="${at(x)}" y="${at(y)}" text-anchor="middle">${text}</text>
`;
}

interface Label {
  readonly x: number;
  readonly text: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** Writes a label below the plot. */
export function labelBelow({ x, text, anchor = 'middle' }: Label): Html {
  const y = plotArea.bottom + 20;
  return html`<text x="${at(x)}" y="${y}" text-anchor="${anchor}">${text}</text>
`;
}

/** Rounds a coordinate of a drawing: hundredths of a pixel are not visible. */
export function at(place: number): number {
  return Math.round(place * 100) / 100;
}
