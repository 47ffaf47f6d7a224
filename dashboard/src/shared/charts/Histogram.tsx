import type { Bin } from './bins.ts';
import { Column } from './Columns.tsx';
import { LevelAxis, Plot, ValueAxis } from './Plot.tsx';
import { scaleOf } from './scale.ts';

export interface QuantileMark {
  readonly name: string;
  readonly value: number;
}

interface HistogramProps {
  readonly label: string;
  /** The counted items: "orders". */
  readonly counted: string;
  /** The quantity on the axis with its unit. */
  readonly unit: string;
  readonly bins: readonly Bin[];
  readonly marks: readonly QuantileMark[];
  readonly format: (value: number) => string;
}

/** Space above the bars for the names of the marks. */
const marksHeight = 30;

/** Shows how many items have which value. Above zero is a cost. Lines mark the quantiles. */
export function Histogram({ label, counted, unit, bins, marks, format }: HistogramProps) {
  return (
    <Plot label={label} leftSpace={34}>
      {(area) => {
        const counts = bins.map(({ count }) => count);
        const up = scaleOf({ values: counts, from: area.bottom, to: area.top + marksHeight });
        const edges = bins.flatMap(({ from, to }) => [from, to]);
        const across = scaleOf({
          values: edges,
          hasZero: false,
          from: area.left,
          to: area.right - 12,
        });
        const countText = (count: number) => (Number.isInteger(count) ? format(count) : '');
        return (
          <>
            <ValueAxis area={area} scale={up} format={countText} title={counted} />
            <LevelAxis area={area} scale={across} format={format} title={unit} />
            {bins.map(({ from, to, count }) => (
              <Column
                key={from}
                scale={up}
                x={across(from)}
                width={across(to) - across(from)}
                from={0}
                to={count}
                kind={from < 0 ? 'gain' : 'cost'}
                title={`${format(from)} to ${format(to)}: ${count} ${counted}`}
              />
            ))}
            {marks.map(({ name, value }, at) => (
              <g key={name} className="mark">
                <line x1={across(value)} x2={across(value)} y1={area.top + 4} y2={area.bottom} />
                <text
                  x={across(value) + (across(value) > area.right - 60 ? -4 : 4)}
                  y={area.top + 12 + 13 * at}
                  textAnchor={across(value) > area.right - 60 ? 'end' : 'start'}
                >
                  {name}
                </text>
              </g>
            ))}
          </>
        );
      }}
    </Plot>
  );
}
