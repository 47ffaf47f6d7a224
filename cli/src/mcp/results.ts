import type { CallToolResult } from '@modelcontextprotocol/server';
import { type AnswerNote, ApiError } from '@windlass/client';
import { explain } from '../failures.ts';
import { bound } from './bounds.ts';

/** More crowds out of an assistant's memory what it was asked. */
export const resultBytesMax = 50_000;
/** What a refusal may repeat of what was sent. */
const failureDataBytesMax = 4_000;

type Content = Readonly<Record<string, unknown>>;

/** An answer of the service, within bounds. Lists stand under `items`. */
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

/** What went wrong, as an assistant can act on it. */
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
    ...{ code, message: explain(failure), ...details },
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { request_id: requestId }),
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
  };
}

/** A tool's error: the assistant sees it and may do better, other than errors of the protocol. */
export function failed(failure: Failure): CallToolResult {
  const { code, message } = failure;
  return { ...said({ error: failure }, `${code}: ${message}`), isError: true };
}

/** Hosts that know no structured content show the text, which therefore holds the same. */
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
