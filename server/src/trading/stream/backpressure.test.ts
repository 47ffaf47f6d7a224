import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { createOutbox, portionBytesMax, unreadAnswersMax } from './backpressure.ts';
import { createPacketJoiner, encodePacket } from './packets.ts';

function createTransport() {
  const events = new EventEmitter();
  return {
    writable: true,
    /** State of a `WebSocket`: 1 is open, 2 closing. */
    socket: { readyState: 1 },
    events,
    on: (event: 'ready', listener: () => void) => events.on(event, listener),
    off: (event: 'ready', listener: () => void) => events.off(event, listener),
  };
}

function createConnection() {
  const events = new EventEmitter();
  const connection = {
    readyState: 'open',
    transport: createTransport(),
    events,
    sent: [] as string[],
    on: (event: 'upgrade', listener: () => void) => events.on(event, listener),
    off: (event: 'upgrade', listener: () => void) => events.off(event, listener),
    send(text: string) {
      connection.sent.push(...text.split('\x1e4').map((one) => one.slice(1)));
      connection.transport.writable = false;
    },
    /** Acts as if the transport had handed everything to the system. */
    drain() {
      connection.transport.writable = true;
      connection.transport.events.emit('ready');
    },
  };
  return connection;
}

function setUp() {
  const clock = createManualClock();
  const connection = createConnection();
  let unreadCalls = 0;
  const outbox = createOutbox({
    connection,
    clock,
    join: createPacketJoiner(),
    onUnread: () => {
      unreadCalls += 1;
    },
  });
  return { clock, connection, outbox, unreadCalls: () => unreadCalls };
}

/** Makes a source whose state can be changed, and which counts how often it was asked. */
function createCounter(name: string) {
  const counter = {
    state: 0,
    asked: 0,
    packetFor() {
      counter.asked += 1;
      return encodePacket(name, counter.state);
    },
  };
  return counter;
}

describe('outbox', () => {
  it('writes everything owed at one time in one piece, in the order of owing', () => {
    const { connection, outbox } = setUp();
    outbox.schedule(createCounter('a'));
    outbox.schedule(createCounter('b'));
    outbox.flush();
    expect(connection.sent).toEqual(['["a",0]', '["b",0]']);
  });

  it('writes nothing to a WebSocket whose closing has begun', () => {
    const { connection, outbox } = setUp();
    connection.transport.socket.readyState = 2;
    outbox.schedule(createCounter('a'));
    outbox.flush();
    expect(connection.sent).toEqual([]);
  });

  it('gives a client that was stuck the newest state once, however often it changed', () => {
    const { connection, outbox } = setUp();
    const source = createCounter('a');
    outbox.schedule(source);
    outbox.flush();
    for (let state = 1; state <= 1_000; state += 1) {
      source.state = state;
      outbox.schedule(source);
      outbox.flush();
    }
    expect(connection.sent).toEqual(['["a",0]']);
    expect(source.asked).toBe(1);
    expect(outbox.pendingCount()).toBe(1);
    connection.drain();
    expect(connection.sent).toEqual(['["a",0]', '["a",1000]']);
    connection.drain();
    expect(connection.sent).toHaveLength(2);
  });

  it('tells since when a client has taken nothing, and forgets it once it takes', async () => {
    const { clock, connection, outbox } = setUp();
    outbox.schedule(createCounter('a'));
    outbox.flush();
    expect(outbox.busySinceMs()).toBeUndefined();
    await clock.advance(50);
    outbox.schedule(createCounter('b'));
    outbox.flush();
    await clock.advance(50);
    outbox.flush();
    expect(outbox.busySinceMs()).toBe(50);
    connection.drain();
    expect(outbox.busySinceMs()).toBeUndefined();
  });

  it('does not write what was forgotten', () => {
    const { connection, outbox } = setUp();
    const source = createCounter('a');
    outbox.schedule(source);
    outbox.forget(source);
    outbox.flush();
    expect(connection.sent).toEqual([]);
  });

  it('keeps only so many answers unread and then says so', () => {
    const { connection, outbox, unreadCalls } = setUp();
    connection.transport.writable = false;
    for (let n = 0; n < unreadAnswersMax; n += 1) outbox.answer(createCounter('answer'));
    expect(unreadCalls()).toBe(0);
    outbox.answer(createCounter('answer'));
    expect(unreadCalls()).toBe(1);
    expect(outbox.pendingCount()).toBe(unreadAnswersMax);
    connection.drain();
    outbox.answer(createCounter('answer'));
    expect(unreadCalls()).toBe(1);
  });

  it('hands over one portion at a time, the rest with the state of its own moment', () => {
    const { connection, outbox } = setUp();
    const big = { packetFor: () => encodePacket('big', 'x'.repeat(portionBytesMax)) };
    const later = createCounter('later');
    outbox.schedule(big);
    outbox.schedule(later);
    outbox.flush();
    expect(connection.sent).toHaveLength(1);
    later.state = 7;
    connection.drain();
    expect(connection.sent[1]).toBe('["later",7]');
  });

  it('follows an upgrade to the new transport', () => {
    const { connection, outbox } = setUp();
    const polling = connection.transport;
    polling.writable = false;
    outbox.schedule(createCounter('a'));
    outbox.flush();
    connection.transport = createTransport();
    connection.events.emit('upgrade');
    expect(connection.sent).toEqual(['["a",0]']);
    expect(polling.events.listenerCount('ready')).toBe(0);
  });

  it('writes nothing to a connection that is closing, and lets go of it when closed', () => {
    const { connection, outbox } = setUp();
    connection.readyState = 'closing';
    outbox.schedule(createCounter('a'));
    outbox.flush();
    outbox.close();
    connection.readyState = 'open';
    connection.drain();
    expect(connection.sent).toEqual([]);
    expect(connection.transport.events.listenerCount('ready')).toBe(0);
    expect(connection.events.listenerCount('upgrade')).toBe(0);
  });
});
