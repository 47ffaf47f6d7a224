import { formatBps, formatDuration, formatExact, formatShare } from '../../shared/format.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { type RouteEstimate, type Verdict, verdictsOf } from './routeReasons.ts';

/** Shows why each account gets its share, or nothing. */
export function VerdictPart({ estimate }: { estimate: RouteEstimate }) {
  const verdicts = verdictsOf(estimate);
  const leftOut = verdicts.filter(({ reason }) => reason !== undefined);
  return (
    <div className="trade-edge trade-verdicts">
      <h3>Why this route</h3>
      <p className="small muted">
        Each account as if it took the order alone. The score is its cost with a penalty for a book
        that is old or thin; the lowest goes first.
      </p>
      <DataTable
        caption="How each account looked to the router"
        columns={columns}
        rows={verdicts}
        keyOf={({ account }) => account}
        empty="No account was offered."
      />
      {leftOut.length > 0 && (
        <ul className="trade-reasons small muted">
          {leftOut.map(({ account, reason }) => (
            <li key={account}>
              <strong>{account}</strong> is not used: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const columns: readonly Column<Verdict>[] = [
  {
    title: 'Account',
    cell: ({ account, venue }) => (
      <>
        <VenueTag venue={venue} /> <span className="small muted">{account}</span>
      </>
    ),
  },
  {
    title: 'Used',
    cell: ({ isUsed }) => (
      <Tag {...(isUsed && { mood: 'good' })}>{isUsed ? 'Used' : 'Not used'}</Tag>
    ),
  },
  {
    title: 'Score',
    isNumber: true,
    cell: ({ candidate }) => formatBps(candidate?.score),
  },
  {
    title: 'Alone',
    isNumber: true,
    cell: ({ candidate }) => formatBps(candidate?.standalone_cost_bps),
  },
  {
    title: 'Capacity',
    isNumber: true,
    cell: ({ candidate }) => formatExact(candidate?.standalone_quantity),
  },
  {
    title: 'Confidence',
    isNumber: true,
    cell: ({ candidate }) => formatShare(candidate?.confidence),
  },
  {
    title: 'Book age',
    isNumber: true,
    cell: ({ candidate }) => formatDuration(candidate?.staleness_ms),
  },
];
