import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns the edges of an element that hide more of it, for `data-more`: they fade. `content` is
 * any value that changes when other children must be watched.
 */
export function useHiddenEdges(ref: RefObject<HTMLElement | null>, content: unknown): string {
  const [more, setMore] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other children are watched
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setMore(hiddenEdges(element));
    const watching = new ResizeObserver(look);
    watching.observe(element);
    for (const child of element.children) watching.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watching.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [ref, content]);
  return more;
}

/** A fraction of a pixel hides nothing. */
const slackPx = 2;

/** Returns the edges that hide more content: `left`, `right`, both or neither. */
function hiddenEdges({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): string {
  const left = scrollLeft > slackPx ? ['left'] : [];
  const right = scrollLeft + clientWidth < scrollWidth - slackPx ? ['right'] : [];
  return [...left, ...right].join(' ');
}
