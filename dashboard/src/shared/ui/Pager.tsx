import { formatCount } from '../format.ts';

interface PagerProps {
  /** Counted from 1. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** Name of the listed items, in the plural. */
  readonly what: string;
  readonly onPage: (page: number) => void;
}

/** Shows the position in a list, and the way to the next page. */
export function Pager({ page, size, total, what, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  const from = Math.min(total, (page - 1) * size + 1);
  const to = Math.min(total, page * size);
  return (
    <nav className="pager small" aria-label={`Pages of ${what}`}>
      <span className="muted" role="status">
        {total === 0
          ? `No ${what}`
          : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)} ${what}`}
      </span>
      {pages > 1 && (
        <span className="row">
          <Step name="Previous" isOff={page <= 1} onStep={() => onPage(page - 1)} />
          <Step name="Next" isOff={page >= pages} onStep={() => onPage(page + 1)} />
        </span>
      )}
    </nav>
  );
}

function Step({ name, isOff, onStep }: { name: string; isOff: boolean; onStep: () => void }) {
  return (
    <button type="button" className="button small" disabled={isOff} onClick={onStep}>
      {name}
    </button>
  );
}
