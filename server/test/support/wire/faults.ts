import type { Fault, Planning, RawRequest, StreamFault, VenueName } from '@windlass/simulator';
import type { Random } from '../../../src/kit/random.ts';

/** The way in which a changing request fails, and whether the exchange has seen it by then. */
export interface RequestFault {
  readonly when: 'before' | 'after';
  readonly how: Fault;
}

const page = (status: number, body: string): Fault => ({ kind: 'answers', status, body });
const html = '<html><body>Sorry</body></html>';

/** After any of these the outcome of the request is not known. */
const doubtful: readonly Fault[] = [
  { kind: 'neverAnswers' },
  { kind: 'resetsBeforeHeaders' },
  { kind: 'resetsInBody' },
  { kind: 'stallsInBody' },
  page(200, html),
  page(200, ''),
  page(500, html),
  page(502, html),
  page(503, html),
  page(504, ''),
  { kind: 'answers', status: 200, body: '{"result":{"order', contentType: 'application/json' },
];
const limited = page(429, html);

/** Shorter than any deadline, about as long, and longer than an order may be in flight. */
const lateMs = [200, 3_000, 7_000, 9_500, 12_000, 20_000];

export function drawWriteFault(random: Random): RequestFault {
  const when = random.next() < 0.5 ? 'before' : 'after';
  const kind = random.next();
  if (kind < 0.25) return { when, how: { kind: 'answersLate', ms: any(random, lateMs) } };
  // An exchange that takes an order does not say that it was asked too often.
  if (kind < 0.35) return { when: 'before', how: limited };
  return { when, how: any(random, doubtful) };
}

/**
 * A read is made three times at most: one that is repeated, one or two that fail, and an exchange
 * that is silent for as long as an order may be in flight.
 */
const readTimes = [1, 3, 7, 60];

export function drawReadFault(random: Random): { readonly how: Fault; readonly times: number } {
  const how = any(random, [...doubtful, limited]);
  return { how, times: any(random, readTimes) };
}

export function drawStreamFault(random: Random): StreamFault {
  const kind = random.next();
  if (kind < 0.4) return { kind: 'drop' };
  if (kind < 0.7) return { kind: 'silence' };
  return { kind: 'refuse', times: 1 + Math.floor(random.next() * 3) };
}

/** The chances of each fault for a frame that reports orders to the account. */
export type FrameChances = Planning['chances'];

/** Often none, and sometimes a third of the frames. */
const frameChances = [0, 0, 0.1, 0.3];

export function drawFrameChances(random: Random): FrameChances {
  return {
    lostUserFrame: any(random, frameChances),
    duplicatedUserFrame: any(random, frameChances),
    reorderedUserFrames: any(random, frameChances),
    delayedUserFrames: any(random, frameChances),
    garbageUserFrame: any(random, frameChances),
  };
}

function any<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random.next() * items.length)];
  if (item === undefined) throw new RangeError('There must be something to draw');
  return item;
}

type Asked = Pick<RawRequest, 'method' | 'path' | 'body'>;
type Does = 'sends' | 'cancels';

/** Requests by purpose, from the documents of each exchange; all others read. */
const requests: Readonly<Record<VenueName, Readonly<Record<Does, (request: Asked) => boolean>>>> = {
  binance: byMethod(/\/order$/),
  bybit: byPath('/v5/order/create', '/v5/order/cancel'),
  gateio: byMethod(/\/orders(\/[^/]+)?$/),
  kraken: byPath('/0/private/AddOrder', '/0/private/CancelOrder'),
  krakenfutures: byPath('/derivatives/api/v3/sendorder', '/derivatives/api/v3/cancelorder'),
  okx: byPath('/api/v5/trade/order', '/api/v5/trade/cancel-order'),
  hyperliquid: {
    sends: ({ path, body }) => path === '/exchange' && body.includes('"type":"order"'),
    cancels: ({ path, body }) => path === '/exchange' && body.includes('"type":"cancel'),
  },
};

function byMethod(path: RegExp): (typeof requests)[VenueName] {
  return {
    sends: (request) => request.method === 'POST' && path.test(request.path),
    cancels: (request) => request.method === 'DELETE' && path.test(request.path),
  };
}

function byPath(sending: string, cancelling: string): (typeof requests)[VenueName] {
  return {
    sends: ({ method, path }) => method === 'POST' && path === sending,
    cancels: ({ method, path }) => method === 'POST' && path === cancelling,
  };
}

/** Returns true when a request has this purpose. */
export function does(venue: VenueName, what: Does | 'reads', request: Asked): boolean {
  const { sends, cancels } = requests[venue];
  switch (what) {
    case 'sends':
      return sends(request);
    case 'cancels':
      return cancels(request);
    case 'reads':
      return !sends(request) && !cancels(request);
  }
}
