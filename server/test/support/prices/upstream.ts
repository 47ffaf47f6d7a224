import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeTicker } from './fixtures.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A price provider on a real socket, with the wire format of the public one. */
export interface PriceUpstream {
  readonly url: string;
  /** Paths with queries, in order. */
  readonly requests: string[];
  readonly headers: IncomingMessage['headers'][];
  /** Replaces the usual answer while it is set. */
  answer: Answer | undefined;
  close(): Promise<void>;
}

/** Coins of the usual answer, with the price of each in any currency. */
const prices: Readonly<Record<string, number>> = { bitcoin: 77_671, ethereum: 2_100, cardano: 0.5 };

export async function startPriceUpstream(): Promise<PriceUpstream> {
  const server = createServer((request, response) => {
    upstream.requests.push(request.url ?? '');
    upstream.headers.push(request.headers);
    (upstream.answer ?? ordinary)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const upstream: PriceUpstream = {
    url: `http://127.0.0.1:${port}/api/v3`,
    requests: [],
    headers: [],
    answer: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return upstream;
}

/** Answers with a status and a body, as JSON unless it is a text. */
export function answerWith(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

function ordinary(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://upstream.test');
  const ids = (url.searchParams.get('ids') ?? '').split(',');
  const rows = ids
    .filter((id) => id === 'nothing' || prices[id] !== undefined)
    .map((id) => ({
      ...makeTicker(id, { current_price: prices[id] ?? null }),
      roi: null,
      sparkline_in_7d: { price: [1] },
    }));
  answerWith(200, rows)(request, response);
}
