import { orderEndpoints } from '@windlass/contract';
import type { Fault, RawRequest } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAnswer } from '../../support/app/testApp.ts';
import type { TestService, TestTrader } from '../../support/app/testService.ts';
import {
  type LiveService,
  openLiveService,
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
/** Sending all orders of a market and waiting for them takes longer than one test. */
const sendingTimeoutMs = 180_000;

/** Tests every way in which sending an order can fail, over a socket and through ccxt. */
export function runFailures(failing: Failing): void {
  const { exchange } = failing;
  for (const market of exchange.markets) runMarket(failing, market);
  it('a read whose answers are lost is asked three times, and no more', () => runReads(exchange));
  describe('an exchange that cannot be reached', () => {
    it('has seen nothing: the order is rejected, and never reached it', async () => {
      const [market] = exchange.markets;
      if (!market) throw new Error('the exchange has a market');
      const { service, simulator, stop } = await openLiveService(exchange);
      const trader = await service.trader(market);
      await trader.take({ ...limit, client_order_id: 'before' });
      await simulator.close();
      const { status, json } = await trader.send({ ...limit, client_order_id: 'mine' });
      const { error, order_status } = json.data;
      expect([status, error, order_status]).toEqual([500, 'NETWORK_ERROR', 'rejected']);
      expect(json.message).toMatch(/^The order never reached the exchange\./);
      await stop();
    });
  });
}

function runMarket(failing: Failing, market: SimulatedMarket): void {
  const { isSendingStop } = failing;
  const unknown = [...anywhere, ...failing.unknown];
  const stopLost =
    isSendingStop === undefined
      ? undefined
      : ({
          how: { kind: 'resetsBeforeHeaders' },
          match: isSendingStop,
          body: { ...stop, client_order_id: 'mine' },
        } as const);
  describe(`an order of ${market.marketType} whose sending`, () => {
    const sent = sendAll(failing, market, [
      ...unknown.flatMap(([name, how]): Sending[] => [
        { name, how, when: 'after' },
        { name, how, when: 'before' },
      ]),
      ...(stopLost === undefined
        ? []
        : ([
            { name: 'stop', when: 'after', ...stopLost },
            { name: 'stop', when: 'before', ...stopLost },
          ] as const)),
      // The answer is lost; the answer to the next is that the exchange has the order already.
      { name: 'duplicate', how: failing.duplicate, when: 'after' },
    ]);

    describe.each(unknown)('%s', (name) => {
      it('was carried out, is unknown, found, and never sent again', async () => {
        const { trader, answer, order, taken } = sent.at(name, 'after');
        const { status, json } = answer;
        const { error, order_status } = json.data;
        expect([status, error, order_status]).toEqual([500, 'NETWORK_ERROR', 'unknown']);
        expect(order).toMatchObject({ status: 'open', filled: 0 });
        expect(taken()).toBe(1);
        expect((await trader.send(named)).status).toBe(200);
        expect(taken()).toBe(1);
      });

      it('was not carried out, is unknown, and then rejected', () => {
        const { answer, order, taken } = sent.at(name, 'before');
        const { error, order_status } = answer.json.data;
        expect([error, order_status]).toEqual(['NETWORK_ERROR', 'unknown']);
        expect(order).toMatchObject({ status: 'rejected', filled: 0 });
        expect(taken()).toBe(0);
      });
    });

    it.each(failing.refused)(
      'is refused with %s is rejected, not sent again',
      async (name, how) => {
        const { trader, answer, taken } = await sent.send({ name, how, when: 'before' });
        expect(answer.json.data.order_status).toBe('rejected');
        expect(answer.json.message).not.toMatch(/https?:|signature=|key-of|secret-of/);
        expect(taken()).toBe(0);
        expect(await trader.open()).toEqual([]);
      },
    );

    if (stopLost !== undefined)
      it('is of a stop, and is lost, is unknown, and found where stops wait', () => {
        const carriedOut = sent.at('stop', 'after');
        expect(carriedOut.answer.json.data.order_status).toBe('unknown');
        const order = { status: 'open', type: 'stop_loss', stop_price: 110, filled: 0 };
        expect(carriedOut.order).toMatchObject(order);
        expect(carriedOut.taken()).toBe(1);
        expect(sent.at('stop', 'before').order).toMatchObject({ status: 'rejected' });
      });

    it('meets an order of its own client id there, finds that', () => {
      const { answer, order, taken } = sent.at('duplicate', 'after');
      expect(answer.json.data.order_status).toBe('unknown');
      expect(order).toMatchObject({ status: 'open' });
      expect(taken()).toBe(1);
    });
  });
}

/** An order whose sending fails. */
interface Sending {
  /** The fault's name; together with `when` it is the order's. */
  readonly name: string;
  readonly how: Fault;
  readonly when: 'before' | 'after';
  readonly body?: object;
  readonly match?: Failing['isSending'];
}

interface Sent {
  readonly trader: TestTrader;
  readonly answer: TestAnswer;
  /** Returns how many orders of its account the exchange took. */
  readonly taken: () => number;
}

/** An order that was sent, and what became of it. */
interface Settled extends Sent {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  readonly order: any;
}

/**
 * Sends these orders before the first test, each from an account of its own, and lets time pass
 * once for all of them until they are settled: the comparisons of a minute cost more than an order.
 */
function sendAll(failing: Failing, market: SimulatedMarket, sendings: readonly Sending[]) {
  const { exchange } = failing;
  const settled = new Map<string, Settled>();
  const keyOf = (name: string, when: Sending['when']) => `${when} it ${name}`;
  let opened: LiveService | undefined;
  const send = async (sending: Sending, ownTrader?: TestTrader): Promise<Sent> => {
    if (!opened) throw new Error('the service is opened before the first test');
    const { service, simulator } = opened;
    const { how, when, body = named, match = failing.isSending } = sending;
    const trader = ownTrader ?? (await service.trader(market));
    const own = exchange.account(trader.account).opened.find(({ venue }) => venue === market.at);
    if (!own) throw new Error('the account is open at the exchange of the market');
    simulator.fail(market.at, { match, times: 1, when, how });
    const answer = await trader.send(body);
    return { trader, answer, taken: () => simulator.orders(market.at, own.apiKey).length };
  };
  beforeAll(async () => {
    opened = await openLiveService(exchange);
    const { service } = opened;
    const sent: (Sent & { readonly key: string; readonly atMs: number })[] = [];
    // All accounts first: opening one moves the market through the orders that rest.
    const traders: TestTrader[] = [];
    for (const _ of sendings) traders.push(await service.trader(market));
    for (const [index, sending] of sendings.entries()) {
      const atMs = service.app.clock.monotonic();
      sent.push({
        ...(await send(sending, traders[index])),
        key: keyOf(sending.name, sending.when),
        atMs,
      });
    }
    for (const { key, atMs, ...each } of sent) {
      const order = await settle(service, each.trader, atMs + settledMs);
      settled.set(key, { ...each, order });
    }
  }, sendingTimeoutMs);
  afterAll(() => opened?.stop());
  return {
    send,
    at(name: string, when: Sending['when']): Settled {
      const found = settled.get(keyOf(name, when));
      if (!found) throw new Error(`no order was sent whose sending ${name}`);
      return found;
    },
  };
}

/** Runs in a service of its own, where nobody else sends requests. */
async function runReads(exchange: SimulatedVenue): Promise<void> {
  const { service, simulator, stop } = await openLiveService(exchange);
  const [market] = exchange.markets;
  if (!market) throw new Error('the exchange has a market');
  const trader = await service.trader(market);
  const query = new URLSearchParams({
    exchange_account_id: trader.account,
    market_type: market.marketType,
  });
  const url = `${orderEndpoints.listOpenOrders.path}?${query}`;
  const asked = () => simulator.requests(market.at).length;
  const lost = (times: number) =>
    simulator.fail(market.at, { match: () => true, times, when: 'before', how: page(503) });
  lost(3);
  const before = asked();
  const { status, json } = await service.app.ask({ url });
  expect([status, json.data.error, asked() - before]).toEqual([500, 'NETWORK_ERROR', 3]);
  const whole = asked();
  expect((await service.app.ask({ url })).status).toBe(200);
  const requests = asked() - whole;
  lost(2);
  expect((await service.app.ask({ url })).status).toBe(200);
  expect(asked() - whole).toBe(2 * requests + 2);
  await stop();
}

/**
 * Lets time pass until the order with the client id `mine` is settled, at most until `untilMs` of
 * the clock, and returns it.
 */
export async function settle(
  service: TestService,
  trader: TestTrader,
  untilMs = service.app.clock.monotonic() + settledMs,
) {
  for (;;) {
    const order = await trader.find('mine');
    if (order.status !== 'unknown' || service.app.clock.monotonic() >= untilMs) return order;
    for (let ms = 0; ms < lookMs; ms += stepMs) await passStep(service, stepMs);
  }
}
