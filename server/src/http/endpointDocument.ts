import {
  type Endpoint,
  type ErrorCode,
  endpoints,
  errorCatalogue,
  tradingFailure,
  tradingSuccess,
  vaultFailure,
  vaultSuccess,
} from '@windlass/contract';
import type { z } from 'zod';

/** Refusals that every endpoint behind a key shares, and those of endpoints with a body. */
const sharedErrors: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SHUTTING_DOWN',
];
const bodyErrors: readonly ErrorCode[] = [
  'MALFORMED_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** Names of the client's methods: they serve as operation ids. */
const names = new Map<Endpoint, string>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]),
);

/** What the OpenAPI document says of an endpoint. */
export function documentation(endpoint: Endpoint) {
  const { tag, summary, description, params, query, body, access } = endpoint;
  const wrap = endpoint.house === 'vault' ? vaultSuccess : tradingSuccess;
  const success =
    endpoint.envelope === 'none'
      ? endpoint.data
      : wrap(endpoint.data).extend(endpoint.beside ?? {});
  const operationId = names.get(endpoint);
  return {
    ...(operationId !== undefined && { operationId }),
    tags: [tag],
    summary,
    description: [description, rolesText(access)].filter(Boolean).join('\n\n'),
    security: access === 'public' ? [] : [{ [`${endpoint.house}Key`]: [] }],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      [endpoint.status ?? 200]: success.describe(endpoint.message),
      ...failures(endpoint),
    },
  };
}

/** The envelope of failure by status, each saying which codes it carries. */
function failures(endpoint: Endpoint): Record<number, z.ZodType> {
  const { access, params, query, body, errors = [], house } = endpoint;
  const codes: ErrorCode[] = [...errors];
  if (access !== 'public') codes.push(...sharedErrors);
  if (params || query || body) codes.push('VALIDATION_FAILED');
  if (body) codes.push(...bodyErrors);
  const failure = house === 'vault' ? vaultFailure : tradingFailure;
  const byStatus: Record<number, z.ZodType> = {};
  for (const code of codes) {
    const { status } = errorCatalogue[code];
    const known = byStatus[status]?.description;
    byStatus[status] = failure.describe(known === undefined ? code : `${known}, ${code}`);
  }
  return byStatus;
}

function rolesText(access: Endpoint['access']): string {
  if (access === 'public') return 'Needs no key.';
  if (access === 'any') return 'Any key.';
  return `Roles: ${[...new Set(['admin', ...access])].join(', ')}.`;
}
