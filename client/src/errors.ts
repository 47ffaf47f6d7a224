import {
  type ErrorCode,
  errorCatalogue,
  type FieldIssue,
  tradingFailure,
  vaultFailure,
} from '@windlass/contract';

/**
 * Codes of failures that did not come from the service. `HTTP_ERROR` is a refusal without a code;
 * its status says what it was. `STREAM_REFUSED` and `LISTENER_FAILED` come from the streams.
 */
export type ClientErrorCode =
  | 'NETWORK_ERROR'
  | 'TIMEOUT'
  | 'BAD_ANSWER'
  | 'HTTP_ERROR'
  | 'STREAM_REFUSED'
  | 'LISTENER_FAILED';

/** The last member admits codes of a service newer than this client. */
export type ApiErrorCode = ErrorCode | ClientErrorCode | (string & {});

export interface ApiErrorDetails {
  readonly status?: number | undefined;
  readonly data?: unknown;
  readonly issues?: readonly FieldIssue[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/**
 * The one error of this client, for both services, the network and the stream.
 *
 * `status` is absent when no answer came. After NETWORK_ERROR or TIMEOUT of anything but a read,
 * the service may have acted: ask it before sending again. `retryAfterMs` is there when the service
 * said how long to wait, as it does with RATE_LIMITED. `issues` names the refused fields, whichever
 * service refused them; it is empty when the refusal is about no field. `requestId` finds the
 * request in the service's log.
 *
 * @example
 * try {
 *   await client.revokeKey({ id });
 * } catch (error) {
 *   if (error instanceof ApiError && error.code === 'KEY_NOT_FOUND') return;
 *   throw error;
 * }
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number | undefined;
  readonly data: unknown;
  readonly issues: readonly FieldIssue[];
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ApiErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = details.status;
    this.data = details.data;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Codes of statuses with one plain meaning. The vault envelope carries no code (Vaults §2.1). */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  431: 'HEADERS_TOO_LARGE',
  500: 'INTERNAL_ERROR',
};

const codePattern = /^[A-Z][A-Z\d_]*$/;

/** Returns the error in a failure envelope of either service; undefined for any other body. */
export function toApiError(
  body: unknown,
  answer: Omit<ApiErrorDetails, 'status' | 'data' | 'issues'> & { readonly status: number },
): ApiError | undefined {
  const { status } = answer;
  const trading = tradingFailure.safeParse(body);
  if (trading.success) {
    const { message, data } = trading.data;
    const sentCode = data?.error;
    // The refusal of an order that was validated has a sentence in this field (Trading §4.1).
    const code =
      sentCode !== undefined && codePattern.test(sentCode) ? sentCode : codeOf(status, message);
    return new ApiError(code, message, { ...answer, data, issues: toIssues(data?.errors) });
  }
  const vault = vaultFailure.safeParse(body);
  if (!vault.success) return undefined;
  const { message, errors } = vault.data;
  // A message of the catalogue says more than VALIDATION_FAILED: VAULT_EXISTS has both.
  const code = catalogueCode(status, message) ?? (errors ? 'VALIDATION_FAILED' : plainCode(status));
  const data = errors && { errors };
  return new ApiError(code, message, { ...answer, data, issues: toIssues(errors) });
}

type SentIssue = Omit<FieldIssue, 'value'> & { readonly value?: unknown };

function toIssues(sent: readonly SentIssue[] | undefined): readonly FieldIssue[] | undefined {
  return sent?.map(({ field, message, value = null }) => ({ field, message, value }));
}

function codeOf(status: number, message: string): ApiErrorCode {
  return catalogueCode(status, message) ?? plainCode(status);
}

function catalogueCode(status: number, message: string): ApiErrorCode | undefined {
  for (const [code, entry] of Object.entries(errorCatalogue)) {
    if (entry.status === status && entry.message === message) return code;
  }
  return undefined;
}

function plainCode(status: number): ApiErrorCode {
  return codeByStatus[status] ?? 'HTTP_ERROR';
}
