import { type LegendEntry, type MarkKind, Plot, type PlotArea, ValueAxis } from './Plot.tsx';
import { type Scale, scaleOf } from './scale.ts';

export interface ColumnGroup {
  readonly name: string;
  /** Text below the name: the number of items. */
  readonly note?: string;
  /** One value for each of `series`; null draws nothing. */
  readonly values: readonly (number | null)[];
}

interface ColumnsProps {
  readonly label: string;
  /** The measured quantity with its unit. */
  readonly unit: string;
  readonly series: readonly LegendEntry[];
  readonly groups: readonly ColumnGroup[];
  readonly format: (value: number) => string;
}

/** A name in less space would overlap its neighbour. */
const namePlace = 54;
/** Wider columns would tell no more. */
const columnWidthMax = 44;

/** Shows columns up and down from zero, one group beside the other. */
export function Columns({ label, unit, series, groups, format }: ColumnsProps) {
  const legend = series.length > 1 ? series : [];
  return (
    <Plot label={label} legend={legend}>
      {(area) => {
        const values = groups.flatMap((group) => group.values.filter((value) => value !== null));
        const scale = scaleOf({ values, from: area.bottom, to: area.top });
        const place = (area.right - area.left) / Math.max(1, groups.length);
        const nameEvery = Math.max(1, Math.ceil(namePlace / place));
        return (
          <>
            <ValueAxis area={area} scale={scale} format={format} title={unit} />
            {groups.map((group, at) => (
              <Group
                key={group.name}
                group={group}
                area={area}
                scale={scale}
                series={series}
                format={format}
                left={area.left + place * at}
                width={place}
                hasName={at % nameEvery === 0}
              />
            ))}
          </>
        );
      }}
    </Plot>
  );
}

interface GroupProps {
  readonly group: ColumnGroup;
  readonly area: PlotArea;
  readonly scale: Scale;
  readonly series: readonly LegendEntry[];
  readonly format: (value: number) => string;
  readonly left: number;
  readonly width: number;
  readonly hasName: boolean;
}

function Group({ group, area, scale, series, format, left, width, hasName }: GroupProps) {
  const columnWidth = Math.min(columnWidthMax, (width * 0.8) / series.length);
  const start = left + (width - columnWidth * series.length) / 2;
  return (
    <g>
      {group.values.map((value, at) => {
        const entry = series[at];
        if (value === null || !entry) return null;
        const box = { x: start + columnWidth * at, width: columnWidth, from: 0, to: value };
        const title = `${group.name}, ${entry.name}: ${format(value)}`;
        return <Column key={entry.name} scale={scale} title={title} {...box} kind={entry.kind} />;
      })}
      {hasName && (
        <>
          <text x={left + width / 2} y={area.bottom + 14} textAnchor="middle">
            {group.name}
          </text>
          <text className="note" x={left + width / 2} y={area.bottom + 28} textAnchor="middle">
            {group.note}
          </text>
        </>
      )}
    </g>
  );
}

interface ColumnProps {
  readonly scale: Scale;
  readonly x: number;
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly kind: MarkKind;
  readonly title: string;
}

/**
 * Shows a column from one value to another. Every value other than zero is visible, however small.
 */
export function Column({ scale, x, width, from, to, kind, title }: ColumnProps) {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const height = Math.max(low === high ? 0 : 1, scale(low) - scale(high));
  return (
    <rect className={kind} x={x} y={scale(high)} width={Math.max(1, width - 1)} height={height}>
      <title>{title}</title>
    </rect>
  );
}
