import type { FieldIssue, House, Pagination, Role } from '@windlass/contract';
import type { AppError } from '../kit/errors.ts';
import type { WindowState } from '../kit/rateLimit.ts';

/** Who calls: an API key that was recognised. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Globs over the request path. */
  readonly paths: readonly string[];
  /** The only exchange accounts the key reaches; undefined = all. */
  readonly exchangeAccountIds: readonly string[] | undefined;
  /**
   * Whose client ids of plans and algorithms it uses: `main`, or the id of the key that was first
   * bound to accounts, also for keys that replace it.
   */
  readonly owner: string;
  /** Epoch ms; undefined = for ever. */
  readonly expiresAtMs: number | undefined;
}

/** What a success carries besides its data. */
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
 * What makes one house's answers its own: where the key stands in the request, how a success and a
 * failure look, how many requests a key may make.
 */
export interface Scope {
  readonly house: House;
  /** Request headers a browser may send here. */
  readonly allowedHeaders: readonly string[];
  /** Path prefixes that belong to the house; unknown paths below them are answered by it. */
  readonly prefixes: readonly string[];
  /** Whether unguarded answers (unknown paths, preflights) carry the limit's headers too. */
  readonly limitOnEveryAnswer: boolean;
  /** The key text a request carries, if any. */
  keyText(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined;
  /** Counts a request against a caller's window. */
  count(caller: string): WindowState;
  /** The caller's window, without counting. */
  peek(caller: string): WindowState;
  success(success: Success): Rendered;
  failure(error: AppError): Rendered;
}

/** Answers with the caller of a key text, or undefined when there is none. */
export type Authenticate = (keyText: string) => Promise<Caller | undefined>;

/** Whether one of the globs covers the path. */
export type PathAllowed = (globs: readonly string[], path: string) => boolean;

/** Issues as both envelopes list them: `value` is null when the field was missing. */
export function wireIssues(issues: readonly FieldIssue[]) {
  return issues.map(({ field, message, value }) => ({ field, message, value: value ?? null }));
}
