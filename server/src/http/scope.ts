import type { FieldIssue, Pagination, Role, ServiceName } from '@windlass/contract';
import type { AppError } from '../kit/errors.ts';
import type { WindowState } from '../kit/rateLimit.ts';

/** The caller: an API key that was recognised. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Globs for the request path. */
  readonly paths: readonly string[];
  /** The only exchange accounts that the key reaches; undefined for all. */
  readonly exchangeAccountIds: readonly string[] | undefined;
  /**
   * Owner of the client ids of plans and algorithms that it uses: `main`, or the id of the key that
   * was first bound to accounts, also for keys that replace it.
   */
  readonly owner: string;
  /** Epoch ms; undefined for a key that never expires. */
  readonly expiresAtMs: number | undefined;
}

/** The fields of a success besides its data. */
export interface Success {
  readonly message: string;
  readonly status: number;
  /** JSON text of `data`, already made. */
  readonly dataText: string;
  readonly pagination?: Pagination;
  /** Further top-level fields (Trading §2.1: `risk_summary`). */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A body as text with its status. */
export interface Rendered {
  readonly status: number;
  readonly text: string;
  /** The text is HTML; JSON when left out. */
  readonly isPage?: true;
}

/**
 * The differences between the answers of the two services: the key's place in the request, the
 * format of a success and a failure, the number of requests a key may make.
 */
export interface Scope {
  readonly service: ServiceName;
  /** Request headers that a browser may send here. */
  readonly allowedHeaders: readonly string[];
  /** Path prefixes of the service, which also answers unknown paths below them. */
  readonly prefixes: readonly string[];
  /** True when unguarded answers (unknown paths, preflights) have the limit's headers too. */
  readonly limitOnEveryAnswer: boolean;
  /** Returns the key text of a request, if it has one. */
  keyText(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined;
  /** Counts a request against a caller's window. */
  count(caller: string): WindowState;
  /** Returns the caller's window, without counting. */
  peek(caller: string): WindowState;
  success(success: Success): Rendered;
  failure(error: AppError): Rendered;
}

/** Returns the caller of a key text, or undefined when there is none. */
export type Authenticate = (keyText: string) => Promise<Caller | undefined>;

/** Returns true when one of the globs covers the path. */
export type PathAllowed = (globs: readonly string[], path: string) => boolean;

/** Returns issues as both envelopes list them: `value` is null when the field was missing. */
export function wireIssues(issues: readonly FieldIssue[]) {
  return issues.map(({ field, message, value }) => ({ field, message, value: value ?? null }));
}
