import { useQuery } from '@tanstack/react-query';
import {
  type AlgorithmStatusWire,
  type AlgorithmWire,
  algorithmStatuses,
} from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../../shared/api.tsx';
import { useNow } from '../../../shared/clock.ts';
import { formatCount, formatWord } from '../../../shared/format.ts';
import { Answer } from '../../../shared/ui/Answer.tsx';
import { DataTable } from '../../../shared/ui/DataTable.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';
import { useLiveList } from '../live/useLive.ts';
import { listQuery, pageSize, pollMs } from '../queries.ts';
import { columns } from './columns.tsx';

interface AlgorithmListProps {
  readonly chosen: string;
  /** Returns the link of a row. */
  readonly linkOf: (algorithm: AlgorithmWire) => string;
}

/** Shows all algorithms that the key reaches, newest first, live. */
export function AlgorithmList({ chosen, linkOf }: AlgorithmListProps) {
  const isLive = useLiveList();
  const [status, setStatus] = useState<AlgorithmStatusWire>();
  const [page, setPage] = useState(0);
  const nowMs = useNow();
  const query = useQuery({
    ...listQuery(useClient(), { status, page }),
    refetchInterval: isLive ? false : pollMs,
  });
  const choose = (next: AlgorithmStatusWire | undefined) => {
    setStatus(next);
    setPage(0);
  };
  return (
    <Panel
      title="Algorithms"
      flush={true}
      stale={query.isPlaceholderData}
      aside={<StatusFilter value={status} onChange={choose} />}
    >
      <Answer of={query} what="The algorithms">
        {({ orders, total }) => (
          <>
            <div className="algorithms-list">
              <DataTable
                caption="Algorithms, newest first"
                columns={columns({ chosen, linkOf, nowMs })}
                rows={orders}
                keyOf={({ order_id: id }) => id}
                empty={emptyText(status)}
              />
            </div>
            {total > pageSize && <Pages page={page} total={total} setPage={setPage} />}
          </>
        )}
      </Answer>
    </Panel>
  );
}

function emptyText(status: AlgorithmStatusWire | undefined): string {
  if (status !== undefined) return `None is ${status.toLowerCase()}.`;
  return 'No algorithm yet. Those of this page, the command line and the API are listed here.';
}

interface StatusFilterProps {
  readonly value: AlgorithmStatusWire | undefined;
  readonly onChange: (status: AlgorithmStatusWire | undefined) => void;
}

function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <label className="row small muted algorithms-filter">
      Status
      <select
        value={value ?? ''}
        onChange={({ target }) => onChange(algorithmStatuses.find((each) => each === target.value))}
      >
        <option value="">All</option>
        {algorithmStatuses.map((status) => (
          <option key={status} value={status}>
            {formatWord(status)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PagesProps {
  readonly page: number;
  readonly total: number;
  readonly setPage: (page: number) => void;
}

function Pages({ page, total, setPage }: PagesProps) {
  const first = page * pageSize + 1;
  const last = Math.min(total, first + pageSize - 1);
  return (
    <nav className="row spread algorithms-pages" aria-label="Pages of algorithms">
      <button
        type="button"
        className="button small"
        disabled={page === 0}
        onClick={() => setPage(page - 1)}
      >
        Newer
      </button>
      <span className="small muted">
        {formatCount(first)} to {formatCount(last)} of {formatCount(total)}
      </span>
      <button
        type="button"
        className="button small"
        disabled={last >= total}
        onClick={() => setPage(page + 1)}
      >
        Older
      </button>
    </nav>
  );
}
