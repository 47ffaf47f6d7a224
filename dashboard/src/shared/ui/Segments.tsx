interface SegmentsProps<Value extends string> {
  /** Description of the choice, for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly (readonly [value: Value, text: string])[];
}

/** Shows all of a few options, one of which is chosen. `buy` and `sell` have their colours. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, onChange, options } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and takes no flex box
    <div className="segments" role="group" aria-label={label}>
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          className={option === 'buy' || option === 'sell' ? option : undefined}
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
