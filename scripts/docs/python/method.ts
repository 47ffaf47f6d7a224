import { type Endpoint, endpointErrors, roles, type Shape } from '../../../contract/src/index.ts';
import { boundsOf } from '../fields.ts';
import { inputSchema, isNullable, type JsonSchema, outputSchema } from '../jsonSchema.ts';
import { toClassName, toLiteral, toSnakeCase } from './names.ts';
import { inBrackets, sentence, wrap } from './text.ts';
import { annotated, givenType, type TypedDicts } from './types.ts';

const body = ' '.repeat(8);
const parts = ['params', 'query', 'body'] as const;

interface Argument {
  readonly wireName: string;
  readonly name: string;
  readonly part: (typeof parts)[number];
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Returns the method that calls the endpoint, for a class whose instances can `_ask`. */
export function renderMethod(
  [name, endpoint]: readonly [string, Endpoint],
  types: TypedDicts,
): string[] {
  const given = parts.flatMap((part) => argumentsOf(endpoint[part], part));
  const ordered = [
    ...given.filter(({ isRequired }) => isRequired),
    ...given.filter(({ isRequired }) => !isRequired),
  ];
  const answer = types.typeOf(outputSchema(endpoint.data), `${toClassName(name)}Data`);
  return [
    '',
    ...signature(toSnakeCase(name), ordered, answer),
    ...docstring(endpoint, ordered),
    ...call(endpoint, given),
  ];
}

function argumentsOf(shape: Shape | undefined, part: Argument['part']): Argument[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = inputSchema(shape);
  return Object.entries(properties).map(([wireName, schema]) => ({
    wireName,
    name: toSnakeCase(wireName),
    part,
    schema,
    isRequired: required.includes(wireName),
  }));
}

function signature(name: string, given: readonly Argument[], answer: string): string[] {
  if (given.length === 0) return inBrackets(`    def ${name}`, ['self'], ['(', `) -> ${answer}:`]);
  const lines = given.flatMap(({ name: argument, schema, isRequired }) => {
    const type = argumentType(schema, isRequired);
    const typed = annotated(`${body}${argument}: `, type);
    const end = isRequired ? ',' : ' = None,';
    return typed.map((line, index) => (index === typed.length - 1 ? `${line}${end}` : line));
  });
  return [`    def ${name}(`, `${body}self,`, `${body}*,`, ...lines, `    ) -> ${answer}:`];
}

/** Returns an argument's type. None leaves it out; NULL stands for JSON's null. */
function argumentType(schema: JsonSchema, isRequired: boolean): string {
  const type = givenType(schema);
  const orNull = isNullable(schema) && type !== 'Any' ? `Union[${type}, Null]` : type;
  if (isRequired || type === 'Any') return orNull;
  return orNull.startsWith('Union[') ? orNull.replace(/\]$/, ', None]') : `Optional[${orNull}]`;
}

function docstring(endpoint: Endpoint, given: readonly Argument[]): string[] {
  const { summary, description, answersWithinMs } = endpoint;
  const described = given.flatMap(describeArgument);
  const waits =
    answersWithinMs === undefined
      ? []
      : ['', ...wrap(`The answer may take ${answersWithinMs / 1_000} seconds.`, body)];
  return [
    `${body}"""${sentence(summary)}`,
    ...(description === undefined ? [] : ['', ...wrap(description, body)]),
    ...waits,
    ...(described.length === 0 ? [] : ['', `${body}Args:`, ...described]),
    '',
    ...wrap(`${accessInWords(endpoint)} Errors: ${errorsInWords(endpoint)}.`, body),
    `${body}"""`,
  ];
}

function accessInWords({ access }: Endpoint): string {
  if (access === 'public') return 'Needs no key.';
  if (access === 'any') return 'Any key.';
  const named = roles.filter((role) => role === 'admin' || access.includes(role));
  return `Roles: ${named.join(', ')}.`;
}

function errorsInWords(endpoint: Endpoint): string {
  const codes = endpointErrors(endpoint);
  return codes.length === 0 ? 'none of its own' : codes.join(', ');
}

function describeArgument({ name, schema }: Argument): string[] {
  const fallback = schema.default === undefined ? [] : [`default ${toLiteral(schema.default)}`];
  const said = schema.description === undefined ? [] : [schema.description];
  // Some descriptions already name the default.
  const isSaid = /\bdefault\b/.test(said.join());
  // A backslash of a pattern would be an escape in a docstring.
  const bounds = boundsOf(schema).filter((bound) => !bound.includes('\\'));
  const facts = [...said, ...bounds, ...(isSaid ? [] : fallback)];
  if (facts.length === 0) return [];
  return wrap(`${name}: ${facts.join('; ')}`, `${body}    `, `${body}        `);
}

function call(endpoint: Endpoint, given: readonly Argument[]): string[] {
  const { method, service, envelope, access, answersWithinMs } = endpoint;
  const indent = `${body}    `;
  const named = (part: Argument['part']) =>
    given
      .filter((argument) => argument.part === part)
      .map(({ wireName, name }) => `${JSON.stringify(wireName)}: ${name}`);
  const fields = (part: 'query' | 'body') =>
    endpoint[part] ? inBrackets(`${indent}${part}=`, named(part), ['{', '}']) : [];
  const lines = [
    [`${indent}${JSON.stringify(method)}`],
    [`${indent}${pathText(endpoint)}`],
    [`${indent}house=${JSON.stringify(service)}`],
    fields('query'),
    fields('body'),
    envelope === 'none' ? [`${indent}envelope=False`] : [],
    access === 'public' ? [`${indent}public=True`] : [],
    answersWithinMs === undefined ? [] : [`${indent}answers_within=${answersWithinMs / 1_000}`],
  ].filter((argument) => argument.length > 0);
  const ended = lines.flatMap((argument) => [...argument.slice(0, -1), `${argument.at(-1)},`]);
  return [`${body}return self._ask(`, ...ended, `${body})`];
}

function pathText({ path }: Endpoint): string {
  if (!path.includes(':')) return JSON.stringify(path);
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => {
    const argument = toSnakeCase(name);
    return `{segment('${argument}', ${argument})}`;
  });
  return `f"${filled}"`;
}
