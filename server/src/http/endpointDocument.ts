import {
  type Endpoint,
  endpointErrors,
  endpoints,
  errorCatalogue,
  exampleParts,
  tradingFailure,
  tradingSuccess,
  vaultFailure,
  vaultSuccess,
} from '@windlass/contract';
import type { z } from 'zod';

/** Names of the client's methods: they serve as operation ids. */
const names = new Map<Endpoint, string>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]),
);

/** Returns the OpenAPI document's description of an endpoint. */
export function documentation(endpoint: Endpoint) {
  const { tag, summary, description, params, query, body, access } = endpoint;
  const wrap = endpoint.service === 'vault' ? vaultSuccess : tradingSuccess;
  const success =
    endpoint.envelope === 'none'
      ? endpoint.data
      : wrap(endpoint.data).extend(endpoint.beside ?? {});
  const operationId = names.get(endpoint);
  return {
    ...(operationId !== undefined && { operationId }),
    tags: [tag],
    summary,
    description: [description, rolesText(endpoint)].filter(Boolean).join('\n\n'),
    security: access === 'public' ? [] : [{ [`${endpoint.service}Key`]: [] }],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      [endpoint.status ?? 200]: success.describe(endpoint.message),
      ...(endpoint.statusOfNo && { [endpoint.statusOfNo]: success.describe('The answer is no') }),
      ...failures(endpoint),
    },
  };
}

/** Returns an example body of the endpoint; undefined when it has none. */
export function bodyExample(endpoint: Endpoint): object | undefined {
  return endpoint.body && exampleParts(names.get(endpoint) ?? '', endpoint).body;
}

/** Returns the failure envelope by status, each with its possible codes. */
function failures(endpoint: Endpoint): Record<number, z.ZodType> {
  const failure = endpoint.service === 'vault' ? vaultFailure : tradingFailure;
  const byStatus: Record<number, z.ZodType> = {};
  for (const code of endpointErrors(endpoint)) {
    const { status } = errorCatalogue[code];
    const known = byStatus[status]?.description;
    byStatus[status] = failure.describe(known === undefined ? code : `${known}, ${code}`);
  }
  return byStatus;
}

/** Returns a sentence about who may call. */
export function rolesText({
  access,
  needsWholeReach,
}: Pick<Endpoint, 'access' | 'needsWholeReach'>): string {
  if (access === 'public') return 'Needs no key.';
  if (access === 'any') return 'Any key.';
  const named = `Roles: ${[...new Set(['admin', ...access])].join(', ')}.`;
  return needsWholeReach ? `${named} Not with a key that is bound to accounts.` : named;
}
