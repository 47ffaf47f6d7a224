import { formatWord } from '../../shared/format.ts';
import { issueOf } from '../../shared/issues.ts';
import { TextField } from '../../shared/ui/Field.tsx';
import type { SecretField, Secrets } from './accountDraft.ts';

interface SecretFieldsProps {
  readonly legend: string;
  /** Name of the set in refusals. */
  readonly set: 'credentials' | 'futures_credentials';
  readonly fields: readonly SecretField[];
  readonly secrets: Secrets;
  readonly error: unknown;
  readonly onChange: (secrets: Secrets) => void;
}

/** Asks for credentials and hides them. Addresses are public and are shown. */
export function SecretFields(props: SecretFieldsProps) {
  const { legend, set, fields, secrets, error, onChange } = props;
  const whole = issueOf(error, set);
  const isNamed = fields.some(({ field }) => issueOf(error, `${set}.${field}`) !== undefined);
  return (
    <fieldset className="system-choices">
      <legend>{legend}</legend>
      {fields.map(({ field, isOptional }) => (
        <TextField
          key={field}
          label={formatWord(field)}
          hint={isOptional ? 'optional' : undefined}
          type={field.endsWith('_address') ? 'text' : 'password'}
          value={secrets[field] ?? ''}
          onChange={(text) => onChange({ ...secrets, [field]: text })}
          wrong={issueOf(error, `${set}.${field}`)}
        />
      ))}
      {whole !== undefined && !isNamed && <span className="wrong">{whole}</span>}
    </fieldset>
  );
}
