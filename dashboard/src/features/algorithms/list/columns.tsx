import type { AlgorithmWire } from '@windlass/contract';
import {
  formatAgo,
  formatDateTime,
  formatPct,
  formatPrice,
  formatQuantity,
  formatWord,
  parseTime,
} from '../../../shared/format.ts';
import type { Column } from '../../../shared/ui/DataTable.tsx';
import { ProgressBar } from '../../../shared/ui/Figures.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { typeName } from '../words.ts';

interface Drawn {
  readonly chosen: string;
  readonly linkOf: (algorithm: AlgorithmWire) => string;
  readonly nowMs: number;
}

/** Returns columns with two lines per row, which fit next to the chosen item and on a phone. */
export function columns({ chosen, linkOf, nowMs }: Drawn): readonly Column<AlgorithmWire>[] {
  return [
    {
      title: 'Algorithm',
      cell: (algorithm) => (
        <a
          href={linkOf(algorithm)}
          className="algorithms-name"
          aria-current={isChosen(algorithm, chosen) ? 'true' : undefined}
        >
          <strong>{typeName(algorithm.algorithm_type)}</strong>
          <span className="small">
            <span className={algorithm.side}>{formatWord(algorithm.side)}</span>{' '}
            {formatQuantity(algorithm.total_quantity)} {algorithm.symbol}
          </span>
          {algorithm.client_algorithm_id !== null && (
            <span className="small algorithms-client">{algorithm.client_algorithm_id}</span>
          )}
        </a>
      ),
    },
    { title: 'Filled', cell: (algorithm) => <Progress algorithm={algorithm} /> },
    {
      title: 'Status',
      cell: ({ status, waiting_for: waiting, created_at: at }) => (
        <span className="algorithms-lines">
          <span>
            <StatusTag status={status} />
            {waiting !== null && <span className="small algorithms-warn"> waits</span>}
          </span>
          <span className="small muted" title={waiting ?? formatDateTime(at)}>
            {formatAgo(wholeSeconds(parseTime(at)), wholeSeconds(nowMs) ?? nowMs)}
          </span>
        </span>
      ),
    },
  ];
}

/** Cuts a time to whole seconds: tenths would only flicker. */
function wholeSeconds(atMs: number | undefined): number | undefined {
  return atMs === undefined ? undefined : Math.floor(atMs / 1_000) * 1_000;
}

/** True for the algorithm of the link, which may use the caller's own name for it. */
function isChosen({ order_id: id, client_algorithm_id: name }: AlgorithmWire, chosen: string) {
  return chosen !== '' && (id === chosen || name === chosen);
}

function Progress({ algorithm }: { algorithm: AlgorithmWire }) {
  const { progress, symbol, algorithm_type: type } = algorithm;
  const pct = formatPct(progress.fill_percentage);
  return (
    <span className="algorithms-lines">
      <span className="algorithms-progress">
        <ProgressBar pct={progress.fill_percentage} label={`${typeName(type)} ${symbol} filled`} />
        {pct}
      </span>
      <span className="small muted">{formatPrice(progress.vwap)}</span>
    </span>
  );
}
