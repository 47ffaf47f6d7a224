import { type ErrorCode, errorCatalogue, type FieldIssue } from '@windlass/contract';

interface AppErrorOptions {
  /** Replaces the catalogue's message. */
  readonly message?: string;
  /** Data of the answer beside the message; must be JSON-safe and free of secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The refused fields, if the refusal is about fields. */
  readonly issues?: readonly FieldIssue[];
  /** Time until the same request may succeed; sent as Retry-After with limits. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A refusal: the request cannot be carried out, and the caller is told why. It may be thrown
 * anywhere; each scope's `failure` renders it.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly issues: readonly FieldIssue[] | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.data = options.data;
    this.issues = options.issues;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * The database cannot be reached or did not answer: what was being written may or may not be
 * stored. A refusal of the data itself (a taken key, a wrong type) is a different error.
 */
export class StoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
  }
}

/** Another process owns what this one wanted to change: nothing was changed. */
export class DeposedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DeposedError';
  }
}

/** Waits for a step that runs before anything is sent, so that its error can say so. */
export async function beforeSending<Value>(step: Promise<Value>): Promise<Value> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof StoreError) throw nothingSent(error);
    throw error;
  }
}

/**
 * Returns the refusal of a request for which the database failed before it changed or sent
 * anything.
 */
export function nothingSent(cause: unknown): AppError {
  const message = 'The database does not answer at the moment. Nothing was changed or sent.';
  return new AppError('STORE_UNAVAILABLE', { message, cause });
}

/** Our codes for the HTTP framework's own errors. All others are chosen by HTTP status. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
};

/** Turns any thrown value into a refusal, or into INTERNAL_ERROR with that value as its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof StoreError) {
    // A caller of the database that knows more would have thrown a more exact refusal.
    const message =
      'The database does not answer at the moment. ' +
      'Part of the request may have been carried out: check before repeating it.';
    return new AppError('STORE_UNAVAILABLE', { message, cause: error });
  }
  if (error instanceof DeposedError) {
    const message = 'Another process has taken the engine over. Nothing was changed: try again.';
    return new AppError('SHUTTING_DOWN', { message, cause: error });
  }
  const { code, statusCode } = frameworkError(error);
  const known = code === undefined ? undefined : frameworkCodes[code];
  if (known) return new AppError(known, { cause: error });
  if (error instanceof SyntaxError && statusCode === 400) {
    return new AppError('MALFORMED_JSON', { cause: error });
  }
  if (statusCode === 413) return new AppError('BODY_TOO_LARGE', { cause: error });
  if (statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('BAD_REQUEST', { cause: error });
  }
  return new AppError('INTERNAL_ERROR', { cause: error });
}

function frameworkError(error: unknown): { code?: string; statusCode?: number } {
  if (typeof error !== 'object' || error === null) return {};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const statusCode =
    'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined;
  return { ...(code !== undefined && { code }), ...(statusCode !== undefined && { statusCode }) };
}

/** Returns a refusal's message without the prefix of answers, to be used within other sentences. */
export function withoutPrefix(message: string): string {
  return message.replace(/^Error - /, '');
}

/** Returns the text of any thrown value, for a log line. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
