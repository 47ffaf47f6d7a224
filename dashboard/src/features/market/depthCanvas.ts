import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { type Canvas, keepSharp } from '../../shared/charts/sharpCanvas.ts';
import type { Theme } from '../../shared/theme.ts';
import { depthPictureOf } from './depthCurve.ts';
import { drawDepth, readDepthColors } from './drawDepth.ts';
import { mergeSide } from './ladder.ts';
import { selectVenues, sidesOf } from './selection.ts';

interface Wanted {
  readonly books: BooksNow;
  readonly off: ReadonlySet<string>;
  readonly theme: Theme;
}

export interface DepthCanvas {
  /** Draws the wanted picture, unless it is already shown. */
  draw(wanted: Wanted): void;
  close(): void;
}

/** Draws every second picture: a curve moves too little for more, and is expensive to draw. */
const drawMsMin = 200;

export function createDepthCanvas(element: HTMLCanvasElement): DepthCanvas {
  let canvas: Canvas | undefined;
  let wanted: Wanted | undefined;
  let drawnKey = '';
  let drawnAtMs = 0;
  let colorsOf: readonly [Theme, ReturnType<typeof readDepthColors>] | undefined;

  const colors = (theme: Theme) => {
    if (colorsOf?.[0] !== theme) colorsOf = [theme, readDepthColors()];
    return colorsOf[1];
  };
  const draw = () => {
    if (!wanted || !canvas) return;
    const { books, off, theme } = wanted;
    const { shown } = selectVenues(books, off);
    const look = `${theme} ${shown}`;
    const isLookNew = !drawnKey.endsWith(look);
    if (!isLookNew && books.atMs - drawnAtMs < drawMsMin) return;
    const key = `${books.version} ${look}`;
    if (key === drawnKey) return;
    drawnKey = key;
    drawnAtMs = books.atMs;
    const picture = depthPictureOf(
      mergeSide(sidesOf(books, shown, 'bids'), { side: 'bids', step: undefined }),
      mergeSide(sidesOf(books, shown, 'asks'), { side: 'asks', step: undefined }),
    );
    drawDepth(canvas, picture, colors(theme));
  };
  const close = keepSharp(element, (sized) => {
    canvas = sized;
    drawnKey = '';
    draw();
  });
  return {
    draw(next) {
      wanted = next;
      draw();
    },
    close,
  };
}
