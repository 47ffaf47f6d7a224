import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  /** Content on the right of the title: filters, tags, actions. */
  readonly aside?: ReactNode;
  /** True without inner margins: tables and ladders reach the edge. */
  readonly flush?: boolean;
  /** True to look old: the content can no longer be relied on. */
  readonly stale?: boolean;
  readonly children: ReactNode;
}

/** Shows a titled part of a page, which is a landmark for screen readers. */
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
