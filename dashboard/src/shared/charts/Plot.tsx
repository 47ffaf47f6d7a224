import { Fragment, type ReactNode } from 'react';
import type { Scale } from './scale.ts';
import { useWidth } from './useWidth.ts';
import './charts.css';

/** The area in which marks are drawn, in pixels. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface PlotProps {
  /** Description of the plot, as a sentence, for people who cannot see it. */
  readonly label: string;
  readonly height?: number;
  /** Space on the left for the figures of the axis. */
  readonly leftSpace?: number;
  readonly legend?: readonly LegendEntry[];
  readonly children: (area: PlotArea) => ReactNode;
}

export interface LegendEntry {
  readonly name: string;
  /** `first`, `second`, `cost` and `gain` are colours of the style sheet. */
  readonly kind: MarkKind;
}

export type MarkKind = 'first' | 'second' | 'cost' | 'gain';

/** Shows a plot that is as wide as its space. */
export function Plot({ label, height = 220, leftSpace = 52, legend = [], children }: PlotProps) {
  const [box, width] = useWidth();
  const area = { left: leftSpace, right: width - 8, top: 16, bottom: height - 34 };
  return (
    <figure className="chart">
      <div ref={box}>
        <svg role="img" aria-label={label} width={width} height={height}>
          {children(area)}
        </svg>
      </div>
      {legend.length > 0 && (
        <figcaption className="row small muted">
          {legend.map(({ name, kind }) => (
            <span key={name} className="row">
              <span className={`swatch ${kind}`} />
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

interface AxisProps {
  readonly area: PlotArea;
  readonly scale: Scale;
  readonly format: (value: number) => string;
  /** The measured quantity with its unit. */
  readonly title: string;
}

/** Draws the vertical axis, with a line across for each round value. */
export function ValueAxis({ area, scale, format, title }: AxisProps) {
  return (
    <g>
      <text className="axis-title" x={area.left} y={10}>
        {title}
      </text>
      {scale.ticks.map((tick) => (
        <Fragment key={tick}>
          <line
            className={tick === 0 ? 'zero' : 'grid'}
            x1={area.left}
            x2={area.right}
            y1={scale(tick)}
            y2={scale(tick)}
          />
          <text x={area.left - 6} y={scale(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </Fragment>
      ))}
    </g>
  );
}

/** Draws the horizontal axis, with a line down for each round value. */
export function LevelAxis({ area, scale, format, title }: AxisProps) {
  return (
    <g>
      {scale.ticks.map((tick) => (
        <Fragment key={tick}>
          <line
            className={tick === 0 ? 'zero' : 'grid'}
            x1={scale(tick)}
            x2={scale(tick)}
            y1={area.top}
            y2={area.bottom}
          />
          <text x={scale(tick)} y={area.bottom + 14} textAnchor="middle">
            {format(tick)}
          </text>
        </Fragment>
      ))}
      <text className="axis-title" x={area.right} y={area.bottom + 29} textAnchor="end">
        {title}
      </text>
    </g>
  );
}
