import type { Endpoint } from '@windlass/contract';

type Endpoints = Readonly<Record<string, Endpoint>>;

/** Maximum length of a comment's line: an editor shows it in a narrow box. */
const columnsMax = 96;

/** Returns the comments of the contract's endpoints by name, from its compiled declarations. */
export function readComments(declarations: readonly string[]): ReadonlyMap<string, string> {
  const comment = /^ {4}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {4}readonly (\w+): /gm;
  const found = declarations.flatMap((text) => [...text.matchAll(comment)]);
  return new Map(found.map(([, text = '', name = '']) => [name, plainText(text)]));
}

/**
 * Returns the declaration of `Client` with the contract's description above each method. The source
 * has a computed type, for which editors show no comments.
 */
export function renderClient(endpoints: Endpoints, comments: ReadonlyMap<string, string>): string {
  const methods = Object.entries(endpoints).map(([name, endpoint]) => {
    const comment = toComment(describe(endpoint, comments.get(name)));
    return `${comment}    readonly ${name}: Method<Endpoints['${name}']>;\n`;
  });
  return [
    "import type { endpoints } from '@windlass/contract';\n",
    "import type { Method } from './method.ts';\n",
    'type Endpoints = typeof endpoints;\n',
    "/** A method for every endpoint of the contract, under the endpoint's name. */\n",
    `export interface Client {\n${methods.join('')}}\nexport {};\n`,
  ].join('');
}

/** Returns paragraphs: what it does, where and for whom, its fields, its refusals, an example. */
function describe(endpoint: Endpoint, comment: string | undefined): string[] {
  const [text = '', ...examples] = (comment ?? `${endpoint.summary}.`).split(/\n*^(?=@example)/m);
  const { description } = endpoint;
  const isSaid = description === undefined || text.includes(description);
  const refusals = endpoint.errors?.map((code) => `\`${code}\``).join(', ');
  return [
    text,
    ...(isSaid ? [] : [wrap(description)]),
    wrap(`\`${endpoint.method} ${endpoint.path}\`, ${accessOf(endpoint)}.`),
    ...fieldsOf(endpoint),
    ...(refusals === undefined ? [] : [wrap(`Refusals of its own: ${refusals}.`)]),
    ...examples,
  ];
}

function accessOf({ access }: Endpoint): string {
  if (access === 'public') return 'without a key';
  if (access === 'any') return 'for any key';
  return `for keys with role ${[...new Set([...access, 'admin'])].join(' or ')}`;
}

/** Returns the input's fields that the contract describes beyond their type. */
function fieldsOf({ params, query, body }: Endpoint): string[] {
  const shapes = [params, query, body].flatMap((part) => Object.entries(part?.shape ?? {}));
  const said = shapes.flatMap(([name, field]) => {
    const text = 'description' in field ? field.description : undefined;
    return typeof text === 'string' ? [wrap(`- \`${name}\`: ${text}`, '  ')] : [];
  });
  return said.length === 0 ? [] : [`Fields of the input:\n${said.join('\n')}`];
}

function wrap(text: string, indent = ''): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > columnsMax) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

function toComment(paragraphs: readonly string[]): string {
  const lines = paragraphs
    .join('\n\n')
    // Paths with `**/` must not end the comment.
    .replaceAll('*/', '*\\/')
    .split('\n')
    .map((line) => `     * ${line}`.trimEnd());
  return `    /**\n${lines.join('\n')}\n     */\n`;
}

function plainText(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  return lines.join('\n').trim();
}
