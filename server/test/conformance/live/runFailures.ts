import { orderEndpoints } from '@windlass/contract';
import type { Fault, RawRequest } from '@windlass/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import type { Desk, House } from '../../support/app/madeHouse.ts';
import {
  type LiveHouse,
  openLiveHouse,
  passStep,
  type SimulatedMarket,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';

// The possible results of sending an order to a real exchange, over a socket and through ccxt: the
// caller's answer, the number of orders that the exchange took, and the order's final state.

export interface Failing {
  readonly exchange: SimulatedVenue;
  /** Returns true when a request sends an order. */
  isSending(request: RawRequest): boolean;
  /** The same for an order that waits for its stop, if that is another kind of request. */
  isSendingStop?(request: RawRequest): boolean;
  /** Answers of the venue itself that leave the order's outcome open. */
  readonly unknown: readonly NamedFault[];
  /** Answers with which the venue refuses, in all its forms. */
  readonly refused: readonly NamedFault[];
  /** The venue's answer to a client id that it has already. */
  readonly duplicate: Fault;
}

export type NamedFault = readonly [name: string, how: Fault];

const html = '<html><body>Sorry</body></html>';
const page = (status: number): Fault => ({ kind: 'answers', status, body: html });

/** The order's outcome is not known; the exchange may have it or not. */
const anywhere: readonly NamedFault[] = [
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
];

const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };
const named = { ...limit, client_order_id: 'mine' };
const stop = { order_type: 'stop_loss', side: 'buy', quantity: 1, stop_price: 110 };

/** Longer than an outcome stays open: gate takes a stop for a minute after it was signed. */
const settledMs = 120_000;
const stepMs = 250;
const lookMs = 5_000;
/**
 * Each account is compared every minute of the clock: with the accounts of a whole suite that takes
 * most of the time.
 */
const accountsPerHouse = 8;

/** Tests every way in which sending an order can fail, over a socket and through ccxt. */
export function runFailures(failing: Failing): void {
  const { exchange } = failing;
  let opened: LiveHouse | undefined;
  let used = 0;
  afterAll(() => opened?.stop());
  const live = async (): Promise<LiveHouse> => {
    if (used % accountsPerHouse === 0) {
      await opened?.stop();
      opened = await openLiveHouse(exchange);
    }
    used += 1;
    if (!opened) throw new Error('a house is opened for the first test');
    return opened;
  };
  for (const market of exchange.markets) runMarket({ live, failing, market });
  it('a read whose answers are lost is asked three times, and no more', () => runReads(exchange));
  describe('an exchange that cannot be reached', () => {
    it('has seen nothing: the order is rejected, and never reached it', async () => {
      const [market] = exchange.markets;
      if (!market) throw new Error('the exchange has a market');
      const { house, simulator } = await live();
      const desk = await house.desk(market);
      await desk.take({ ...limit, client_order_id: 'before' });
      await simulator.close();
      const { status, json } = await desk.send({ ...limit, client_order_id: 'mine' });
      const { error, order_status } = json.data;
      expect([status, error, order_status]).toEqual([500, 'NETWORK_ERROR', 'rejected']);
      expect(json.message).toMatch(/^The order never reached the exchange\./);
    });
  });
}

interface FailingMarket {
  /** The house of the next test. */
  readonly live: () => Promise<LiveHouse>;
  readonly failing: Failing;
  readonly market: SimulatedMarket;
}

function runMarket(parts: FailingMarket): void {
  const { failing, market } = parts;
  describe(`an order of ${market.marketType} whose sending`, () => {
    describe.each([...anywhere, ...failing.unknown])('%s', (_, how) => {
      it('was carried out, is unknown, found, and never sent again', async () => {
        const { desk, answer, settled, taken } = await sendInto(parts, { how, when: 'after' });
        const { status, json } = answer;
        const { error, order_status } = json.data;
        expect([status, error, order_status]).toEqual([500, 'NETWORK_ERROR', 'unknown']);
        expect(await settled()).toMatchObject({ status: 'open', filled: 0 });
        expect(taken()).toBe(1);
        expect((await desk.send(named)).status).toBe(200);
        expect(taken()).toBe(1);
      });

      it('was not carried out, is unknown, and then rejected', async () => {
        const { answer, settled, taken } = await sendInto(parts, { how, when: 'before' });
        const { error, order_status } = answer.json.data;
        expect([error, order_status]).toEqual(['NETWORK_ERROR', 'unknown']);
        expect(await settled()).toMatchObject({ status: 'rejected', filled: 0 });
        expect(taken()).toBe(0);
      });
    });

    it.each(failing.refused)('is refused with %s is rejected, not sent again', async (_, how) => {
      const { desk, answer, taken } = await sendInto(parts, { how, when: 'before' });
      expect(answer.json.data.order_status).toBe('rejected');
      expect(answer.json.message).not.toMatch(/https?:|signature=|key-of|secret-of/);
      expect(taken()).toBe(0);
      expect(await desk.open()).toEqual([]);
    });

    const { isSendingStop: match } = failing;
    if (match !== undefined)
      it('is of a stop, and is lost, is unknown, and found where stops wait', async () => {
        const body = { ...stop, client_order_id: 'mine' };
        const lost = { how: { kind: 'resetsBeforeHeaders' }, match } as const;
        const taken = await sendInto(parts, { ...lost, when: 'after', body });
        expect(taken.answer.json.data.order_status).toBe('unknown');
        const order = { status: 'open', type: 'stop_loss', stop_price: 110, filled: 0 };
        expect(await taken.settled()).toMatchObject(order);
        expect(taken.taken()).toBe(1);
        const untaken = await sendInto(parts, { ...lost, when: 'before', body });
        expect(await untaken.settled()).toMatchObject({ status: 'rejected' });
      });

    it('meets an order of its own client id there, finds that', async () => {
      // The answer is lost; the answer to the next is that the exchange has the order already.
      const { answer, settled, taken } = await sendInto(parts, {
        how: failing.duplicate,
        when: 'after',
      });
      expect(answer.json.data.order_status).toBe('unknown');
      expect(await settled()).toMatchObject({ status: 'open' });
      expect(taken()).toBe(1);
    });
  });
}

interface Sending {
  readonly how: Fault;
  readonly when: 'before' | 'after';
  readonly body?: object;
  readonly match?: Failing['isSending'];
}

/** Sends an order whose sending fails this way; returns the answer, and how many were taken. */
async function sendInto(parts: FailingMarket, sending: Sending) {
  const { live, failing, market } = parts;
  const { how, when, body = named, match = failing.isSending } = sending;
  const { house, simulator } = await live();
  const desk = await house.desk(market);
  const before = simulator.accepted(market.at);
  simulator.fail(market.at, { match, times: 1, when, how });
  const answer = await desk.send(body);
  const taken = () => simulator.accepted(market.at) - before;
  return { desk, answer, taken, settled: () => settle(house, desk) };
}

/** Runs in a house of its own, where nobody else sends requests. */
async function runReads(exchange: SimulatedVenue): Promise<void> {
  const { house, simulator, stop } = await openLiveHouse(exchange);
  const [market] = exchange.markets;
  if (!market) throw new Error('the exchange has a market');
  const desk = await house.desk(market);
  const query = new URLSearchParams({
    exchange_account_id: desk.account,
    market_type: market.marketType,
  });
  const url = `${orderEndpoints.listOpenOrders.path}?${query}`;
  const asked = () => simulator.requests(market.at).length;
  const lost = (times: number) =>
    simulator.fail(market.at, { match: () => true, times, when: 'before', how: page(503) });
  lost(3);
  const before = asked();
  const { status, json } = await house.app.ask({ url });
  expect([status, json.data.error, asked() - before]).toEqual([500, 'NETWORK_ERROR', 3]);
  const whole = asked();
  expect((await house.app.ask({ url })).status).toBe(200);
  const requests = asked() - whole;
  lost(2);
  expect((await house.app.ask({ url })).status).toBe(200);
  expect(asked() - whole).toBe(2 * requests + 2);
  await stop();
}

/** Lets time pass until the order with the client id `mine` is settled, and returns it. */
export async function settle(house: House, desk: Desk) {
  for (let ms = stepMs; ms <= settledMs; ms += stepMs) {
    await passStep(house, stepMs);
    if (ms % lookMs > 0) continue;
    const order = await desk.find('mine');
    if (order.status !== 'unknown') return order;
  }
  throw new Error('The order is not settled.');
}
