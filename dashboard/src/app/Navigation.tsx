import { useEffect, useRef } from 'react';
import { hashOf } from '../shared/location.ts';
import { useHiddenEdges } from '../shared/ui/useHiddenEdges.ts';
import type { PageEntry } from './pages.tsx';

interface NavigationProps {
  readonly entries: readonly PageEntry[];
  readonly open: string | undefined;
}

/**
 * Links to each page. On a narrow screen the current one is scrolled into view, and an edge that
 * hides others fades.
 */
export function Navigation({ entries, open }: NavigationProps) {
  const nav = useRef<HTMLElement>(null);
  const more = useHiddenEdges(nav, entries.length);
  useEffect(() => {
    const current = [...(nav.current?.children ?? [])].find(({ id }) => id === `to-${open}`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open]);
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
