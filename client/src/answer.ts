import type { Endpoint } from '@windlass/contract';
import { ApiError, toApiError } from './errors.ts';
import type { TransportAnswer } from './transport.ts';

/** Shorter keys are ordinary words; replacing them would mangle the text they stand in. */
const secretLengthMin = 8;

/** Returns the text without the key, whoever put it there. */
export function redact(text: string, key: string | undefined): string {
  if (key === undefined || key.length < secretLengthMin) return text;
  return text.replaceAll(key, '[secret]');
}

/** Returns what the endpoint answered, out of its envelope, or throws the refusal. */
export function readAnswer(
  endpoint: Endpoint,
  answer: TransportAnswer,
  key: string | undefined,
): unknown {
  const { status } = answer;
  const requestId = answer.headers['x-request-id'];
  const isSuccess = status >= 200 && status < 300;
  const body = parse(isSuccess ? answer.text : redact(answer.text, key));
  if (isSuccess && body) {
    if (endpoint.envelope === 'none') return body.value;
    const found = unwrap(endpoint, body.value);
    if (found) return found.data;
  }
  const refusal = body && toApiError(body.value, { status, requestId });
  if (refusal) throw refusal;
  throw new ApiError(
    'BAD_ANSWER',
    `Expected the ${endpoint.house} API's JSON answer, received status ${status} ` +
      `with ${answer.text.length} characters of something else.`,
    { status, requestId },
  );
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Vaults §2.1 and Trading §2.1. */
function unwrap(endpoint: Endpoint, body: unknown): { readonly data: unknown } | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
  const isSuccess =
    endpoint.house === 'vault'
      ? 'success' in body && body.success === true
      : 'isError' in body && body.isError === false;
  return isSuccess ? { data: body.data } : undefined;
}
