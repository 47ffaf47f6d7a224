import { useEffect, useRef, useState } from 'react';
import { hashOf } from '../shared/location.ts';
import type { PageEntry } from './pages.tsx';

interface NavigationProps {
  readonly entries: readonly PageEntry[];
  readonly open: string | undefined;
}

/**
 * The way to each page; on a narrow screen the open one is brought into sight, and the edge behind
 * which there are others fades.
 */
export function Navigation({ entries, open }: NavigationProps) {
  const nav = useRef<HTMLElement>(null);
  const [more, setMore] = useState('');
  useEffect(() => {
    const current = [...(nav.current?.children ?? [])].find(({ id }) => id === `to-${open}`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other links are watched
  useEffect(() => {
    const element = nav.current;
    if (!element) return;
    const look = () => setMore(hiddenEdges(element));
    const watching = new ResizeObserver(look);
    watching.observe(element);
    for (const link of element.children) watching.observe(link);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watching.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [entries.length]);
  return (
    <nav ref={nav} aria-label="Pages" data-more={more}>
      {entries.map(({ name, title }) => (
        <a
          key={name}
          id={`to-${name}`}
          href={hashOf(name)}
          aria-current={name === open ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** A part of a pixel is no page. */
const slackPx = 2;

/** The edges behind which there is more: `left`, `right`, both or neither. */
function hiddenEdges({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): string {
  const left = scrollLeft > slackPx ? ['left'] : [];
  const right = scrollLeft + clientWidth < scrollWidth - slackPx ? ['right'] : [];
  return [...left, ...right].join(' ');
}
