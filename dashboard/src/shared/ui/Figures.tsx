import type { ReactNode } from 'react';

type Entry = readonly [name: string, value: ReactNode];

/** Shows a few large figures side by side. */
export function Figures({ of }: { of: readonly Entry[] }) {
  return (
    <dl className="figures">
      {of.map(([name, value]) => (
        <div key={name} className="figure">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows names on the left and values on the right. */
export function Pairs({ of }: { of: readonly Entry[] }) {
  return (
    <dl className="pairs">
      {of.flatMap(([name, value]) => [
        <dt key={`${name} name`}>{name}</dt>,
        <dd key={`${name} value`}>{value}</dd>,
      ])}
    </dl>
  );
}

/** Shows how much of something is done, 0 to 100. */
export function ProgressBar({ pct, label }: { pct: number; label: string }) {
  const shown = Math.min(100, Math.max(0, pct));
  return (
    <div
      className="bar"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(shown)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ transform: `scaleX(${shown / 100})` }} />
    </div>
  );
}
