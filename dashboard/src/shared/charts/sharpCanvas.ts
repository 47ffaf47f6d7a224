/** What is drawn on; the origin is at the top left. */
export interface Canvas {
  readonly context: CanvasRenderingContext2D;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Keeps a canvas as sharp as the screen and as large as its place: `sized` hears of each size, as
 * what was drawn is lost with it. Returns what ends it.
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
