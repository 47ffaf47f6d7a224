import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** Subject of the page: the symbol, the account. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a page with its heading. */
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
