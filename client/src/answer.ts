import { type Endpoint, type Pagination, pagination } from '@windlass/contract';
import { ApiError, toApiError } from './errors.ts';
import type { TransportAnswer } from './transport.ts';

/** The parts of an answer beside its data. */
export interface AnswerNote {
  readonly status: number;
  /** Empty where the endpoint answers without an envelope. */
  readonly message: string;
  /** Position of the data in a list of the vault API (Vaults §2.1). */
  readonly pagination: Pagination | undefined;
  /** Further fields beside the data by name, `risk_summary` for example. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** Values that are needed to read an answer. */
export interface AnswerContext {
  readonly key: string | undefined;
  /** Milliseconds that the answer's Retry-After asks to wait. */
  readonly retryAfterMs: number | undefined;
}

/** Shorter keys are ordinary words; replacing them would mangle the text they stand in. */
const secretLengthMin = 8;

/** Returns the text without the key, wherever it comes from. */
export function redact(text: string, key: string | undefined): string {
  if (key === undefined || key.length < secretLengthMin) return text;
  return text.replaceAll(key, '[secret]');
}

/** Returns the endpoint's data without its envelope, or throws the refusal. */
export function readAnswer(
  endpoint: Endpoint,
  answer: TransportAnswer,
  { key, retryAfterMs }: AnswerContext,
): { readonly data: unknown; readonly note: AnswerNote } {
  const { status } = answer;
  const requestId = answer.headers['x-request-id'];
  const isSuccess = (status >= 200 && status < 300) || saysNo(endpoint, answer);
  const body = parse(isSuccess ? answer.text : redact(answer.text, key));
  if (isSuccess && body) {
    if (endpoint.envelope === 'none') {
      return { data: body.value, note: { status, message: '', pagination: undefined } };
    }
    const found = unwrap(endpoint, body.value);
    if (found) return { data: found.data, note: toNote(found, status, endpoint) };
  }
  const refusal = body && toApiError(body.value, { status, requestId, retryAfterMs });
  if (refusal) throw refusal;
  throw new ApiError(
    'BAD_ANSWER',
    `Expected the ${endpoint.service} API's JSON answer, received status ${status} ` +
      `with ${answer.text.length} characters of something else.`,
    { status, requestId, retryAfterMs },
  );
}

/** True for a "no" in the shape of a success. A proxy's own refusal has another shape. */
function saysNo(endpoint: Endpoint, { status, text }: TransportAnswer): boolean {
  if (status !== endpoint.statusOfNo) return false;
  return endpoint.data.safeParse(parse(text)?.value).success;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function toNote(envelope: object, status: number, endpoint: Endpoint): AnswerNote {
  const message = 'message' in envelope ? String(envelope.message) : '';
  const place = pagination.safeParse('pagination' in envelope ? envelope.pagination : undefined);
  const note = { status, message, pagination: place.data };
  if (!endpoint.beside) return note;
  const named = new Set(Object.keys(endpoint.beside));
  const beside = Object.entries(envelope).filter(([name]) => named.has(name));
  return { ...note, beside: Object.fromEntries(beside) };
}

/** Returns the data of an envelope (Vaults §2.1 and Trading §2.1). */
function unwrap(endpoint: Endpoint, body: unknown): { readonly data: unknown } | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
  const isSuccess =
    endpoint.service === 'vault'
      ? 'success' in body && body.success === true
      : 'isError' in body && body.isError === false;
  return isSuccess ? body : undefined;
}
