import { type JsonSchema, variantsOf } from '../jsonSchema.ts';
import { isAttributeName, toClassName, toLiteral } from './names.ts';
import { columnsMax, inBrackets, sentence, wrap } from './text.ts';

/** The typed dictionaries of one module, each shape once. */
export interface TypedDicts {
  /** Returns the type of an answer, and declares the dictionaries that it consists of. */
  typeOf(schema: JsonSchema, name: string): string;
  /** The declarations, in the order in which they were needed. */
  readonly declarations: readonly string[];
}

export function createTypedDicts(): TypedDicts {
  const byShape = new Map<string, string>();
  const taken = new Set<string>();
  const declarations: string[] = [];

  const freeName = (wanted: string): string => {
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  };
  const declare = (schema: JsonSchema, wanted: string): string => {
    // A schema of its own names its dialect; the same shape inside another one does not.
    const shape = JSON.stringify({ ...schema, $schema: undefined });
    const known = byShape.get(shape);
    if (known !== undefined) return known;
    const name = freeName(wanted);
    byShape.set(shape, name);
    declarations.push(...declaration(schema, name, typeOf));
    return name;
  };
  const typeOf = (schema: JsonSchema, name: string): string => {
    const { properties, items, prefixItems, additionalProperties } = schema;
    const variants = variantsOf(schema);
    if (variants.length > 1) return union(variants, (one) => typeOf(one, name));
    const [only = schema] = variants;
    if (only !== schema) return typeOf(only, name);
    if (prefixItems) return `List[${union(prefixItems, (one) => typeOf(one, name))}]`;
    if (items) return `List[${typeOf(items, singular(name))}]`;
    if (properties && Object.keys(properties).every(isAttributeName)) return declare(schema, name);
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
      return `Dict[str, ${typeOf(additionalProperties, singular(name))}]`;
    }
    return plainType(schema);
  };
  return { typeOf, declarations };
}

/** Returns the type of an argument, whose parts are plain mappings and sequences. */
export function givenType(schema: JsonSchema): string {
  const { items, additionalProperties } = schema;
  const variants = variantsOf(schema).filter(({ type }) => type !== 'null');
  const [only = schema] = variants;
  if (variants.length > 1) return union(variants, givenType);
  if (only !== schema) return givenType(only);
  if (items) return `Sequence[${givenType(items)}]`;
  if (schema.type !== 'object') return plainType(schema);
  const isMap = typeof additionalProperties === 'object' && !schema.properties;
  return `Mapping[str, ${isMap ? givenType(additionalProperties) : 'Any'}]`;
}

function union(variants: readonly JsonSchema[], typeOf: (schema: JsonSchema) => string): string {
  const types = [...new Set(variants.map(typeOf))];
  const others = types.filter((type) => type !== 'None');
  const [first = 'None'] = others;
  const joined = others.length > 1 ? `Union[${others.join(', ')}]` : first;
  return types.length > others.length && others.length > 0 ? `Optional[${joined}]` : joined;
}

function plainType(schema: JsonSchema): string {
  if (schema.const !== undefined) return `Literal[${toLiteral(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(toLiteral).join(', ')}]`;
  switch (schema.type) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return 'List[Any]';
    case 'object':
      return 'Dict[str, Any]';
    default:
      return 'Any';
  }
}

/** Returns a name for an item: those of `fees` are each a `Fee`. */
function singular(name: string): string {
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
}

/**
 * Returns a declaration. Optional fields are in a class of their own: Python 3.9 cannot mark them.
 */
function declaration(
  schema: JsonSchema,
  name: string,
  typeOf: (schema: JsonSchema, name: string) => string,
): string[] {
  const fields = Object.entries(schema.properties ?? {});
  const lines = (isRequired: boolean) =>
    fields
      .filter(([field]) => (schema.required?.includes(field) ?? false) === isRequired)
      .flatMap(([field, shape]) =>
        fieldLines(field, shape, typeOf(shape, name + toClassName(field))),
      );
  const [required, optional] = [lines(true), lines(false)];
  const doc =
    schema.description === undefined ? [] : wrap(`"""${sentence(schema.description)}"""`, '    ');
  const block = (head: readonly string[], body: readonly string[]) => [
    '',
    '',
    ...head,
    ...(body.length > 0 ? body : ['    pass']),
  ];
  const blank = doc.length > 0 ? [''] : [];
  if (optional.length === 0)
    return block([`class ${name}(TypedDict):`], [...doc, ...blank, ...required]);
  if (required.length === 0) {
    return block([`class ${name}(TypedDict, total=False):`], [...doc, ...blank, ...optional]);
  }
  return [
    ...block([`class _${name}(TypedDict):`], required),
    ...block(inBrackets(`class ${name}`, [`_${name}`, 'total=False'], ['(', '):']), [
      ...doc,
      ...blank,
      ...optional,
    ]),
  ];
}

function fieldLines(field: string, schema: JsonSchema, type: string): string[] {
  const { description } = schema;
  const comment = description === undefined ? [] : wrap(description, '    #: ');
  return [...comment, ...annotated(`    ${field}: `, type)];
}

/** Returns an annotation; when it is too long, its members are on lines of their own. */
export function annotated(head: string, type: string): string[] {
  const members = /^(\w+)\[(.*)\]$/.exec(type);
  // One column is left for the comma behind it.
  if (`${head}${type}`.length < columnsMax || !members) return [`${head}${type}`];
  const [, name = '', inner = ''] = members;
  const indent = /^ */.exec(head)?.[0] ?? '';
  const lines = splitTopLevel(inner).flatMap((member) => {
    const own = annotated(`${indent}    `, member);
    return [...own.slice(0, -1), `${own.at(-1)},`];
  });
  return [`${head}${name}[`, ...lines, `${indent}]`];
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [index, letter] of [...text].entries()) {
    if (letter === '[') depth += 1;
    if (letter === ']') depth -= 1;
    if (letter !== ',' || depth > 0) continue;
    parts.push(text.slice(from, index).trim());
    from = index + 1;
  }
  return [...parts, text.slice(from).trim()];
}
