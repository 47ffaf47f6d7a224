import type {
  HttpRequest,
  HttpResponse,
  HttpSend,
} from '../../../src/trading/venues/shared/marketHttp.ts';

interface CannedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is; anything else as JSON. */
  readonly body: unknown;
}

/** The answer to a request; undefined for a request that nobody expected. */
export type Canned = (request: HttpRequest) => CannedAnswer | undefined;

/** Creates a network that answers from memory and records its requests. */
export function createCannedHttp(answer: Canned) {
  const requests: HttpRequest[] = [];
  const send: HttpSend = async (request) => {
    requests.push(request);
    const canned = answer(request);
    if (!canned) throw new Error(`nobody expected ${request.method} ${request.url}`);
    return toResponse(canned);
  };
  return { send, requests };
}

function toResponse({ status = 200, headers = {}, body }: CannedAnswer): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    header: (name) => headers[name],
    body: (async function* () {
      yield Buffer.from(text);
    })(),
  };
}
