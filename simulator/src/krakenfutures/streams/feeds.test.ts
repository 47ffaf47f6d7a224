import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream, type Stream, send } from '../../../test/support/fixtures.ts';
import {
  apiKey,
  type Bench,
  openBench,
  root,
  signedHeaders,
} from '../../../test/support/krakenfutures.ts';

const host = 'futures.kraken.com';
const ownSecret = Buffer.from('secret-of-a-test').toString('base64');

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const hear = ({ texts }: Stream) => texts.map((text) => JSON.parse(text));
const say = (stream: Stream, message: object) => stream.send(JSON.stringify(message));

function sign(challenge: string, secret = ownSecret): string {
  const digest = createHash('sha256').update(challenge).digest();
  return createHmac('sha512', Buffer.from(secret, 'base64')).update(digest).digest('base64');
}

const open = () => openStream(bench.url, host, '/ws/v1');

/** Opens a connection with a challenge. */
async function challenged(key = apiKey) {
  const stream = await open();
  say(stream, { event: 'challenge', api_key: key });
  await stream.until(2);
  return { stream, challenge: hear(stream)[1].message as string };
}

function subscription(feed: string, challenge: string, secret?: string) {
  const signed_challenge = sign(challenge, secret);
  return {
    event: 'subscribe',
    feed,
    api_key: apiKey,
    original_challenge: challenge,
    signed_challenge,
  };
}

/** Subscribes to a feed; leaves out what came until then. */
async function subscribe(feed: string) {
  const { stream, challenge } = await challenged();
  say(stream, subscription(feed, challenge));
  await stream.until(4);
  return { stream, events: () => hear(stream).slice(4) };
}

const limit = { symbol: 'PF_XBTUSD', side: 'sell', size: '1', orderType: 'lmt', limitPrice: '105' };

describe('the feeds of kraken futures', () => {
  it('begin with a challenge that was signed', async () => {
    const { stream, challenge } = await challenged();
    const asked = subscription('open_orders', challenge);
    say(stream, asked);
    await stream.until(4);
    expect(hear(stream)).toEqual([
      { event: 'info', version: 1 },
      { event: 'challenge', message: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { ...asked, event: 'subscribed' },
      { feed: 'open_orders_snapshot', account: expect.any(String), orders: [] },
    ]);
  });

  it.each([
    ['another secret', (challenge: string) => ({ signed_challenge: sign(challenge, 'zzzz') })],
    ['another key', () => ({ api_key: 'nobody' })],
    ['a challenge of somebody else', () => ({ original_challenge: 'another' })],
    ['no signature', () => ({ signed_challenge: undefined })],
  ])('are refused with %s', async (_, change) => {
    const { stream, challenge } = await challenged();
    say(stream, { ...subscription('fills', challenge), ...change(challenge) });
    await stream.until(3);
    const [, , answer] = hear(stream);
    expect(answer).toEqual({
      event: 'alert',
      message: 'Failed to subscribe to authenticated feed',
    });
    await bench.order({ ...limit, orderType: 'mkt' });
    expect(stream.texts).toHaveLength(3);
  });

  it('know no other address, no other feed and no other words', async () => {
    await expect(openStream(bench.url, host, '/ws/v2')).rejects.toThrow('404');
    const stream = await open();
    stream.send('{');
    say(stream, { event: 'subscribe', feed: 'balances' });
    await stream.until(3);
    const [, json, feed] = hear(stream);
    expect(json).toEqual({ event: 'error', message: 'Json Error' });
    expect(feed.message).toMatch('The simulator does not know');
  });

  it('end for who says nothing for a minute', async () => {
    const quiet = await open();
    const stream = await open();
    for (let count = 0; count < 4; count += 1) {
      bench.pass(20_000);
      say(stream, { event: 'subscribe', feed: 'heartbeat' });
      await stream.until(count === 0 ? 3 : 3 + count);
      await send(bench.url, { method: 'GET', host, target: `${root}/tickers` });
    }
    await quiet.closed;
    expect(stream.isClosed()).toBe(false);
    expect(hear(stream).slice(1, 4)).toEqual([
      { event: 'subscribed', feed: 'heartbeat' },
      { feed: 'heartbeat', time: expect.any(Number) },
      { event: 'alert', message: 'Already subscribed to feed, re-requesting' },
    ]);
  });
});

describe('the feed of open orders', () => {
  it('tells of an order placed, filled in parts and gone', async () => {
    const { stream, events } = await subscribe('open_orders');
    await bench.order({ ...limit, cliOrdId: 'mine' });
    bench.simulator.show('krakenfutures', 'BTC/USD:USD', {
      bids: [[105, '0.4']],
      asks: [[107, 4]],
    });
    bench.show(106, 107);
    await stream.until(7);
    const [placed, partly, gone] = events();
    expect(placed).toMatchObject({
      order: { instrument: 'PF_XBTUSD', qty: 1, filled: 0, cli_ord_id: 'mine', direction: 1 },
      is_cancel: false,
      reason: 'new_placed_order_by_user',
    });
    expect(partly).toMatchObject({ order: { qty: 0.6, filled: 0.4 }, reason: 'partial_fill' });
    expect(gone).toEqual({
      feed: 'open_orders',
      order_id: placed.order.order_id,
      is_cancel: true,
      reason: 'full_fill',
    });
  });

  it('tells of a cancel, and nothing of what takes at once', async () => {
    const { stream, events } = await subscribe('open_orders');
    const { order_id } = await bench.order(limit);
    await bench.order({ ...limit, orderType: 'mkt' });
    await bench.order({ ...limit, orderType: 'ioc', limitPrice: '100', size: '9' });
    await bench.ok(`POST ${root}/cancelorder`, { order_id });
    await stream.until(6);
    expect(events().map(({ reason }) => reason)).toEqual([
      'new_placed_order_by_user',
      'cancelled_by_user',
    ]);
    expect(events()[1].order_id).toBe(order_id);
  });

  it('tells of an order that went off, and of the one in its place', async () => {
    const { stream, events } = await subscribe('open_orders');
    const stop = { ...limit, orderType: 'stp', stopPrice: '95', limitPrice: '105' };
    const { order_id } = await bench.order(stop);
    bench.show(90, 91);
    await stream.until(7);
    const [placed, went, child] = events();
    expect(placed.order).toMatchObject({
      type: 'stop',
      stop_price: 95,
      limit_price: 105,
      triggerSignal: 'last',
      order_id,
    });
    expect(went).toMatchObject({ order_id, is_cancel: true, reason: 'stop_order_triggered' });
    expect(child).toMatchObject({
      is_cancel: false,
      reason: 'limit_order_from_stop',
      order: { type: 'limit', stop_price: 0, limit_price: 105 },
    });
    expect(child.order.order_id).not.toBe(order_id);
  });

  it('tells of the cancel of an order that sleeps', async () => {
    const { stream, events } = await subscribe('open_orders');
    const stop = { ...limit, orderType: 'stp', stopPrice: '95' };
    const { order_id } = await bench.order(stop);
    await bench.ok(`POST ${root}/cancelorder`, { order_id });
    await stream.until(6);
    expect(events()[1]).toMatchObject({ order_id, is_cancel: true, reason: 'cancelled_by_user' });
  });

  it('tells nothing of another account', async () => {
    const { stream, events } = await subscribe('open_orders');
    const secret = Buffer.from('of another').toString('base64');
    const balances = { flex: { USD: '1000' } };
    bench.simulator.addAccount({ venue: 'krakenfutures', apiKey: 'other', secret, balances });
    const path = `${root}/sendorder`;
    const query = new URLSearchParams(limit).toString();
    const headers = { ...signedHeaders(path, query, { key: secret }), APIKey: 'other' };
    const { json } = await bench.raw('POST', `${path}?${query}`, { headers });
    expect(json.sendStatus.status).toBe('placed');
    await bench.order({ ...limit, limitPrice: '106' });
    await stream.until(5);
    expect(events()).toMatchObject([{ order: { limit_price: 106 } }]);
  });
});

describe('the feed of fills', () => {
  it('tells of each, with what the exchange calls the order', async () => {
    const { stream, events } = await subscribe('fills');
    const { order_id } = await bench.order({ ...limit, cliOrdId: 'mine' });
    bench.show(106, 107);
    await stream.until(5);
    expect(events()).toMatchObject([
      {
        feed: 'fills',
        fills: [
          {
            instrument: 'PF_XBTUSD',
            price: 105,
            buy: false,
            qty: 1,
            remaining_order_qty: 0,
            order_id,
            cli_ord_id: 'mine',
            fill_type: 'maker',
            fee_currency: 'USD',
          },
        ],
      },
    ]);
  });

  it('tells of an order that went off under its second id', async () => {
    const { stream, events } = await subscribe('fills');
    const stop = { ...limit, orderType: 'stp', stopPrice: '95', cliOrdId: 'mine' };
    const { limitPrice: _, ...market } = stop;
    const { order_id } = await bench.order(market);
    bench.show(90, 91);
    await stream.until(5);
    const [fill] = events()[0].fills;
    expect(fill).toMatchObject({ cli_ord_id: 'mine', fill_type: 'taker' });
    expect(fill.order_id).not.toBe(order_id);
  });

  it('begins with the newest ones', async () => {
    await bench.order({ ...limit, orderType: 'mkt', cliOrdId: 'mine' });
    const { stream } = await subscribe('fills');
    expect(hear(stream)[3]).toMatchObject({ feed: 'fills_snapshot', fills: [{ price: 100 }] });
  });
});
