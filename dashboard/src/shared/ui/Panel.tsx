import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  /** Stands at the right of the title: filters, tags, actions. */
  readonly aside?: ReactNode;
  /** Without a margin inside: tables and ladders reach the edge. */
  readonly flush?: boolean;
  /** Looks old: what it shows can no longer be relied on. */
  readonly stale?: boolean;
  readonly children: ReactNode;
}

/** A titled part of a page; a landmark for those who hear it. */
export function Panel({ title, aside, flush = false, stale = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <div className="row">{aside}</div>}
      </header>
      <div className={`body${flush ? ' flush' : ''}${stale ? ' stale' : ''}`}>{children}</div>
    </section>
  );
}
