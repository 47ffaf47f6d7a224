import type { Endpoint } from '@windlass/contract';

/** Values that every request of one client shares. */
export interface RequestBase {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
}

export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type FlatInput = Readonly<Record<string, unknown>>;

/** Returns the request that calls the endpoint with the input. */
export function buildRequest(
  endpoint: Endpoint,
  input: FlatInput,
  base: RequestBase,
): BuiltRequest {
  const { params, query, body } = split(endpoint, input);
  const search = toSearch(query);
  const text = endpoint.body && JSON.stringify(body);
  return {
    method: endpoint.method,
    url: `${base.baseUrl}${fillPath(endpoint.path, params)}${search}`,
    headers: {
      accept: 'application/json',
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...keyHeader(endpoint, base.key),
    },
    ...(text === undefined ? {} : { body: text }),
  };
}

/**
 * Takes each part out of the flat input by the names its schema declares. An undeclared name is
 * still sent, so that the service can refuse a misspelt field instead of not seeing it.
 */
function split(endpoint: Endpoint, input: FlatInput) {
  const params = pick(input, endpoint.params?.shape);
  const query = pick(input, endpoint.query?.shape);
  const body = pick(input, endpoint.body?.shape);
  const rest = endpoint.body ? body : query;
  for (const [name, value] of Object.entries(input)) {
    if (name in params || name in query || name in body) continue;
    rest[name] = value;
  }
  return { params, query, body };
}

function pick(input: FlatInput, shape: object | undefined): Record<string, unknown> {
  const names = Object.keys(shape ?? {}).filter((name) => input[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, input[name]]));
}

function fillPath(path: string, params: FlatInput): string {
  return path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = params[name];
    // An empty or dotted segment would silently address another endpoint.
    if (value === undefined || value === '' || value === '.' || value === '..') {
      throw new TypeError(`${name} is required to fill ${path}`);
    }
    return encodeURIComponent(String(value));
  });
}

function toSearch(query: FlatInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const values = Array.isArray(value) ? value : [value];
    for (const each of values) search.append(name, String(each));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the key's header, which differs by service (Vaults §5, Trading §5); none if public. */
function keyHeader(endpoint: Endpoint, key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined || endpoint.access === 'public') return {};
  return endpoint.service === 'vault' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key };
}
