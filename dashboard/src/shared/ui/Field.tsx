import { type ReactNode, useId } from 'react';

interface Common {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Problem of the value, as a sentence. */
  readonly wrong?: string | undefined;
  readonly disabled?: boolean;
}

interface Described {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
  readonly disabled: boolean | undefined;
}

/** Shows a label above, a hint and an error below, linked to the control for screen readers. */
function Field(props: Common & { readonly control: (described: Described) => ReactNode }) {
  const { label, hint, wrong, disabled, control } = props;
  const id = useId();
  const note = wrong ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control({
        id,
        disabled,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': wrong === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <span id={`${id}-note`} className={wrong === undefined ? 'hint' : 'wrong'}>
          {note}
        </span>
      )}
    </div>
  );
}

interface TextProps extends Common {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly type?: 'text' | 'password' | 'search' | 'datetime-local';
  /** Id of a `<datalist>` with suggestions. */
  readonly list?: string;
}

export function TextField({ value, onChange, type = 'text', ...props }: TextProps) {
  const { placeholder, list } = props;
  return (
    <Field
      {...props}
      control={(described) => (
        <input
          {...described}
          type={type}
          value={value}
          placeholder={placeholder}
          list={list}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    />
  );
}

/** Asks for a number, which is text while it is typed. `readNumber` returns its value. */
export function NumberField({ value, onChange, ...props }: TextProps) {
  const { placeholder } = props;
  return (
    <Field
      {...props}
      control={(described) => (
        <input
          {...described}
          value={value}
          placeholder={placeholder}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    />
  );
}

/** Returns the number in a text: undefined for an empty text, NaN for an invalid one. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replaceAll(',', '');
  if (plain === '') return undefined;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

interface SelectProps extends Common {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, text: string])[];
}

export function SelectField({ value, onChange, options, ...props }: SelectProps) {
  return (
    <Field
      {...props}
      control={(described) => (
        <select {...described} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    />
  );
}

interface CheckProps extends Common {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function CheckField({ label, hint, checked, onChange, disabled }: CheckProps) {
  const id = useId();
  return (
    <div className="check">
      <input
        id={id}
        checked={checked}
        disabled={disabled}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <span id={`${id}-note`} className="small muted">
            {` ${hint}`}
          </span>
        )}
      </span>
    </div>
  );
}
