import type { AlgorithmDetailsWire, Side } from '@windlass/contract';
import { formatPrice, formatQuantity, formatWord } from '../../../shared/format.ts';
import { type Column, DataTable } from '../../../shared/ui/DataTable.tsx';
import { Tag } from '../../../shared/ui/Notes.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';
import { type Level, levelsOf } from './levels.ts';

/** Shows the levels of a ladder, the best price first, each as large as its order. */
export function Ladder({ details }: { details: AlgorithmDetailsWire }) {
  const levels = levelsOf(details.state);
  const largest = Math.max(...levels.map(({ quantity }) => quantity));
  return (
    <Panel title="Levels" flush={true}>
      <DataTable
        caption="Levels of the ladder"
        columns={columns(largest, details.side)}
        rows={levels}
        keyOf={({ number }) => String(number)}
        empty="No level yet. They are placed once there is a book to place them by."
      />
    </Panel>
  );
}

function columns(largest: number, side: Side): readonly Column<Level>[] {
  return [
    { title: 'Level', isNumber: true, cell: ({ number }) => formatQuantity(number) },
    { title: 'Price', isNumber: true, cell: ({ price }) => formatPrice(price) },
    { title: 'Quantity', isNumber: true, cell: ({ quantity }) => formatQuantity(quantity) },
    {
      title: 'Size',
      cell: ({ quantity }) => (
        <span className={`algorithms-size ${side}`} aria-hidden="true">
          <span style={{ transform: `scaleX(${quantity / largest})` }} />
        </span>
      ),
    },
    {
      title: 'Status',
      cell: ({ status }) => {
        const mood = moods[status];
        return <Tag {...(mood && { mood })}>{formatWord(status)}</Tag>;
      },
    },
  ];
}

const moods: Readonly<Record<string, 'info' | 'good' | 'warn' | 'bad'>> = {
  active: 'info',
  partially_filled: 'info',
  filled: 'good',
  failed: 'bad',
  pending: 'warn',
};
