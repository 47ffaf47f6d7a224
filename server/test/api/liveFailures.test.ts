import type { Fault } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binanceSpot, binanceSwap, openBinanceHouse } from '../support/binanceExchange.ts';
import type { Desk } from '../support/madeHouse.ts';

// What a sending can end in at a real exchange, over a socket and through ccxt: what the caller is
// told, how many orders the exchange took, and what becomes of the order in the end.

let opened: Awaited<ReturnType<typeof openBinanceHouse>>;
beforeAll(async () => {
  opened = await openBinanceHouse();
});
afterAll(() => opened.stop());

const html = '<html><body>Sorry</body></html>';
const page = (status: number): Fault => ({ kind: 'answers', status, body: html });
const error = (code: number, message: string, status = 400): Fault => ({
  ...{ kind: 'exchangeError', code, message, status },
});

/** Nobody knows what became of the order; the exchange may have it or not. */
const unknown: readonly (readonly [string, Fault])[] = [
  ['never answers', { kind: 'neverAnswers' }],
  ['resets before the headers', { kind: 'resetsBeforeHeaders' }],
  ['resets in the body', { kind: 'resetsInBody' }],
  ['stalls in the body', { kind: 'stallsInBody' }],
  ['answers 200 with a page', page(200)],
  ['answers 200 with nothing', { kind: 'answers', status: 200, body: '' }],
  ['answers 302', page(302)],
  ['answers 403', page(403)],
  ['answers 502', page(502)],
  ['answers 503', page(503)],
  ['answers 504', page(504)],
  ['answers -1000', error(-1000, 'An unknown error occurred while processing the request.')],
  ['answers -1001', error(-1001, 'Internal error; unable to process your request.')],
  ['answers -1006', error(-1006, 'An unexpected response was received from the message bus.')],
  ['answers -1007', error(-1007, 'Timeout waiting for response from backend server.', 504)],
];

/** The exchange took nothing, and said so. */
const refused: readonly (readonly [string, Fault])[] = [
  ['429', { kind: 'answers', status: 429, body: '{"code":-1003,"msg":"Too many requests."}' }],
  ['418', { kind: 'answers', status: 418, body: '{"code":-1003,"msg":"Way too many requests."}' }],
  ['-1003', error(-1003, 'Too many requests queued.', 429)],
  ['-1008', error(-1008, 'Server is currently overloaded with other requests.', 503)],
  ['-1015', error(-1015, 'Too many new orders.')],
  ['-1021', error(-1021, 'Timestamp for this request is outside of the recvWindow.')],
  ['-1022', error(-1022, 'Signature for this request is not valid.')],
  ['-2015', error(-2015, 'Invalid API-key, IP, or permissions for action.', 401)],
  ['-2010', error(-2010, 'Account has insufficient balance for requested action.')],
];

const markets = [binanceSpot, binanceSwap] as const;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };

function failNext(how: Fault, when: 'before' | 'after'): void {
  const match = ({ method, path }: { readonly method: string; readonly path: string }) =>
    method === 'POST' && path.endsWith('/order');
  opened.simulator.fail('binance', { match, times: 1, when, how });
}

/** Sends an order whose sending fails so; what was said, and how many orders the exchange took. */
async function sendInto(desk: Desk, how: Fault, when: 'before' | 'after') {
  const before = opened.simulator.accepted('binance');
  failNext(how, when);
  const { status, json } = await desk.send({ ...limit, client_order_id: 'mine' });
  const taken = () => opened.simulator.accepted('binance') - before;
  return { status, data: json.data, message: json.message, taken };
}

/** Longer than an order's outcome may stay open while the exchange answers. */
const settledMs = 60_000;
const stepMs = 250;
/** What is asked over a socket meanwhile is answered within them, also on a busy machine. */
const turnsPerStep = 200;

async function settle(): Promise<void> {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  for (let ms = 0; ms < settledMs; ms += stepMs) {
    await opened.house.app.clock.advance(stepMs);
    for (let count = 0; count < turnsPerStep; count += 1) await turn();
  }
}

describe.each(markets)('an order of $marketType whose sending', (market) => {
  describe.each(unknown)('%s', (_, how) => {
    it('was carried out, is unknown, found, and never sent again', async () => {
      const desk = await opened.house.desk(market);
      const { status, data, taken } = await sendInto(desk, how, 'after');
      expect([status, data.error, data.order_status]).toEqual([500, 'NETWORK_ERROR', 'unknown']);
      await settle();
      expect(await desk.find('mine')).toMatchObject({ status: 'open', filled: 0 });
      expect(taken()).toBe(1);
      expect((await desk.send({ ...limit, client_order_id: 'mine' })).status).toBe(200);
      expect(taken()).toBe(1);
    });

    it('was not carried out, is unknown, and then rejected', async () => {
      const desk = await opened.house.desk(market);
      const { data, taken } = await sendInto(desk, how, 'before');
      expect([data.error, data.order_status]).toEqual(['NETWORK_ERROR', 'unknown']);
      await settle();
      expect(await desk.find('mine')).toMatchObject({ status: 'rejected', filled: 0 });
      expect(taken()).toBe(0);
    });
  });

  it.each(refused)('is refused with %s is rejected, and not sent again', async (_, how) => {
    const desk = await opened.house.desk(market);
    const { data, message, taken } = await sendInto(desk, how, 'before');
    expect(data.order_status).toBe('rejected');
    expect(message).not.toMatch(/https?:|signature=|key-of|secret/);
    expect(taken()).toBe(0);
    expect(await desk.open()).toEqual([]);
  });

  it('meets an order of its own client id there, finds that', async () => {
    const desk = await opened.house.desk(market);
    const before = opened.simulator.accepted('binance');
    // The answer is lost, and what the exchange says of the next is that it has the order already.
    failNext(error(-2010, 'Duplicate order sent.'), 'after');
    const { json } = await desk.send({ ...limit, client_order_id: 'mine' });
    expect(json.data.order_status).toBe('unknown');
    await settle();
    expect(await desk.find('mine')).toMatchObject({ status: 'open' });
    expect(opened.simulator.accepted('binance') - before).toBe(1);
  });
});

describe('an exchange that cannot be reached', () => {
  it('has seen nothing: the order is rejected, and reads say that nobody answers', async () => {
    const [market] = markets;
    const desk = await opened.house.desk(market);
    await desk.take({ ...limit, client_order_id: 'before' });
    await opened.simulator.close();
    const { json } = await desk.send({ ...limit, client_order_id: 'mine' });
    expect(json.data.order_status).toBe('rejected');
  });
});
