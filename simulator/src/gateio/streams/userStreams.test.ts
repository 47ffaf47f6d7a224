import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';
import { apiKey, type Bench, openBench } from '../../../test/support/gateio.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const spotHost = 'api.gateio.ws';
const contractHost = 'fx-ws.gateio.ws';
const account = '1';

const hear = ({ texts }: Stream) => texts.map((text) => JSON.parse(text));

interface Asking {
  readonly channel: string;
  readonly payload: readonly string[];
  readonly key?: string;
  readonly secret?: string;
  readonly ageMs?: number;
  readonly event?: string;
}

function ask(stream: Stream, { channel, payload, ...rest }: Asking): void {
  const { key = apiKey, secret = 'secret-of-a-test', ageMs = 0, event = 'subscribe' } = rest;
  const time = Math.floor((bench.now() - ageMs) / 1_000);
  const signed = `channel=${channel}&event=${event}&time=${time}`;
  const SIGN = createHmac('sha512', secret).update(signed).digest('hex');
  const auth = { method: 'api_key', KEY: key, SIGN };
  stream.send(JSON.stringify({ id: 7, time, channel, event, payload, auth }));
}

/** Subscribes to channels; leaves out the answers to the subscriptions. */
async function subscribe(wallet: string, channels: readonly string[]) {
  const isSpot = wallet === 'spot';
  const path = { spot: '/ws/v4/', usdt: '/v4/ws/usdt', dated: '/v4/ws/delivery/usdt' }[wallet];
  const stream = await openStream(bench.url, isSpot ? spotHost : contractHost, path ?? '');
  const payload = isSpot ? ['!all'] : [account, '!all'];
  for (const channel of channels) ask(stream, { channel, payload });
  await stream.until(channels.length);
  return {
    stream,
    /** Returns the first rows of so many messages. */
    async words(count: number) {
      await stream.until(channels.length + count);
      const told = hear(stream).slice(channels.length);
      return told.map(({ channel, result }) => [channel, [result].flat()[0]]);
    },
  };
}

describe('a subscription', () => {
  it('is confirmed in the words of its question', async () => {
    const stream = await openStream(bench.url, spotHost, '/ws/v4/');
    ask(stream, { channel: 'spot.orders_v2', payload: ['BTC_USDT'] });
    await stream.until(1);
    expect(hear(stream)).toEqual([
      {
        time: bench.now() / 1_000,
        time_ms: bench.now(),
        id: 7,
        channel: 'spot.orders_v2',
        event: 'subscribe',
        payload: ['BTC_USDT'],
        error: null,
        result: { status: 'success' },
      },
    ]);
  });

  it.each([
    ['another signature', { secret: 'another' }, 4, 'INVALID_SIGNATURE'],
    ['a key that is nobody’s', { key: 'nobody' }, 4, 'INVALID_KEY'],
    ['an old time', { ageMs: 61_000 }, 4, 'REQUEST_EXPIRED'],
    ['an unknown pair', { payload: ['NO_PAIR'] }, 2, 'unknown currency pair: NO_PAIR'],
    ['no pair', { payload: [] }, 2, 'invalid argument'],
    ['an unknown channel', { channel: 'spot.others' }, 2, 'Unknown channel spot.others'],
    ['an unknown event', { event: 'api' }, 2, 'Unknown event api'],
  ])('is refused with %s', async (_, changes, code, words) => {
    const stream = await openStream(bench.url, spotHost, '/ws/v4/');
    ask(stream, { channel: 'spot.orders', payload: ['!all'], ...changes });
    await stream.until(1);
    const [{ error, result }] = hear(stream);
    expect([error.code, result]).toEqual([code, { status: 'fail' }]);
    expect(error.message).toContain(words);
    const body = { currency_pair: 'BTC_USDT', side: 'buy', amount: '0.1', price: '90' };
    await bench.ok('POST /spot/orders', { body });
    expect(stream.texts).toHaveLength(1);
  });

  it('on contracts names the account, and one of its contracts or all', async () => {
    const stream = await openStream(bench.url, contractHost, '/v4/ws/usdt');
    ask(stream, { channel: 'futures.orders', payload: ['2', '!all'] });
    ask(stream, { channel: 'futures.orders', payload: [account, 'NO_PAIR'] });
    ask(stream, { channel: 'futures.orders', payload: [account, 'BTC_USDT'] });
    stream.send('no request');
    await stream.until(4);
    expect(hear(stream).map(({ error }) => error && [error.code, error.message])).toEqual([
      [2, 'invalid user id'],
      [2, 'unknown contract NO_PAIR'],
      null,
      [1, 'Invalid request body format'],
    ]);
  });

  it('is taken back', async () => {
    const { stream } = await subscribe('spot', ['spot.orders']);
    ask(stream, { channel: 'spot.orders', payload: ['!all'], event: 'unsubscribe' });
    await stream.until(2);
    const body = { currency_pair: 'BTC_USDT', side: 'buy', amount: '0.1', price: '90' };
    await bench.ok('POST /spot/orders', { body });
    expect(stream.texts).toHaveLength(2);
  });

  it.each([
    ['spot', spotHost, '/ws/v4/'],
    ['futures', contractHost, '/v4/ws/delivery/usdt'],
  ])('of %s is answered when it asks whether anybody is there', async (product, host, path) => {
    const stream = await openStream(bench.url, host, path);
    stream.send(JSON.stringify({ time: 1, channel: `${product}.ping` }));
    await stream.until(1);
    const nothing = { event: '', error: null, result: null };
    expect(hear(stream)).toMatchObject([{ channel: `${product}.pong`, ...nothing }]);
    await expect(openStream(bench.url, host, '/elsewhere')).rejects.toThrow('404');
  });
});

describe('on spot', () => {
  const order = { currency_pair: 'BTC_USDT', side: 'sell', amount: '1', price: '105' };

  it('an order is told when it is taken, filled in parts and cancelled', async () => {
    const { words } = await subscribe('spot', ['spot.orders_v2', 'spot.usertrades']);
    const { id } = await bench.ok('POST /spot/orders', { body: { ...order, text: 't-mine' } });
    bench.simulator.show('gateio', 'BTC/USDT', { bids: [['105', '0.4']], asks: [['107', '4']] });
    const query = { currency_pair: 'BTC_USDT' };
    await bench.ok(`DELETE /spot/orders/${id}`, { query });
    const told = await words(4);
    const [taken, filled, trade, cancelled] = told.map(([, row]) => row);
    const shared = { id, text: 't-mine', user: 1, currency_pair: 'BTC_USDT', amount: '1' };
    expect(taken).toMatchObject({ ...shared, event: 'put', left: '1', finish_as: 'open' });
    expect(filled).toMatchObject({ ...shared, event: 'update', left: '0.6', filled_total: '42' });
    expect(cancelled).toMatchObject({ ...shared, event: 'finish', finish_as: 'cancelled' });
    expect(trade).toMatchObject({ order_id: id, user_id: 1, amount: '0.4', role: 'maker' });
    expect(told.map(([channel]) => channel)).toEqual([
      'spot.orders_v2',
      'spot.orders_v2',
      'spot.usertrades',
      'spot.orders_v2',
    ]);
    expect([taken.fee, taken.status]).toEqual([undefined, undefined]);
  });

  it('the older channel tells what is paid', async () => {
    const { words } = await subscribe('spot', ['spot.orders']);
    await bench.ok('POST /spot/orders', { body: { ...order, price: '99' } });
    const told = (await words(2)).map(([, { event, fee, left }]) => [event, fee, left]);
    expect(told).toEqual([
      ['put', '0', '1'],
      ['finish', '0.2', '0'],
    ]);
  });

  it('a conditional order is told apart from the one in its place', async () => {
    const { words } = await subscribe('spot', ['spot.orders_v2', 'spot.priceorders']);
    const { id } = await bench.ok('POST /spot/price_orders', {
      body: {
        market: 'BTC_USDT',
        trigger: { price: '95', rule: '<=', expiration: 3_600 },
        put: { side: 'sell', type: 'market', amount: '1', price: '95', time_in_force: 'ioc' },
      },
    });
    bench.show(90, 91);
    const [asleep, fired, put, finish] = await words(4);
    expect(asleep).toMatchObject([
      'spot.priceorders',
      { id: String(id), uid: '1', fired_order_id: 0, ftime: '-62135596800000' },
    ]);
    const child = fired?.[1].fired_order_id;
    expect(fired?.[1]).toMatchObject({ id: String(id), ftime: String(bench.now()) });
    expect(put?.[1]).toMatchObject({ id: String(child), text: `ao-${id}`, event: 'put' });
    expect(finish?.[1]).toMatchObject({ id: String(child), event: 'finish', finish_as: 'filled' });
  });

  it('a conditional order that is cancelled has an end', async () => {
    const { words } = await subscribe('spot', ['spot.priceorders']);
    const { id } = await bench.ok('POST /spot/price_orders', {
      body: {
        market: 'BTC_USDT',
        trigger: { price: '95', rule: '<=', expiration: 3_600 },
        put: { side: 'sell', type: 'market', amount: '1', price: '95', time_in_force: 'ioc' },
      },
    });
    await bench.ok(`DELETE /spot/price_orders/${id}`);
    const [, ended] = await words(2);
    expect(ended?.[1]).toMatchObject({ fired_order_id: 0, ftime: String(bench.now()) });
  });

  it('nothing is told of contracts, or of another account', async () => {
    const { stream } = await subscribe('spot', ['spot.orders_v2']);
    bench.simulator.addAccount({
      venue: 'gateio',
      apiKey: 'other',
      secret: 'secret-of-a-test',
      balances: { spot: { USDT: '1000' } },
    });
    const others = await openStream(bench.url, spotHost, '/ws/v4/');
    ask(others, { channel: 'spot.orders_v2', payload: ['!all'], key: 'other' });
    await others.until(1);
    const body = { contract: 'BTC_USDT', size: 10, price: '90' };
    await bench.ok('POST /futures/usdt/orders', { body });
    await bench.ok('POST /spot/orders', { body: order });
    await stream.until(2);
    expect([stream.texts.length, others.texts.length]).toEqual([2, 1]);
    expect(bench.simulator.streams('gateio')).toBe(2);
  });
});

describe('on contracts', () => {
  it.each([
    ['usdt', 'futures/usdt', 'BTC_USDT'],
    ['dated', 'delivery/usdt', 'BTC_USDT_20270326'],
  ])('an order of %s is told when it is taken and when it fills', async (wallet, folder, name) => {
    const { words } = await subscribe(wallet, ['futures.orders', 'futures.usertrades']);
    const body = { contract: name, size: -10, price: '105', text: 't-mine' };
    const { id } = await bench.ok(`POST /${folder}/orders`, { body });
    bench.show(106, 107);
    const told = await words(3);
    const [taken, filled, trade] = told.map(([, row]) => row);
    const shared = { id, text: 't-mine', user: '1', contract: name, size: -10, price: 105 };
    expect(taken).toMatchObject({ ...shared, status: 'open', finish_as: '_new', left: -10 });
    expect(filled).toMatchObject({
      ...shared,
      status: 'finished',
      finish_as: 'filled',
      fill_price: 105,
      finish_time_ms: bench.now(),
    });
    expect(filled.left).toBe(0);
    expect(trade).toMatchObject({ order_id: String(id), size: -10, role: 'maker' });
  });

  it('an order that takes at once is told as it came, and then as it ended', async () => {
    const { words } = await subscribe('usdt', ['futures.orders']);
    const body = { contract: 'BTC_USDT', size: -10, price: '99' };
    await bench.ok('POST /futures/usdt/orders', { body });
    const told = (await words(2)).map(([, row]) => [row.finish_as, row.left, row.fill_price]);
    expect(told).toEqual([
      ['_new', -10, 0],
      ['filled', 0, 100],
    ]);
  });

  it('an order that fills in part goes on', async () => {
    const { words } = await subscribe('usdt', ['futures.orders']);
    const body = { contract: 'BTC_USDT', size: -10, price: '105' };
    await bench.ok('POST /futures/usdt/orders', { body });
    const book = { bids: [['105', 4]], asks: [['107', 4]] } as const;
    bench.simulator.show('gateio', 'BTC/USDT:USDT', book);
    const [, part] = await words(2);
    expect(part?.[1]).toMatchObject({ status: 'open', finish_as: '_update', left: -6 });
  });

  it('a conditional order is told apart from the one in its place', async () => {
    const { stream } = await subscribe('usdt', ['futures.orders', 'futures.autoorders']);
    const { id_string: id } = await bench.ok('POST /futures/usdt/price_orders', {
      body: {
        initial: { contract: 'BTC_USDT', size: -10, price: '0', tif: 'ioc', text: 't-mine' },
        trigger: { price: '95', rule: 2, price_type: 0 },
      },
    });
    bench.show(90, 91);
    await stream.until(6);
    const told = stream.texts.slice(2);
    // It is a number with all its digits.
    expect(told[0]).toContain(`"id":${id},`);
    const rows = told.map((text) => JSON.parse(text).result[0]);
    expect(rows[0]).toMatchObject({ status: 'open', initial: { text: 't-mine' }, trade_id: 0 });
    expect(rows[1]).toMatchObject({ status: 'finished', finish_as: 'succeeded' });
    expect(rows[2]).toMatchObject({ text: `ao-${id}`, finish_as: '_new', id: rows[1].trade_id });
    expect(rows[3]).toMatchObject({ text: `ao-${id}`, finish_as: 'filled' });
  });
});
