import { type JsonSchema, variantsOf } from './jsonSchema.ts';

/** A bound of this size only says what a number can hold. */
const integerMax = Number.MAX_SAFE_INTEGER;
/** Longer patterns do not help a reader. */
const patternLengthMax = 40;

/** Returns the type of a field in words: `integer`, `list of string`, `"buy" or "sell"`. */
export function typeInWords(schema: JsonSchema): string {
  const variants = variantsOf(schema);
  if (variants.length > 1 || variants[0] !== schema) {
    return [...new Set(variants.map(typeInWords))].join(' or ');
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' or ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeInWords).join(', ')}]`;
  if (schema.type === 'array') {
    const items = schema.items ? typeInWords(schema.items) : 'anything';
    return `list of ${items.includes(' or ') ? `(${items})` : items}`;
  }
  if (schema.type === 'object' && !schema.properties) {
    const { additionalProperties } = schema;
    const isTyped = typeof additionalProperties === 'object' && additionalProperties.type;
    return isTyped ? `map to ${typeInWords(additionalProperties)}` : 'map';
  }
  return schema.type ?? 'anything';
}

/** Returns the constraints of a value: bounds, lengths, format. */
export function boundsOf(schema: JsonSchema): string[] {
  const variants = variantsOf(schema).filter(({ type }) => type !== 'null');
  const [only = schema] = variants;
  if (variants.length > 1) return [];
  return [...rangeOf(only), ...lengthOf(only), ...formOf(only)];
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string[] {
  const isReal = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < integerMax;
  const above = exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`];
  const below = exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`];
  if (isReal(minimum) && isReal(maximum)) return [`${minimum} to ${maximum}`];
  return [
    ...(isReal(minimum) ? [`at least ${minimum}`] : []),
    ...above,
    ...(isReal(maximum) ? [`at most ${maximum}`] : []),
    ...below,
  ];
}

function lengthOf(schema: JsonSchema): string[] {
  const { minLength, maxLength, minItems, maxItems } = schema;
  return [...countOf(minLength, maxLength, 'characters'), ...countOf(minItems, maxItems, 'items')];
}

function countOf(least: number | undefined, most: number | undefined, what: string): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most} ${what}`];
  if (most !== undefined) return [`at most ${most} ${what}`];
  return least === undefined ? [] : [`at least ${least} ${what}`];
}

function formOf({ pattern, format }: JsonSchema): string[] {
  if (format !== undefined) return [format];
  return pattern !== undefined && pattern.length <= patternLengthMax ? [`\`${pattern}\``] : [];
}

/** One field of a shape at any depth: `fees[].asset`, `venues.*.bid`. */
export interface Field {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Returns the fields of an object and of the objects inside it, outer ones first. */
export function fieldsOf(schema: JsonSchema, path = ''): Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    return [{ path: at, schema: inner, isRequired }, ...innerFields(inner, at)];
  });
  return [...own, ...valuesOf(schema, path)];
}

function innerFields(schema: JsonSchema, path: string): Field[] {
  const { items, prefixItems } = schema;
  if (items && !prefixItems) return innerFields(items, `${path}[]`);
  const variants = variantsOf(schema).filter(({ type }) => type !== 'null');
  if (variants[0] === schema) return fieldsOf(schema, path);
  const named = (title: string | undefined) => (title === undefined ? path : `${path} (${title})`);
  return variants.flatMap((variant) => innerFields(variant, named(variant.title)));
}

function valuesOf({ additionalProperties: values }: JsonSchema, path: string): Field[] {
  if (typeof values !== 'object') return [];
  return innerFields(values, path === '' ? '*' : `${path}.*`);
}
