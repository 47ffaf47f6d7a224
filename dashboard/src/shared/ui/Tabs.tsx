import { useEffect, useRef } from 'react';
import { hashOf } from '../location.ts';
import { useHiddenEdges } from './useHiddenEdges.ts';

interface TabsProps {
  readonly label: string;
  readonly page: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** Shows the parts of a page, each with an address of its own: `#/system?tab=audit`. */
export function Tabs({ label, page, value, options }: TabsProps) {
  const nav = useRef<HTMLElement>(null);
  const more = useHiddenEdges(nav, options.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the choice that must be in sight
  useEffect(() => {
    const chosen = nav.current?.querySelector('[aria-current="page"]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  return (
    <nav ref={nav} className="tabs" aria-label={label} data-more={more}>
      {options.map(([option, text]) => (
        <a
          key={option}
          href={hashOf(page, { tab: option })}
          aria-current={option === value ? 'page' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
