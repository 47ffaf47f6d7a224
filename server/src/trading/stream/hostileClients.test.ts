import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { testStreams } from '../../../test/support/streams/fixture.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';

const btcUsdt = 'BTC/USDT' as InstrumentSymbol;
const btc = { symbol: btcUsdt };
const all = ['binance', 'bybit', 'gateio', 'kraken'];

const setUp = testStreams();

describe('book stream under hostile clients', () => {
  it.each<[what: string, ...args: unknown[]]>([
    ['subscribe_orderbook'],
    ['subscribe_orderbook', null],
    ['subscribe_orderbook', 'BTC/USDT'],
    ['subscribe_orderbook', 7],
    ['subscribe_orderbook', [[[[]]]]],
    ['subscribe_orderbook', { symbol: { $ne: null } }],
    ['subscribe_orderbook', JSON.parse('{"__proto__":{"symbol":"BTC/USDT"}}')],
    ['subscribe_orderbook', Buffer.from('binary')],
    ['subscribe_orderbook', () => undefined],
    ['subscribe_orderbook', {}, () => undefined],
    ['unsubscribe_orderbook', { symbol: 'BTC/USDT' }, 1, 2, () => undefined],
    ['get_snapshot', { symbol: '../../etc/passwd' }],
    ['error', 'mine'],
    ['message', 'mine'],
    ['connected', 'mine'],
    ['x'.repeat(5_000)],
  ])('answers %s with an error and goes on', async (event, ...args) => {
    const { connect, references } = await setUp();
    const client = await connect();
    client.socket.emit(event, ...args);
    const { message } = await client.next('error');
    expect(message).toMatch(/\w{3}/);
    expect(String(message).length).toBeLessThan(200);
    expect(references()).toEqual({});
    client.socket.emit('subscribe_orderbook', btc);
    await client.next('subscribed');
  });

  it('ends the connection of a flooder and says why', async () => {
    const { connect, dropped, stream, clock, references } = await setUp();
    const [client, other] = [await connect(), await connect()];
    client.socket.emit('subscribe_orderbook', btc);
    for (let n = 0; n < 300; n += 1) client.socket.emit('get_snapshot', btc);
    await client.next('disconnect');
    const last = client.received.filter(({ event }) => event === 'error').at(-1);
    expect(last?.payload).toEqual({ message: 'Disconnected: too many requests' });
    expect(dropped).toEqual(['flood']);
    while (stream.stats().sockets > 1) await clock.yield();
    expect(references()).toEqual({});
    await other.fence();
  });

  it('ends the connection of a flooder with packets that are no events', async () => {
    const { connect, connectRaw, dropped } = await setUp();
    const other = await connect();
    const raw = await connectRaw();
    for (let n = 0; n < 600; n += 1) raw.send('437[]');
    await once(raw, 'close');
    expect(dropped).toContain('flood');
    await other.fence();
  });

  it('lets a client that waits go on after it was too fast', async () => {
    const { connect, clock } = await setUp({ requestBurst: 2 });
    const client = await connect();
    for (let n = 0; n < 3; n += 1) client.socket.emit('get_snapshot', btc);
    for (let n = 0; n < 2; n += 1) await client.next('error');
    expect(await client.next('error')).toEqual({ message: 'Too many requests: at most 20/s' });
    await clock.advance(50);
    client.socket.emit('subscribe_orderbook', btc);
    await client.next('subscribed');
  });

  it('limits the error events of one client', async () => {
    const { connectRaw } = await setUp({ requestBurst: 10 });
    const raw = await connectRaw();
    let errors = 0;
    raw.on('message', (data) => {
      if (String(data).startsWith('42["error"')) errors += 1;
    });
    for (let n = 0; n < 10; n += 1) {
      for (let m = 0; m < 10; m += 1) raw.send('42["nonsense"]');
      // The pong arrives only after the frames before it were read.
      raw.ping();
      await once(raw, 'pong');
    }
    expect(errors).toBe(10);
  });

  it('closes a connection whose message is too large', async () => {
    const { connectRaw } = await setUp();
    const raw = await connectRaw();
    raw.send(`42["get_snapshot",{"symbol":"${'x'.repeat(20_000)}"}]`);
    await once(raw, 'close');
  });

  it.each([
    ['two joins at once', '40', '40'],
    ['a join of nowhere', '40/admin,'],
    ['nonsense', 'hello'],
    ['a reserved event', '42["disconnect"]'],
    ['a broken packet', '42["subscribe_orderbook",{'],
    ['a binary event with absurd attachments', '4599999-["x",{"_placeholder":true,"num":0}]'],
    ['an answer to nothing', '437[]'],
    ['leaving', '41'],
    ['a deep payload', `42["get_snapshot",${'['.repeat(7_000)}${']'.repeat(7_000)}]`],
  ])('survives %s', async (_what, ...frames) => {
    const { connect, port, stream, clock } = await setUp();
    const other = await connect();
    const raw = new WebSocket(
      `ws://127.0.0.1:${port}/order-execution/socket.io/?EIO=4&transport=websocket`,
    );
    raw.on('error', () => undefined);
    await once(raw, 'message');
    if (frames[0] !== '40') raw.send('40');
    for (const frame of frames) raw.send(frame);
    await other.fence();
    raw.terminate();
    while (stream.stats().sockets > 1) await clock.yield();
    await other.fence();
  });

  it('refuses connections beyond its limits, whole and per address', async () => {
    for (const limits of [{ connectionsMax: 1 }, { connectionsPerAddressMax: 1 }]) {
      const { connect, stream, clock } = await setUp(limits);
      const first = await connect();
      const second = await connect();
      expect(second.received[0]?.payload).toHaveProperty('error');
      first.socket.disconnect();
      while (stream.stats().sockets > 0) await clock.yield();
      const third = await connect();
      expect(third.received[0]?.payload).toHaveProperty('sid');
    }
  });

  it.each([
    ['a page of another origin', { origin: 'https://evil.example' }, 400],
    ['a name that was made to lead here', { host: 'evil.example' }, 400],
    ['the page that it serves', { origin: 'http://127.0.0.1', host: '127.0.0.1' }, 101],
    ['a page that is allowed', { origin: 'https://desk.example' }, 101],
    ['a name of its own', { host: 'windlass:3000' }, 101],
  ])('answers an upgrade of %s', async (_what, headers, status) => {
    const { port } = await setUp();
    const query = 'EIO=4&transport=websocket';
    const url = `ws://127.0.0.1:${port}/order-execution/socket.io/?${query}`;
    const raw = new WebSocket(url, { headers });
    raw.on('error', () => undefined);
    const answered = new Promise<number | undefined>((resolve) => {
      raw.on('upgrade', ({ statusCode }) => resolve(statusCode));
      raw.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
    });
    expect(await answered).toBe(status);
    raw.terminate();
  });

  const isTrustedProxy = (address: string) => address === '127.0.0.1';
  const openFrom = async (port: number, from: string) => {
    const query = 'EIO=4&transport=websocket';
    const url = `ws://127.0.0.1:${port}/order-execution/socket.io/?${query}`;
    const raw = new WebSocket(url, { headers: { 'x-forwarded-for': from } });
    raw.on('error', () => undefined);
    const isTaken = await new Promise<boolean>((resolve) => {
      raw.on('message', () => resolve(true));
      raw.on('unexpected-response', () => resolve(false));
    });
    return { raw, isTaken };
  };

  it('counts clients of a trusted proxy by the address that it tells', async () => {
    const { port } = await setUp({ connectionsPerAddressMax: 1, isTrustedProxy });
    const all = [];
    // The left part of the header is only the client's claim, and another port is not another
    // client.
    for (const from of ['192.0.2.1', '192.0.2.9, 192.0.2.1:50001', '192.0.2.2', '192.0.2.2:7']) {
      all.push(await openFrom(port, from));
    }
    expect(all.map(({ isTaken }) => isTaken)).toEqual([true, false, true, false]);
    for (const { raw } of all) raw.terminate();
  });

  it('keeps a place for this machine when others have taken all they may', async () => {
    const { port } = await setUp({ connectionsMax: 50, isTrustedProxy });
    const others = [];
    for (let place = 0; place < 50; place += 1) {
      others.push(await openFrom(port, `192.0.2.${place}`));
    }
    expect(others.filter(({ isTaken }) => isTaken)).toHaveLength(49);
    const own = await openFrom(port, '127.0.0.1');
    expect(own.isTaken).toBe(true);
    for (const { raw } of [...others, own]) raw.terminate();
  });

  it('lets a client that reads nothing delay nobody, hold no memory, and then catch up', async () => {
    const { clock, connect, connectRaw, stream, warm, write } = await setUp();
    warm();
    const raw = await connectRaw();
    const live = await connect();
    const request = { ...btc, depth: 20, include_global: false };
    raw.send(`42["subscribe_orderbook",${JSON.stringify(request)}]`);
    live.socket.emit('subscribe_orderbook', request);
    await live.next('subscribed');
    await live.fence();
    while (stream.stats().subscriptions < 2) await clock.yield();
    raw.pause();
    let beats = 0;
    const beat = async () => {
      beats += 1;
      for (const venue of all)
        write(venue, 1_000 + beats, { levels: 50, quantity: 1 / (3 + beats) });
      await clock.advance(100);
    };
    // Fills the buffers of the system until the server itself notices that nobody reads.
    while (stream.stats().busy === 0 && beats < 20_000) await beat();
    expect(stream.stats().busy).toBe(1);
    await live.fence();
    const before = live.count('orderbook_update');
    expect(before).toBe(beats * all.length);
    for (let n = 0; n < 50; n += 1) await beat();
    await live.fence();
    expect(live.count('orderbook_update')).toBe(before + 50 * all.length);
    expect(stream.stats().owed).toBe(all.length);
    const lastBids = new Map<string, number>();
    let received = 0;
    raw.on('message', (data) => {
      const [event, book] = JSON.parse(String(data).slice(2));
      if (event !== 'orderbook_update') return;
      received += 1;
      lastBids.set(book.venue, book.bids[0][0]);
    });
    raw.resume();
    while (stream.stats().busy > 0 || lastBids.get('kraken') !== 999 + beats) await clock.yield();
    expect([...lastBids.values()]).toEqual(all.map(() => 999 + beats));
    expect(received).toBeLessThan(beats * all.length);
  });

  it('closes a client that has taken nothing for half a minute', async () => {
    const { clock, connect, connectRaw, dropped, references, stream, write } = await setUp();
    const raw = await connectRaw();
    raw.send(`42["subscribe_orderbook",${JSON.stringify({ ...btc, depth: 20 })}]`);
    while (stream.stats().subscriptions < 1) await clock.yield();
    raw.pause();
    for (let n = 0; stream.stats().busy === 0 && n < 20_000; n += 1) {
      for (const venue of all) write(venue, 1_000 + n, { levels: 50, quantity: 1 / (3 + n) });
      await clock.advance(100);
    }
    await clock.advance(29_000);
    expect(dropped).toEqual([]);
    await clock.advance(2_000);
    expect(dropped).toEqual(['slow']);
    expect(stream.stats().sockets).toBe(0);
    expect(references()).toEqual({});
    await (await connect()).fence();
  });

  it('ends every connection when closed and takes no new ones', async () => {
    const { clock, connect, references, stream } = await setUp();
    const client = await connect();
    client.socket.emit('subscribe_orderbook', btc);
    await client.next('subscribed');
    await stream.close();
    await client.next('disconnect');
    expect(references()).toEqual({});
    expect(stream.stats()).toMatchObject({ sockets: 0, channels: 0 });
    expect((await connect()).received[0]?.payload).toHaveProperty('error');
    expect(clock.pending()).toBe(0);
  });
});
