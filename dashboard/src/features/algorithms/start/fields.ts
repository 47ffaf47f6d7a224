import { type AlgorithmTypeWire, algorithmParams } from '@windlass/contract';
import { formatFigure } from '../../../shared/format.ts';
import { labelOf } from '../names.ts';

/** What a parameter is filled in with. */
export type FieldKind =
  | { readonly kind: 'number' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'symbol' }
  /** One account, and several of them. */
  | { readonly kind: 'account' }
  | { readonly kind: 'accounts' }
  /** Says the same as a field of the order itself, and so follows it. */
  | { readonly kind: 'mirror'; readonly of: 'symbol' | 'quantity' }
  /** Anything else, as JSON. */
  | { readonly kind: 'json' };

export type Field = FieldKind & {
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly isRequired: boolean;
  /** As it stands in the form before anybody touched it. */
  readonly initial: Value;
};

/** What a form holds of a field: numbers are text while they are written. */
export type Value = string | boolean | readonly string[];

/** What the contract says of the parameters of a type, whatever it comes to say. */
type Schema = ReturnType<(typeof algorithmParams)[AlgorithmTypeWire]['toJSONSchema']>;
type Property = Exclude<NonNullable<Schema['properties']>[string], boolean>;

/** The fields of a type's form, those that must be given first. */
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
    ...{ name, isRequired, label: distinctLabel(name) },
    hint: hint === '' ? undefined : hint,
    initial: initialOf(kind, property.default),
  };
}

/** Some types have a limit price of their own beside the order's. */
function distinctLabel(name: string): string {
  const label = labelOf(name);
  return name === 'limit_price' ? `${label} (parameter)` : label;
}

/** Parameters that the contract wants equal to the order's own. */
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

/** Bounds from here on say only that numbers end. */
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
