import {
  type Endpoint,
  type ErrorCode,
  endpointErrors,
  errorCatalogue,
  exampleParts,
  roles,
} from '../../../contract/src/index.ts';
import { inputSchema, outputSchema } from '../jsonSchema.ts';
import { toSnakeCase } from '../python/names.ts';
import { inputTable, outputTables, table } from './markdown.ts';

const inputs = [
  ['params', 'Path'],
  ['query', 'Query'],
  ['body', 'Body'],
] as const;

/** Returns the section of one endpoint. */
export function renderEndpoint(name: string, endpoint: Endpoint): string[] {
  const { method, path, summary, description, data, beside = {} } = endpoint;
  const client = `TypeScript \`client.${name}()\`, Python \`client.${toSnakeCase(name)}()\``;
  return [
    `## ${summary}`,
    '',
    `\`${method} ${path}\``,
    '',
    `${accessInWords(endpoint)} ${client}.`,
    '',
    ...(description === undefined ? [] : [description, '']),
    ...waitInWords(endpoint),
    ...inputs.flatMap(([part, title]) => {
      const shape = endpoint[part];
      return shape ? inputTable(title, inputSchema(shape)) : [];
    }),
    ...outputTables(answerTitle(endpoint), outputSchema(data)),
    ...Object.entries(beside).flatMap(([field, type]) =>
      outputTables(`\`${field}\`, beside \`data\``, outputSchema(type)),
    ),
    ...refusals(endpoint),
    '```sh',
    ...curl(name, endpoint),
    '```',
    '',
  ];
}

export function accessInWords({ access }: Pick<Endpoint, 'access'>): string {
  if (access === 'public') return 'Needs no key.';
  if (access === 'any') return 'Any key.';
  const named = roles.filter((role) => role === 'admin' || access.includes(role));
  return `Roles: ${named.join(', ')}.`;
}

function waitInWords({ answersWithinMs }: Endpoint): string[] {
  if (answersWithinMs === undefined) return [];
  return [`The answer may take ${answersWithinMs / 1_000} seconds.`, ''];
}

function answerTitle({ status, envelope }: Endpoint): string {
  const title = `Answer ${status ?? 200}`;
  return envelope === 'none' ? title : `${title}, \`data\``;
}

function refusals(endpoint: Endpoint): string[] {
  const codes = endpointErrors(endpoint);
  if (codes.length === 0) return [];
  const rows = codes.map((code) => errorRow(code, '../errors.md'));
  return ['**Refusals**', '', ...table(['Status', 'Code', 'Usual message'], rows), ''];
}

function errorRow(code: ErrorCode, page: string): string[] {
  const { status, message } = errorCatalogue[code];
  return [String(status), `[\`${code}\`](${page})`, message];
}

/** Returns a curl command, where `$KEY` holds a key and `$URL` the address of the service. */
function curl(name: string, endpoint: Endpoint): string[] {
  const { method, service, access } = endpoint;
  const { params, query, body } = exampleParts(name, endpoint);
  const path = endpoint.path.replace(/:(\w+)/g, (_match, field: string) =>
    encodeURIComponent(String(params[field])),
  );
  const pairs = Object.entries(query).map(([field, value]) => [field, String(value)] as const);
  const search = pairs.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(pairs))}`;
  const header = service === 'vault' ? 'Authorization: Bearer $KEY' : 'X-API-Key: $KEY';
  const lines = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} "$URL${path}${search}"`,
    ...(access === 'public' ? [] : [`  -H "${header}"`]),
    ...(endpoint.body ? [`  -H 'content-type: application/json'`] : []),
    ...(endpoint.body ? [`  -d '${JSON.stringify(body)}'`] : []),
  ];
  return lines.map((line, index) => (index === lines.length - 1 ? line : `${line} \\`));
}
