import type { AlgorithmDetailsWire, AlgorithmEventWire } from '@windlass/contract';
import { useState } from 'react';
import { useNow } from '../../../shared/clock.ts';
import { formatCount, formatTime, formatWord } from '../../../shared/format.ts';
import { Empty } from '../../../shared/ui/Notes.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';

const newest = 15;

/** Shows what it did and why, one entry per line, the newest first. */
export function History({ details: { events } }: { details: AlgorithmDetailsWire }) {
  const [isWhole, setIsWhole] = useState(false);
  const nowMs = useNow(60_000);
  const shown = [...events].reverse().slice(0, isWhole ? undefined : newest);
  return (
    <Panel
      title="History"
      flush={true}
      aside={
        events.length > newest && (
          <button
            type="button"
            className="button small"
            onClick={() => setIsWhole((whole) => !whole)}
          >
            {isWhole ? `The newest ${newest}` : `All ${formatCount(events.length)}`}
          </button>
        )
      }
    >
      {shown.length === 0 && <Empty>Nothing yet.</Empty>}
      <ol className="algorithms-history">
        {shown.map(({ number, timestamp, kind, text }) => (
          <li key={number}>
            <span className="muted small">{formatTime(timestamp, nowMs)}</span>
            <span className={`small ${moods[kind] ?? 'muted'}`}>{formatWord(kind)}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Colours of entries that people look for. */
const moods: Readonly<Partial<Record<AlgorithmEventWire['kind'], string>>> = {
  child_refused: 'bad',
  late_fill: 'bad',
  waiting: 'algorithms-warn',
  paused: 'algorithms-warn',
  cancelling: 'algorithms-warn',
};
