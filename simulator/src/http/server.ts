import { createServer } from 'node:http';
import type { Struck } from '../faults/requests.ts';
import type { Venue } from '../venue.ts';
import { refuse, type Upgrade } from '../ws/sockets.ts';
import { createDelivery, type Delivery } from './deliver.ts';
import {
  type Answer,
  bodyBytesMax,
  headOf,
  jsonAnswer,
  type RawRequest,
  readRequest,
} from './request.ts';

/** Runs work later, by the clock that the process chooses. */
export type Schedule = (delayMs: number, work: () => void) => void;

interface HttpServer {
  listen(port: number): Promise<{ readonly url: string }>;
  close(): Promise<void>;
}

export interface ServerDeps {
  isKnown(host: string): boolean;
  /**
   * Returns the request's exchange and the request as that reads it; undefined for an unknown one.
   */
  meant(request: RawRequest): Meant | undefined;
}

export interface Meant {
  readonly venue: Venue;
  readonly request: RawRequest;
}

/** Serves every venue on one port: the Host header or the path says which one is meant. */
export function createHttpServer({ isKnown, meant }: ServerDeps): HttpServer {
  const server = createServer((message, response) => {
    const delivery = createDelivery(response);
    readRequest(message, isKnown).then(
      (request) => {
        if (!request) delivery.send(plain(413, `Bodies have at most ${bodyBytesMax} bytes`));
        else serve({ venue: undefined, request, ...meant(request), delivery });
      },
      // The client went away while sending, so nobody waits for an answer.
      () => response.destroy(),
    );
  });
  server.on('upgrade', (message, socket, head) => {
    // A client that resets a refused connection must not end the process.
    socket.on('error', () => socket.destroy());
    const request = headOf(message, isKnown);
    const { venue, request: read } = meant(request) ?? { venue: undefined, request };
    upgrade(venue, read, { message, socket, head });
  });
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          const address = server.address();
          const bound = typeof address === 'object' && address ? address.port : port;
          resolve({ url: `http://127.0.0.1:${bound}` });
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Requests that never get an answer would keep the server open for ever.
        server.closeAllConnections();
      }),
  };
}

interface Asked {
  readonly request: RawRequest;
  readonly delivery: Delivery;
}

function serve({ venue, ...asked }: Asked & { readonly venue: Venue | undefined }): void {
  const { request, delivery } = asked;
  if (!venue) {
    delivery.send(plain(421, `No simulated exchange ${unknown(request)}`));
    return;
  }
  const note = venue.log.note(request, venue.exchange.now());
  const noting: Delivery = {
    ...delivery,
    send(answer) {
      note(answer.status);
      delivery.send(answer);
    },
  };
  try {
    venue.injector.pass();
    const plan = venue.faults.take(request) ?? venue.injector.take(request);
    if (plan) failWith(plan, { ...asked, venue, delivery: noting });
    else noting.send(venue.answer(request));
  } catch (error) {
    // This is a fault of the simulator, so its text goes to whoever runs the test.
    noting.send(plain(500, `The simulator failed: ${String(error)}`));
  }
}

function upgrade(venue: Venue | undefined, request: RawRequest, asked: Upgrade): void {
  venue?.injector.pass();
  if (venue?.connect) venue.streams.open(request, asked, venue.connect);
  else refuse(asked.socket, 421, `No simulated stream ${unknown(request)}`);
}

/** Returns an error text that also says how to address an exchange. */
function unknown({ host }: RawRequest): string {
  const how = 'by the Host header, or first in the path as in /api.binance.com/api/v3/time';
  return `answers for the host '${host}': name an exchange's ${how}`;
}

function failWith(
  { when, how }: Struck,
  { venue, request, delivery }: Asked & { readonly venue: Venue },
): void {
  const answer = when === 'after' ? venue.answer(request) : undefined;
  switch (how.kind) {
    case 'neverAnswers':
      break;
    case 'answersLate':
      venue.holding.hold(how.ms, () => delivery.send(answer ?? venue.answer(request)));
      break;
    case 'resetsBeforeHeaders':
      delivery.reset();
      break;
    case 'resetsInBody':
    case 'stallsInBody':
      delivery.sendHalf(answer ?? jsonAnswer(200, {}), how.kind === 'resetsInBody');
      break;
    case 'answers': {
      const headers = { 'content-type': how.contentType ?? 'text/html', ...how.headers };
      delivery.send({ status: how.status, headers, body: how.body });
      break;
    }
    case 'exchangeError':
      delivery.send(venue.errorAnswer(how, request));
      break;
  }
}

function plain(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/plain' }, body };
}
