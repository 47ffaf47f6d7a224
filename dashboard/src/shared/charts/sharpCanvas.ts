/** The canvas to draw on. Its origin is at the top left. */
export interface Canvas {
  readonly context: CanvasRenderingContext2D;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Keeps a canvas as sharp as the screen and as large as its space. Calls `sized` with each size,
 * because a new size clears the canvas. Returns a function that ends it.
 */
export function keepSharp(element: HTMLCanvasElement, sized: (canvas: Canvas) => void): () => void {
  const context = element.getContext('2d');
  const observer = new ResizeObserver(([entry]) => {
    if (!entry || !context) return;
    const { width, height } = entry.contentRect;
    const ratio = window.devicePixelRatio;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (width > 0 && height > 0) sized({ context, width, height });
  });
  observer.observe(element);
  return () => observer.disconnect();
}
