import type { CallToolResult } from '@modelcontextprotocol/server';
import { type AnswerNote, ApiError } from '@windlass/client';
import { explain } from '../failures.ts';
import { bound } from './bounds.ts';

/** A larger result would push the task out of an assistant's memory. */
export const resultBytesMax = 50_000;
/** Maximum bytes of the service's error data that a failure repeats. */
const failureDataBytesMax = 4_000;

type Content = Readonly<Record<string, unknown>>;

/** Returns an answer of the service within bounds. Lists stand under `items`. */
export function toResult(data: unknown, note?: AnswerNote): CallToolResult {
  const { pagination, beside } = note ?? {};
  const content = { ...asObject(data), ...beside, ...(pagination && { pagination }) };
  const bounded = bound(content, resultBytesMax);
  if (!bounded) {
    const message = `The answer has more than ${resultBytesMax} bytes. Ask for less of it.`;
    return failed({ code: 'RESULT_TOO_LARGE', message });
  }
  const { value, cuts } = bounded;
  if (cuts.length === 0) return said({ ...value });
  const lists = cuts.map(({ path, shown, of }) => `${path} (${shown} of ${of})`);
  const text = `Cut to ${resultBytesMax} bytes: ${lists.join(', ')}. Ask for less, or by the page.`;
  return said({ ...value, cuts }, text);
}

/** A failure, in a form on which an assistant can act. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly [fact: string]: unknown;
}

export function toFailure(failure: unknown): Failure {
  if (!(failure instanceof ApiError)) return { code: 'FAILED', message: explain(failure) };
  const { code, status, data, requestId, retryAfterMs } = failure;
  const details = data === undefined ? undefined : bound({ data }, failureDataBytesMax)?.value;
  return {
    code,
    message: explain(failure),
    ...details,
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { request_id: requestId }),
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
  };
}

/** Returns a tool's error. The assistant sees it and may correct itself, unlike protocol errors. */
export function failed(failure: Failure): CallToolResult {
  const { code, message } = failure;
  return { ...said({ error: failure }, `${code}: ${message}`), isError: true };
}

/** Returns the content as structure and as text: hosts without structured content show the text. */
function said(content: Record<string, unknown>, headline?: string): CallToolResult {
  const texts = [...(headline === undefined ? [] : [headline]), JSON.stringify(content)];
  return {
    content: texts.map((text) => ({ type: 'text' as const, text })),
    structuredContent: content,
  };
}

function asObject(data: unknown): Content {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return { items: data };
  return { ...data };
}
