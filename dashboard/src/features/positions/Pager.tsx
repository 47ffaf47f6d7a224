import { formatCount } from '../../shared/format.ts';
import { pageSize } from './queries.ts';

interface PagerProps {
  /** From 0. */
  readonly page: number;
  readonly total: number;
  readonly what: string;
  readonly onChange: (page: number) => void;
}

/** Where in a list one is, and the way to its neighbours. */
export function Pager({ page, total, what, onChange }: PagerProps) {
  if (total <= pageSize) return null;
  const last = Math.ceil(total / pageSize) - 1;
  const from = page * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  return (
    <nav className="row spread positions-pager" aria-label={`Pages of ${what}`}>
      <span className="small muted">
        {formatCount(from)} to {formatCount(to)} of {formatCount(total)} {what}
      </span>
      <span className="row">
        <PageButton label="Newer" page={page - 1} isOffered={page > 0} onChange={onChange} />
        <PageButton label="Older" page={page + 1} isOffered={page < last} onChange={onChange} />
      </span>
    </nav>
  );
}

interface PageButtonProps {
  readonly label: string;
  readonly page: number;
  readonly isOffered: boolean;
  readonly onChange: (page: number) => void;
}

function PageButton({ label, page, isOffered, onChange }: PageButtonProps) {
  return (
    <button
      type="button"
      className="button small"
      disabled={!isOffered}
      onClick={() => onChange(page)}
    >
      {label}
    </button>
  );
}
