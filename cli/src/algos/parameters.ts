import { type AlgorithmTypeWire, algorithmParams } from '@windlass/contract';
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../failures.ts';
import { alignRows } from '../text.ts';

/** A value given by `--param`, as it was typed. */
export interface GivenParameter {
  readonly name: string;
  readonly text: string;
}

/** Reads `name=value`. */
export function parseParameter(typed: string): GivenParameter {
  const at = typed.indexOf('=');
  if (at > 0) return { name: typed.slice(0, at).trim(), text: typed.slice(at + 1).trim() };
  throw new InvalidArgumentError('Expected name=value, e.g. interval_seconds=60.');
}

/** The contract's schema of a type's parameters, for all types now and later. */
type Schema = ReturnType<(typeof algorithmParams)[AlgorithmTypeWire]['toJSONSchema']>;
type Field = Exclude<NonNullable<Schema['properties']>[string], boolean>;

/**
 * Returns the parameters as they are sent. Only fields that the schema calls a text or a list are
 * read as one; every other value is parsed as JSON where possible. The service decides whether it
 * is valid.
 */
export function toParams(
  type: AlgorithmTypeWire,
  given: readonly GivenParameter[],
): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(type);
  const values = new Map<string, unknown>();
  for (const { name, text } of given) {
    if (values.has(name)) throw new UsageError(`The parameter "${name}" is given twice.`);
    values.set(name, toValue(text, fields.get(name)));
  }
  return Object.fromEntries(values);
}

/** Returns the parameters of a type as lines of a help text. */
export function describeParameters(type: AlgorithmTypeWire): string {
  const required = requiredOf(type);
  const rows = [...fieldsOf(type)].map(([name, field]) => [
    `  ${name}`,
    kindOf(field),
    required.includes(name) ? 'required' : defaultOf(field),
    field.description ?? '',
  ]);
  if (rows.length === 0) return '';
  return `Parameters (--param name=value):\n${alignRows(rows)}`;
}

/** Returns one line for the list of types. */
export function summarizeParameters(type: AlgorithmTypeWire): string {
  const required = requiredOf(type);
  return required.length === 0 ? 'needs no parameters' : `needs ${required.join(', ')}`;
}

function schemaOf(type: AlgorithmTypeWire): Schema {
  return algorithmParams[type].toJSONSchema({ io: 'input' });
}

function requiredOf(type: AlgorithmTypeWire): readonly string[] {
  return schemaOf(type).required ?? [];
}

function fieldsOf(type: AlgorithmTypeWire): ReadonlyMap<string, Field> {
  const fields = Object.entries(schemaOf(type).properties ?? {});
  return new Map(fields.flatMap(([name, field]) => (isField(field) ? [[name, field]] : [])));
}

function isField(schema: Field | boolean | undefined): schema is Field {
  return typeof schema === 'object';
}

/** Returns a value of the type that its schema has. `field` is undefined for an unknown name. */
export function toValue(text: string, field: Field | undefined): unknown {
  const value = parseJson(text);
  const kinds = field ? optionsOf(field).flatMap(({ type }) => type ?? []) : [];
  if (kinds.includes('array')) return Array.isArray(value) ? value : toItems(text, field);
  // A name may look like a number.
  const isText = kinds.length > 0 && kinds.every((kind) => kind === 'string');
  if (isText) return typeof value === 'string' ? value : text;
  return value === undefined ? text : value;
}

function toItems(text: string, list: Field | undefined): unknown[] {
  const items = itemsOf(list);
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => toValue(part, items));
}

/** Returns undefined for a text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the field, or its alternatives when it may be one of several. */
function optionsOf(field: Field): readonly Field[] {
  const options = field.anyOf ?? field.oneOf;
  return options ? options.filter(isField) : [field];
}

function itemsOf(list: Field | undefined): Field | undefined {
  const items = list && optionsOf(list).find(({ type }) => type === 'array')?.items;
  return Array.isArray(items) || !isField(items) ? undefined : items;
}

/** Returns the kind of a field in a word or two. */
export function kindOf(field: Field): string {
  if (field.enum) return field.enum.join('|');
  const options = optionsOf(field);
  if (options.length > 1) return [...new Set(options.map(kindOf))].join(' or ');
  if (field.type === 'array') {
    const items = itemsOf(field);
    return `list of ${items ? kindOf(items) : 'values'}`;
  }
  const types = [field.type ?? 'value'].flat();
  return types.map((type) => (type === 'string' ? 'text' : type)).join(' or ');
}

function defaultOf(field: Field): string {
  return field.default === undefined ? 'optional' : `= ${JSON.stringify(field.default)}`;
}
