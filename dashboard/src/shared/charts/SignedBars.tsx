import './charts.css';

export interface SignedBar {
  readonly name: string;
  readonly value: number | null;
  /** The value as text. */
  readonly text: string;
  /** Text below the name: the number of items. */
  readonly note?: string;
  /** True for the sum of the others, which is drawn separately. */
  readonly isTotal?: boolean;
}

interface SignedBarsProps {
  /** The measured quantity with its unit, for screen readers. */
  readonly caption: string;
  readonly bars: readonly SignedBar[];
  /** Meaning of values above and below zero. */
  readonly above: 'cost' | 'gain' | 'first';
  readonly below: 'cost' | 'gain' | 'second';
}

/** Shows a table with bars: from zero to the right, and to the left for values below zero. */
export function SignedBars({ caption, bars, above, below }: SignedBarsProps) {
  const known = bars.flatMap(({ value }) => (value === null ? [] : [value]));
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  const span = high - low || 1;
  return (
    <table className="signed-bars">
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {bars.map(({ name, value, text, note, isTotal }) => (
          <tr key={name} className={isTotal ? 'total' : undefined}>
            <th scope="row">
              {name}
              {note !== undefined && <div className="small muted">{note}</div>}
            </th>
            <td className="number">{text}</td>
            <td className="track">
              {value !== null && (
                <svg aria-hidden="true" width="100%" height="12">
                  <rect
                    className={value < 0 ? below : above}
                    x={`${((Math.min(0, value) - low) / span) * 100}%`}
                    width={`${(Math.abs(value) / span) * 100}%`}
                    height="12"
                  />
                  <line
                    className="zero"
                    y1={0}
                    y2={12}
                    x1={`${(-low / span) * 100}%`}
                    x2={`${(-low / span) * 100}%`}
                  />
                </svg>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
