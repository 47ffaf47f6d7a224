import { typeName } from '../words.ts';
import { symbolNameFor } from './accounts.ts';
import { fieldValue, withParam } from './draft.ts';
import { type Field, fieldsOf } from './fields.ts';
import type { FieldsProps } from './OrderFields.tsx';
import { ParamField } from './ParamField.tsx';

/** Shows the parameters of the type: required ones, optional ones, and switches. */
export function ParamFields(props: FieldsProps) {
  const { type } = props.filled;
  const fields = fieldsOf(type);
  const accounts = fields.filter(({ kind }) => kind === 'accounts');
  const flags = fields.filter(({ kind }) => kind === 'flag');
  const plain = fields.filter((field) => !accounts.includes(field) && !flags.includes(field));
  return (
    <>
      <h3>{typeName(type)} parameters</h3>
      <div className="algorithms-grid">{plain.map((field) => control(field, props))}</div>
      {accounts.map((field) => control(field, props))}
      {flags.length > 0 && (
        <div className="algorithms-checks">{flags.map((field) => control(field, props))}</div>
      )}
    </>
  );
}

function control(field: Field, { filled, faults, onDraft }: FieldsProps) {
  const { type, draft } = filled;
  return (
    <ParamField
      key={field.name}
      field={field}
      value={fieldValue(filled, field)}
      symbol={symbolOf(field, filled)}
      wrong={faultOf(field, faults)}
      onChange={(value) => onDraft(withParam(draft, type, [field.name, value]))}
    />
  );
}

/** Returns the symbol of the leg that a field of accounts belongs to, once there is one. */
function symbolOf(field: Field, filled: FieldsProps['filled']): string {
  const of = fieldsOf(filled.type).find(({ name }) => name === symbolNameFor(field.name));
  const symbol = of ? fieldValue(filled, of) : '';
  return typeof symbol === 'string' && symbol !== '' ? symbol : filled.symbol;
}

/**
 * Returns the problem of a field. A missing account of the legs is reported for the order, which
 * has no field for it in this case.
 */
function faultOf({ name, kind }: Field, faults: FieldsProps['faults']): string | undefined {
  const own = faults.get(`params.${name}`);
  return own ?? (kind === 'account' ? faults.get('exchange_account_ids') : undefined);
}
