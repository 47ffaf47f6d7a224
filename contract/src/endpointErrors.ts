import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

/** Refusals that every endpoint behind a key shares, and those of endpoints with a body. */
const sharedErrors = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'STORE_UNAVAILABLE',
  'STANDBY',
  'SHUTTING_DOWN',
] as const satisfies readonly ErrorCode[];
const bodyErrors: readonly ErrorCode[] = [
  'MALFORMED_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** Returns every code that the endpoint may refuse with, its own first. */
export function endpointErrors(endpoint: Endpoint): readonly ErrorCode[] {
  const { access, params, query, body, errors = [] } = endpoint;
  const codes = [
    ...errors,
    ...(access === 'public' ? [] : sharedErrors),
    ...(params || query || body ? (['VALIDATION_FAILED'] as const) : []),
    ...(body ? bodyErrors : []),
  ];
  return [...new Set(codes)];
}
