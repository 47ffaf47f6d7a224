import { useId } from 'react';
import { formatDuration } from '../../../shared/format.ts';
import { partsOf } from '../../../shared/symbol.ts';
import {
  CheckField,
  NumberField,
  readNumber,
  SelectField,
  TextField,
} from '../../../shared/ui/Field.tsx';
import { venueName } from '../../../shared/venues.ts';
import { AccountChecks } from './AccountChecks.tsx';
import type { Field, Value } from './fields.ts';
import { useCandidates, useListing } from './listing.ts';

export interface ParamFieldProps {
  readonly field: Field;
  readonly value: Value;
  /** Symbol that the parameter applies to. */
  readonly symbol: string;
  readonly wrong: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** Shows the control of one parameter, as its schema requires. */
export function ParamField(props: ParamFieldProps) {
  const { field, value, wrong, onChange } = props;
  const { label, hint } = field;
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'number':
      return (
        <NumberField
          label={label}
          wrong={wrong}
          onChange={onChange}
          value={text}
          hint={hintOf(field, text)}
        />
      );
    case 'flag':
      return <CheckField label={label} hint={hint} onChange={onChange} checked={value === true} />;
    case 'choice':
      return (
        <SelectField
          label={label}
          hint={hint}
          wrong={wrong}
          onChange={onChange}
          value={text}
          options={field.options.map((option) => [option, option.replaceAll('_', ' ')] as const)}
        />
      );
    case 'symbol':
      return <LegSymbol {...props} />;
    case 'account':
      return <LegAccount {...props} />;
    case 'accounts':
      return (
        <AccountChecks
          label={label}
          symbol={props.symbol}
          wrong={wrong}
          onChange={onChange}
          value={typeof value === 'object' ? value : []}
        />
      );
    case 'mirror':
      return (
        <TextField
          label={label}
          wrong={wrong}
          value={text}
          onChange={onChange}
          disabled={true}
          hint={`the ${field.of} of the order`}
        />
      );
    case 'text':
      return <TextField label={label} hint={hint} wrong={wrong} value={text} onChange={onChange} />;
    case 'json':
      return (
        <TextField
          label={label}
          wrong={wrong}
          value={text}
          onChange={onChange}
          hint={hint === undefined ? 'as JSON' : `${hint}; as JSON`}
        />
      );
  }
}

/** Returns the hint. Durations of a minute and more are also shown in larger units. */
function hintOf({ name, hint }: Field, text: string): string | undefined {
  const seconds = name.endsWith('_seconds') ? readNumber(text) : undefined;
  if (seconds === undefined || !(seconds >= 60)) return hint;
  const duration = formatDuration(seconds * 1_000);
  return hint === undefined ? `= ${duration}` : `= ${duration}; ${hint}`;
}

function LegSymbol({ field, value, symbol, wrong, onChange }: ParamFieldProps) {
  const id = useId();
  const { base } = partsOf(symbol);
  const listing = useListing('perp');
  const known = listing.filter((each) => each.base === base);
  return (
    <>
      <TextField
        label={field.label}
        hint={field.hint}
        wrong={wrong}
        onChange={onChange}
        value={typeof value === 'string' ? value : ''}
        placeholder={known[0]?.symbol ?? ''}
        list={id}
      />
      <datalist id={id}>
        {known.map((each) => (
          <option key={each.symbol} value={each.symbol} />
        ))}
      </datalist>
    </>
  );
}

function LegAccount({ field, value, symbol, wrong, onChange }: ParamFieldProps) {
  const candidates = useCandidates(symbol);
  const options = candidates
    .filter(({ against }) => against === undefined)
    .map(({ account }) => {
      const { exchange_account_id: id, exchange, mode } = account;
      return [id, `${id} (${venueName(exchange)}, ${mode})`] as const;
    });
  return (
    <SelectField
      label={field.label}
      wrong={wrong}
      onChange={onChange}
      hint="of the accounts that can trade the leg"
      value={typeof value === 'string' ? value : ''}
      options={[['', 'as the other leg'], ...options]}
    />
  );
}
