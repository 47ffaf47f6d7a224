import { LevelAxis, type MarkKind, Plot, ValueAxis } from './Plot.tsx';
import { logScaleOf, scaleOf } from './scale.ts';

export interface ScatterPoint {
  readonly key: string;
  /** Must be above zero. */
  readonly size: number;
  readonly value: number;
  readonly kind: MarkKind;
  readonly title: string;
}

interface Measure {
  /** Title with the unit. */
  readonly title: string;
  readonly format: (value: number) => string;
}

interface ScatterProps {
  readonly label: string;
  readonly size: Measure;
  readonly value: Measure;
  readonly points: readonly ScatterPoint[];
}

/** Shows a value against the size at which it occurred. Sizes are on a logarithmic scale. */
export function Scatter({ label, size, value, points }: ScatterProps) {
  return (
    <Plot label={label}>
      {(area) => {
        const values = points.map((point) => point.value);
        const up = scaleOf({ values, from: area.bottom, to: area.top });
        const sizes = points.map((point) => point.size);
        const across = logScaleOf({ values: sizes, from: area.left + 8, to: area.right - 16 });
        return (
          <>
            <ValueAxis area={area} scale={up} format={value.format} title={value.title} />
            <LevelAxis area={area} scale={across} format={size.format} title={size.title} />
            {points.map((point) => (
              <circle
                key={point.key}
                className={point.kind}
                cx={across(point.size)}
                cy={up(point.value)}
                r={4.5}
              >
                <title>{point.title}</title>
              </circle>
            ))}
          </>
        );
      }}
    </Plot>
  );
}
