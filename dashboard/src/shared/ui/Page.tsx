import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** What the page is about: the symbol, the account. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading. */
export function Page({ title, aside, children }: PageProps) {
  return (
    <div className="stack">
      <div className="row spread">
        <h1>{title}</h1>
        {aside !== undefined && <div className="row">{aside}</div>}
      </div>
      {children}
    </div>
  );
}
