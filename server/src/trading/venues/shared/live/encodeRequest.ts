import { type Fields, isFields } from '../json.ts';

declare const encoded: unique symbol;

/** A request as it is sent, without its absent fields. Only `encodeRequest` makes one. */
export type EncodedRequest = Fields & { readonly [encoded]: true };

/**
 * Drops the fields that are undefined, in nested objects and in the elements of lists as well. The
 * fields keep their order, which some venues sign. The type of the request must be given, so that
 * a misspelt field does not compile: `encodeRequest<OrderRequest>({ … })`.
 */
export function encodeRequest<Request extends object = never>(
  request: NoInfer<Request>,
): EncodedRequest {
  return withoutAbsent(request) as EncodedRequest;
}

function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (!isFields(value)) return value;
  const present = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(present.map(([name, field]) => [name, withoutAbsent(field)]));
}
