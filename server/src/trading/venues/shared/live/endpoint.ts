import type { CcxtClient } from './ccxtClient.ts';
import { encodeRequest } from './encodeRequest.ts';

/** Sends a request to one endpoint of a venue, with fields of its own type. */
export type Endpoint<Request extends object> = (
  client: Pick<CcxtClient, 'request'>,
  request: Request,
) => Promise<unknown>;

/** The request of an endpoint that takes no fields. */
export type NoFields = Readonly<Record<string, never>>;

/**
 * Names an endpoint together with the type of its request, which must be given:
 * `endpoint<OrderCancel>('POST', 'private', 'v5/order/cancel')`. A field that is undefined is not
 * sent.
 */
export function endpoint<Request extends object = never>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  api: string | readonly string[],
  path: string,
): Endpoint<Request> {
  return (client, request) => client.request(path, api, method, encodeRequest<Request>(request));
}
