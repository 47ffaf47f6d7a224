import { type RefObject, useEffect, useRef, useState } from 'react';

/** Width of a chart until it has been measured. */
const usualWidth = 480;
/** Narrower charts cannot be read. */
const leastWidth = 240;

/** Returns an element's width in pixels. Charts are drawn at it, so that text keeps its size. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(usualWidth);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(leastWidth, Math.floor(entry.contentRect.width)));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
