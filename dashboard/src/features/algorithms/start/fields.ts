import { type AlgorithmTypeWire, algorithmParams } from '@windlass/contract';
import { formatFigure } from '../../../shared/format.ts';
import { labelOf } from '../names.ts';

/** Kind of a parameter's control. */
export type FieldKind =
  | { readonly kind: 'number' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'symbol' }
  /** One account, or several accounts below. */
  | { readonly kind: 'account' }
  | { readonly kind: 'accounts' }
  /** Equals a field of the order itself, and so follows it. */
  | { readonly kind: 'mirror'; readonly of: 'symbol' | 'quantity' }
  /** Any other value, as JSON. */
  | { readonly kind: 'json' };

export type Field = FieldKind & {
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly isRequired: boolean;
  /** Value in the form before anybody changed it. */
  readonly initial: Value;
};

/** Value of a field in the form. Numbers are text while they are typed. */
export type Value = string | boolean | readonly string[];

/** The contract's schema of a type's parameters, including future ones. */
type Schema = ReturnType<(typeof algorithmParams)[AlgorithmTypeWire]['toJSONSchema']>;
type Property = Exclude<NonNullable<Schema['properties']>[string], boolean>;

/** Returns the fields of a type's form, the required ones first. */
export function fieldsOf(type: AlgorithmTypeWire): readonly Field[] {
  return toFields(algorithmParams[type].toJSONSchema({ io: 'input' }));
}

export function toFields(schema: Pick<Schema, 'properties' | 'required'>): readonly Field[] {
  const required = schema.required ?? [];
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    toField(name, typeof property === 'boolean' ? {} : property, required.includes(name)),
  );
  return [...fields.filter((field) => field.isRequired), ...fields.filter((f) => !f.isRequired)];
}

function toField(name: string, property: Property, isRequired: boolean): Field {
  const kind = kindOf(name, property);
  const isOptional = !isRequired && property.default === undefined && kind.kind === 'number';
  const said = [property.description, boundsOf(property), isOptional ? 'optional' : undefined];
  const hint = said.filter((part) => part !== undefined).join('; ');
  return {
    ...kind,
    name,
    isRequired,
    label: distinctLabel(name),
    hint: hint === '' ? undefined : hint,
    initial: initialOf(kind, property.default),
  };
}

/** Returns a label. Some types have a limit price parameter in addition to the order's own. */
function distinctLabel(name: string): string {
  const label = labelOf(name);
  return name === 'limit_price' ? `${label} (parameter)` : label;
}

/** Parameters that the contract requires to equal the order's own fields. */
const mirrors: Readonly<Record<string, 'symbol' | 'quantity'>> = {
  anchor_symbol: 'symbol',
  spot_symbol: 'symbol',
  position_quantity: 'quantity',
};

function kindOf(name: string, property: Property): FieldKind {
  const { type, items } = property;
  const mirrored = mirrors[name];
  if (mirrored !== undefined) return { kind: 'mirror', of: mirrored };
  if (property.enum) return { kind: 'choice', options: property.enum.map(String) };
  if (type === 'boolean') return { kind: 'flag' };
  if (type === 'number' || type === 'integer') return { kind: 'number' };
  if (type === 'string') {
    if (name.endsWith('_symbol')) return { kind: 'symbol' };
    return { kind: name.endsWith('account_id') ? 'account' : 'text' };
  }
  const isTexts = typeof items === 'object' && !Array.isArray(items) && items.type === 'string';
  if (type === 'array' && isTexts && name.endsWith('account_ids')) return { kind: 'accounts' };
  return { kind: 'json' };
}

function initialOf({ kind }: FieldKind, given: unknown): Value {
  switch (kind) {
    case 'flag':
      return given === true;
    case 'accounts':
      return [];
    case 'json':
      return given === undefined ? '' : JSON.stringify(given);
    default:
      return given === undefined ? '' : String(given);
  }
}

/** Maximum values from here on are technical only and are not shown. */
const boundless = 1e12;

function boundsOf(property: Property): string | undefined {
  const { minimum: low, exclusiveMinimum: above, maximum } = property;
  const high = maximum === undefined || maximum >= boundless ? undefined : written(maximum);
  if (low !== undefined && high !== undefined) return `${written(low)} to ${high}`;
  if (typeof above === 'number' && high !== undefined)
    return `above ${written(above)}, up to ${high}`;
  if (high !== undefined) return `at most ${high}`;
  return low === undefined ? undefined : `at least ${written(low)}`;
}

function written(bound: number): string {
  return formatFigure(bound, Number.isInteger(bound) ? 0 : 4);
}
