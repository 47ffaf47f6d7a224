import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { testStreams } from '../../../test/support/streams/fixture.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';

const btcUsdt = 'BTC/USDT' as InstrumentSymbol;
const btc = { symbol: btcUsdt };
const all = ['binance', 'bybit', 'gateio', 'kraken'];

const setUp = testStreams();

describe('book stream', () => {
  it('greets a client with its id', async () => {
    const { connect } = await setUp();
    const { received, socket } = await connect();
    expect(received).toEqual([
      {
        event: 'connected',
        payload: { sid: socket.id, message: 'Connected to the order book stream' },
      },
    ]);
  });

  it('answers a subscription, then shows the books there are, then what follows', async () => {
    const { clock, connect, orderbook, write } = await setUp();
    orderbook.subscribe([btcUsdt], orderbook.venues);
    write('kraken', 1_000, { levels: 120 });
    const client = await connect();
    client.socket.emit('subscribe_orderbook', btc);
    await client.next('global_book');
    expect(client.received.map(({ event }) => event).slice(1)).toEqual([
      'subscribed',
      'orderbook_snapshot',
      'global_book',
    ]);
    expect(client.received[1]?.payload).toEqual({
      symbol: 'BTC/USDT',
      venues: all,
      include_global: true,
      depth: 5,
    });
    const snapshot = client.received[2]?.payload as { venues: Record<string, { bids: unknown[] }> };
    expect(Object.keys(snapshot.venues)).toEqual(['kraken']);
    expect(snapshot.venues.kraken?.bids).toHaveLength(100);
    write('binance', 1_000, { levels: 120 });
    await clock.advance(0);
    const update = await client.next('orderbook_update');
    expect(update).toMatchObject({ venue: 'binance', symbol: 'BTC/USDT', quality: 'GOOD' });
    expect(update.bids).toHaveLength(5);
  });

  it('lets the first snapshot of a cold symbol wait until its venues have data', async () => {
    const { clock, connect, write } = await setUp();
    const client = await connect();
    client.socket.emit('subscribe_orderbook', btc);
    await client.next('subscribed');
    for (const venue of all) {
      await client.fence();
      expect(client.count('orderbook_snapshot')).toBe(0);
      write(venue, 1_000, { levels: 120 });
      await clock.advance(25);
    }
    const snapshot = await client.next('orderbook_snapshot');
    const depths = Object.entries(snapshot.venues as Record<string, { bids: unknown[] }>).map(
      ([venue, { bids }]) => [venue, bids.length],
    );
    expect(depths).toEqual(all.map((venue) => [venue, 100]));
    await client.next('global_book');
  });

  it('does not wait for a venue that stays behind, nor for ever for any', async () => {
    const { clock, connect, write } = await setUp();
    const client = await connect();
    client.socket.emit('subscribe_orderbook', btc);
    client.socket.emit('subscribe_orderbook', { symbol: 'ETH/USDT' });
    await client.next('subscribed');
    await client.next('subscribed');
    write('kraken', 1_000);
    await clock.advance(300);
    const snapshot = await client.next('orderbook_snapshot');
    expect(Object.keys(snapshot.venues as object)).toEqual(['kraken']);
    await clock.advance(1_700);
    expect(await client.next('orderbook_snapshot')).toMatchObject({
      symbol: 'ETH/USDT',
      venues: {},
    });
  });

  it('says why it ends every connection when it has to', async () => {
    const { connect, stream } = await setUp();
    const client = await connect();
    await stream.close('Disconnected: the engine is lost.');
    expect(await client.next('error')).toEqual({ message: 'Disconnected: the engine is lost.' });
    await client.next('disconnect');
  });

  it('forgets a snapshot that waits when the client goes', async () => {
    const { clock, connect, references, stream } = await setUp();
    const client = await connect();
    client.socket.emit('subscribe_orderbook', btc);
    client.socket.emit('subscribe_orderbook', { ...btc, depth: 20 });
    await client.next('subscribed');
    await client.next('subscribed');
    client.socket.disconnect();
    while (stream.stats().sockets > 0) await clock.yield();
    await stream.close();
    expect(references()).toEqual({});
    expect(clock.pending()).toBe(0);
  });

  it('follows only the venues and the depth asked for, without the global book if so', async () => {
    const { clock, connect, warm, write, references } = await setUp();
    warm();
    const client = await connect();
    const request = { ...btc, venues: ['kraken', 'gate'], include_global: false, depth: 1 };
    client.socket.emit('subscribe_orderbook', request);
    expect(await client.next('subscribed')).toMatchObject({ venues: ['gateio', 'kraken'] });
    expect(references()).toEqual({ gateio: 1, kraken: 1 });
    write('kraken', 100, { levels: 9 });
    await clock.advance(0);
    expect((await client.next('orderbook_update')).asks).toEqual([[101, 1]]);
    await client.fence();
    expect(client.count('global_book')).toBe(0);
  });

  it('leaves out venues that do not list the symbol, and refuses what none lists', async () => {
    const { connect, references } = await setUp();
    const client = await connect();
    client.socket.emit('subscribe_orderbook', { symbol: 'DOGE/USDT' });
    expect(await client.next('subscribed')).toMatchObject({ venues: all.slice(0, 3) });
    client.socket.emit('subscribe_orderbook', { symbol: 'NONE/USDT' });
    const { message } = await client.next('error');
    expect(message).toMatch(/^Subscription failed: .*NONE\/USDT/);
    expect(references()).toEqual({ binance: 1, bybit: 1, gateio: 1 });
  });

  it('replaces a subscription of the same symbol without losing or leaking references', async () => {
    const { clock, connect, warm, write, references, stream } = await setUp();
    warm();
    const client = await connect();
    client.socket.emit('subscribe_orderbook', { ...btc, depth: 20 });
    const second = { ...btc, venues: ['kraken'], depth: 1, include_global: false };
    client.socket.emit('subscribe_orderbook', second);
    await client.next('subscribed');
    expect(await client.next('subscribed')).toMatchObject({ venues: ['kraken'], depth: 1 });
    expect(references()).toEqual({ kraken: 1 });
    expect(stream.stats()).toMatchObject({ subscriptions: 1, channels: 1, rooms: 1 });
    write('kraken', 100, { levels: 5 });
    await clock.advance(0);
    expect((await client.next('orderbook_update')).bids).toHaveLength(1);
  });

  it('ends a subscription, and says so when there is none', async () => {
    const { clock, connect, warm, write, references } = await setUp();
    warm();
    const client = await connect();
    client.socket.emit('subscribe_orderbook', btc);
    client.socket.emit('unsubscribe_orderbook', btc);
    expect(await client.next('unsubscribed')).toEqual(btc);
    expect(references()).toEqual({});
    write('kraken', 100);
    await clock.advance(200);
    await client.fence();
    expect(client.count('orderbook_update')).toBe(0);
    client.socket.emit('unsubscribe_orderbook', btc);
    expect(await client.next('error')).toEqual({ message: 'Not subscribed to BTC/USDT' });
  });

  it('gives the references of a client that goes away back, once each', async () => {
    const { connect, connectRaw, references, stream, clock } = await setUp();
    const [one, two] = [await connect(), await connect()];
    for (const { socket } of [one, two]) socket.emit('subscribe_orderbook', btc);
    await Promise.all([one.next('subscribed'), two.next('subscribed')]);
    const raw = await connectRaw();
    raw.send(`42["subscribe_orderbook",${JSON.stringify(btc)}]`);
    await two.fence();
    expect(references().kraken).toBe(3);
    raw.terminate();
    one.socket.disconnect();
    while (stream.stats().sockets > 1) await clock.yield();
    expect(references().kraken).toBe(1);
    two.socket.disconnect();
    while (stream.stats().sockets > 0) await clock.yield();
    expect(references()).toEqual({});
    expect(stream.stats()).toMatchObject({ subscriptions: 0, channels: 0, rooms: 0, owed: 0 });
  });

  it('shows a snapshot on request, and says when there is none', async () => {
    const { connect, orderbook, write } = await setUp();
    orderbook.subscribe([btcUsdt], orderbook.venues);
    write('binance', 100);
    write('kraken', 100);
    const client = await connect();
    client.socket.emit('get_snapshot', { ...btc, venues: ['kraken'] });
    const snapshot = await client.next('orderbook_snapshot');
    expect(Object.keys(snapshot.venues as object)).toEqual(['kraken']);
    client.socket.emit('get_snapshot', { symbol: 'ETH/USDT' });
    expect(await client.next('error')).toEqual({
      message: 'No orderbook data available for ETH/USDT',
    });
  });

  it('bounds the symbols of one connection', async () => {
    const { connect } = await setUp({ symbolsMax: 1 });
    const client = await connect();
    client.socket.emit('subscribe_orderbook', btc);
    client.socket.emit('subscribe_orderbook', { ...btc, depth: 1 });
    client.socket.emit('subscribe_orderbook', { symbol: 'ETH/USDT' });
    expect(await client.next('error')).toEqual({
      message: 'Subscription failed: at most 1 symbols on one connection',
    });
    expect(client.count('subscribed')).toBe(2);
  });

  it('serves clients that poll, and those that upgrade', async () => {
    const { clock, connect, warm, write } = await setUp();
    warm();
    for (const transports of [['polling'], ['polling', 'websocket']]) {
      const client = await connect(transports);
      if (transports.length > 1) {
        const { engine } = client.socket.io;
        if (engine.transport.name === 'polling') await once(engine as never, 'upgrade');
      }
      client.socket.emit('subscribe_orderbook', btc);
      await client.next('subscribed');
      await client.fence();
      for (const price of [100, 101, 102]) {
        write('kraken', price);
        write('binance', price);
        await clock.advance(100);
        await client.fence();
      }
      const bids = client.received
        .filter(({ event, payload }) => event === 'orderbook_update' && payload.venue === 'kraken')
        .map(({ payload }) => (payload.bids as number[][])[0]?.[0]);
      expect(bids).toEqual([99, 100, 101]);
      client.socket.disconnect();
    }
  });
});
