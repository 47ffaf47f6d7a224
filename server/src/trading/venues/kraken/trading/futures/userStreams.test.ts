import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../../test/support/manualClock.ts';
import { Secret } from '../../../../../kit/secret.ts';
import type { CcxtClient } from '../../../shared/live/ccxtClient.ts';
import { krakenFuturesStreams } from './userStreams.ts';

// Messages are those of the venue's documents, with our client id where they have one.

const clientId = '018bcfe568007abc8def0123456789ab';
const uuid = '018bcfe5-6800-7abc-8def-0123456789ab';
const venueOrderId = '59302619-41d2-4f0b-941f-7e7914760ad3';
/** The example of the documents, with its signature. */
const challenge = 'c100b894-1729-464d-ace1-52dbce11db42';
const secret =
  '7zxMEF5p/Z8l2p2U7Ghv6x14Af+Fx+92tPgUdVQ748FOIrEoT9bgT+bTRfXc5pz8na+hL/QdrCVG7bh9KpT0eMTm';
const signed =
  '4JEpF3ix66GA2B+ooK128Ift4XQVtc137N9yeg4Kqsn9PI0Kpzbysl9M1IeCEdjg0zl00wkVqcsnG4bmnlMb3A==';

async function prepare() {
  const [stream] = krakenFuturesStreams;
  if (!stream) throw new Error('there is a stream');
  const credentials = { apiKey: new Secret('key'), apiSecret: new Secret(secret) };
  const call = { client: {} as CcxtClient, clock: createManualClock(), credentials };
  const prepared = await stream.prepare(call);
  return {
    prepared,
    read: (message: object) => prepared.read(JSON.stringify(message)),
  };
}

const other = { kind: 'other' };

describe('the stream of kraken futures', () => {
  it('asks for a challenge, and subscribes with what only the owner can sign', async () => {
    const { prepared, read } = await prepare();
    expect(prepared.url).toBe('wss://futures.kraken.com/ws/v1');
    expect(prepared.hello()).toEqual(['{"event":"challenge","api_key":"key"}']);
    expect(read({ event: 'info', version: 1 })).toEqual(other);
    const word = read({ event: 'challenge', message: challenge });
    if (word.kind !== 'answer') throw new Error('the challenge is answered');
    const proof = { api_key: 'key', original_challenge: challenge, signed_challenge: signed };
    expect(word.texts.map((text) => JSON.parse(text))).toEqual([
      { event: 'subscribe', feed: 'open_orders', ...proof },
      { event: 'subscribe', feed: 'fills', ...proof },
    ]);
  });

  it('is ready once both feeds are confirmed', async () => {
    const { read } = await prepare();
    expect(read({ event: 'subscribed', feed: 'fills' })).toEqual(other);
    expect(read({ feed: 'fills_snapshot', account: 'DemoUser', fills: [] })).toEqual(other);
    expect(read({ event: 'subscribed', feed: 'heartbeat' })).toEqual(other);
    expect(read({ event: 'subscribed', feed: 'open_orders' })).toEqual({ kind: 'ready' });
  });

  it.each([
    [{ event: 'alert', message: 'Failed to subscribe to authenticated feed' }, /Failed to/],
    [{ event: 'error', message: 'Invalid feed' }, /Invalid feed/],
    [{ event: 'subscribed_failed', feed: 'fills' }, /subscribed_failed fills/],
    [{ event: 'unsubscribed', feed: 'open_orders' }, /unsubscribed open_orders/],
  ])('is over with %j', async (message, reason) => {
    const { read } = await prepare();
    expect(read(message)).toEqual({ kind: 'over', reason: expect.stringMatching(reason) });
  });

  it('says something every twenty seconds, and minds no answer to that', async () => {
    const { prepared, read } = await prepare();
    expect(prepared.ping?.everyMs).toBe(20_000);
    expect(prepared.ping?.text()).toBe('{"event":"subscribe","feed":"heartbeat"}');
    const twice = { event: 'alert', message: 'Already subscribed to feed, re-requesting' };
    expect(read(twice)).toEqual(other);
    expect(read({ feed: 'heartbeat', time: 1_534_262_350_627 })).toEqual(other);
  });
});

describe('a word of kraken futures', () => {
  const named = (name: object) => ({ kind: 'orders', orders: [name] });
  const order = {
    instrument: 'PI_XBTUSD',
    time: 1_567_702_877_410,
    last_update_time: 1_567_702_877_410,
    qty: 304,
    filled: 0,
    limit_price: 10_640,
    stop_price: 0,
    type: 'limit',
    order_id: venueOrderId,
    cli_ord_id: uuid,
    direction: 1,
    reduce_only: true,
  };
  const update = (reason: string) => ({ feed: 'open_orders', order, is_cancel: false, reason });

  it('names an order by both ids where it says more than that it was placed', async () => {
    const { read } = await prepare();
    expect(read(update('partial_fill'))).toEqual(named({ clientId, venueOrderId }));
    expect(read(update('limit_order_from_stop'))).toEqual(named({ clientId, venueOrderId }));
    expect(read(update('new_placed_order_by_user'))).toEqual(other);
  });

  it('names an order that is gone by the id that it says', async () => {
    const { read } = await prepare();
    const gone = { feed: 'open_orders', order_id: venueOrderId, is_cancel: true };
    for (const reason of ['cancelled_by_user', 'full_fill', 'stop_order_triggered']) {
      const word = read({ ...gone, reason });
      expect(word).toEqual(named({ clientId: undefined, venueOrderId }));
    }
    const both = read({ ...gone, cli_ord_id: uuid, reason: 'dead_man_switch' });
    expect(both).toEqual(named({ clientId, venueOrderId }));
  });

  it('names the orders of fills, and not those of a snapshot', async () => {
    const { read } = await prepare();
    const fill = {
      instrument: 'FI_XBTUSD_200925',
      time: 1_600_256_910_739,
      price: 10_937.5,
      seq: 36,
      buy: true,
      qty: 5_000,
      order_id: venueOrderId,
      cli_ord_id: uuid,
      fill_type: 'maker',
    };
    const fills = [fill, { ...fill, order_id: 'another', cli_ord_id: 'of somebody else' }];
    expect(read({ feed: 'fills', username: 'DemoUser', fills })).toEqual({
      kind: 'orders',
      orders: [
        { clientId, venueOrderId },
        { clientId: undefined, venueOrderId: 'another' },
      ],
    });
    expect(read({ feed: 'fills_snapshot', account: 'DemoUser', fills })).toEqual(other);
    expect(read({ feed: 'open_orders_snapshot', orders: [order] })).toEqual(other);
  });

  it('is nothing where it cannot be read', async () => {
    const { prepared } = await prepare();
    const broken = ['', 'null', '[]', '<html>', '{}', '{"feed":"fills"}', '{"event":"pong"}'];
    for (const text of [...broken, '{"feed":"fills","fills":[]}']) {
      expect(prepared.read(text)).toEqual(other);
    }
  });
});
