import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import type { ConnectionEvents } from '../../transportPort.ts';
import { createStreamLine } from './streamLine.ts';
import type { PreparedStream, StreamMessage } from './userStreams.ts';

/** A connection whose other end a test holds. */
interface Held {
  readonly url: string;
  readonly events: ConnectionEvents;
  readonly sent: string[];
  isClosed: boolean;
}

/** Starts a line to a test venue, whose frames are the stream words themselves. */
function start(changes: Partial<PreparedStream> = {}) {
  const clock = createManualClock();
  const connections: Held[] = [];
  const heard: string[] = [];
  const venue = {
    prepare: async (): Promise<void> => undefined,
    renew: async (): Promise<void> => undefined,
    renewals: 0,
  };
  const line = createStreamLine({
    clock,
    random: createSeededRandom('line'),
    connect(url, events) {
      const held: Held = { url, events, sent: [], isClosed: false };
      connections.push(held);
      return {
        send: (text) => held.sent.push(text),
        close: () => {
          held.isClosed = true;
        },
      };
    },
    async prepare() {
      await venue.prepare();
      return {
        url: `wss://venue.example/${connections.length}`,
        hello: () => ['hello'],
        read: (text) => JSON.parse(text) as StreamMessage,
        ...changes,
      };
    },
    async renew(renew) {
      venue.renewals += 1;
      await venue.renew();
      await renew({} as never);
    },
    told: {
      live: () => heard.push('live'),
      orders: (names) => heard.push(`orders ${names.map(({ clientId }) => clientId)}`),
      down: (reason) => heard.push(`down: ${reason}`),
    },
  });
  const last = (): Held => {
    const held = connections.at(-1);
    if (!held) throw new Error('nothing is connected');
    return held;
  };
  const say = (word: StreamMessage) => last().events.frame(JSON.stringify(word));
  /** Brings the newest connection to the state where it reports everything. */
  const goLive = async () => {
    await clock.advance(0);
    last().events.opened();
    say({ kind: 'ready' });
  };
  return { clock, line, connections, heard, venue, last, say, goLive };
}

describe('a stream of an account', () => {
  it('connects, says hello, and is live when the venue says so', async () => {
    const { clock, line, heard, last, say } = start();
    line.open();
    line.open();
    await clock.advance(0);
    expect([line.state(), last().url]).toEqual(['opening', 'wss://venue.example/0']);
    last().events.opened();
    expect([last().sent, line.state()]).toEqual([['hello'], 'opening']);
    say({ kind: 'ready' });
    say({ kind: 'orders', orders: [{ clientId: 'a' }, { clientId: 'b' }] });
    expect([heard, line.state()]).toEqual([['live', 'orders a,b'], 'live']);
  });

  it('is live at once where nothing has to be said', async () => {
    const { clock, line, heard, last } = start({ hello: () => [] });
    line.open();
    await clock.advance(0);
    last().events.opened();
    expect(heard).toEqual(['live']);
  });

  it('answers what the venue wants answered', async () => {
    const { clock, line, last, say } = start();
    line.open();
    await clock.advance(0);
    last().events.opened();
    say({ kind: 'answer', texts: ['signed', 'subscribe'] });
    expect(last().sent).toEqual(['hello', 'signed', 'subscribe']);
  });

  it('comes back after it was cut, later and later, with one connection at a time', async () => {
    const { clock, line, connections, heard, goLive } = start();
    line.open();
    await goLive();
    const waits: number[] = [];
    for (let count = 1; count <= 12; count += 1) {
      connections.at(-1)?.events.closed('cut');
      expect(line.state()).toBe('down');
      const atMs = clock.monotonic();
      while (connections.length === count) await clock.advance(100);
      waits.push(clock.monotonic() - atMs);
    }
    expect(waits[0]).toBeLessThanOrEqual(1_000);
    expect(waits[4]).toBeGreaterThan(7_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(300_000);
    await goLive();
    expect(heard.filter((word) => word === 'live')).toHaveLength(2);
  });

  it('begins its pauses anew after a connection that held', async () => {
    const { clock, line, connections, goLive, last } = start();
    line.open();
    await clock.advance(0);
    for (let count = 1; count < 6; count += 1) {
      last().events.closed('cut');
      while (connections.length === count) await clock.advance(100);
    }
    await goLive();
    for (let ms = 0; ms < 61_000; ms += 1_000) {
      last().events.alive();
      await clock.advance(1_000);
    }
    const before = connections.length;
    last().events.closed('cut');
    await clock.advance(1_000);
    expect(connections.length).toBe(before + 1);
  });

  it('takes a minute of silence for its end, and a ping for life', async () => {
    const { clock, line, heard, last, goLive } = start();
    line.open();
    await goLive();
    await clock.advance(50_000);
    last().events.alive();
    await clock.advance(50_000);
    expect(line.quietMs()).toBe(50_000);
    const silent = last();
    await clock.advance(10_000);
    expect([heard, silent.isClosed]).toEqual([['live', 'down: silent for 60000 ms'], true]);
  });

  it('gives up a connection that is not confirmed, or never opens', async () => {
    const { clock, line, heard, last, connections } = start();
    line.open();
    await clock.advance(0);
    last().events.opened();
    await clock.advance(20_000);
    expect([heard, connections[0]?.isClosed]).toEqual([['down: not open in time'], true]);
  });

  it('ends with what cannot be asked, and with what the venue refuses', async () => {
    const { clock, line, heard, venue, connections, last, say } = start();
    venue.prepare = () => Promise.reject(new Error('no key'));
    line.open();
    await clock.advance(0);
    expect([heard, connections]).toEqual([['down: no key'], []]);
    venue.prepare = async () => undefined;
    await clock.advance(1_000);
    last().events.opened();
    say({ kind: 'over', reason: 'refused' });
    expect(heard).toEqual(['down: no key', 'down: refused']);
    expect(last().isClosed).toBe(true);
  });

  it('says and renews what the venue wants, only while it is live', async () => {
    const ping = { everyMs: 20_000, text: () => 'ping' };
    const renewal = { everyMs: 30_000, renew: async () => undefined };
    const { clock, line, last, goLive, venue, heard } = start({ ping, renewal });
    line.open();
    await goLive();
    await clock.advance(30_000);
    expect([last().sent, venue.renewals]).toEqual([['hello', 'ping'], 1]);
    venue.renew = () => Promise.reject(new Error('gone'));
    last().events.alive();
    await clock.advance(30_000);
    expect(heard).toEqual(['live', 'down: gone']);
    line.close();
    const sent = last().sent.length;
    await clock.advance(100_000);
    expect([last().sent.length, venue.renewals]).toEqual([sent, 2]);
  });

  it('is renewed before a day is over', async () => {
    const { clock, line, heard, last, goLive } = start();
    line.open();
    await goLive();
    for (let hour = 0; hour < 23 * 60; hour += 1) {
      last().events.alive();
      await clock.advance(59_000);
    }
    for (let minute = 0; minute < 30; minute += 1) {
      last().events.alive();
      await clock.advance(59_000);
    }
    expect(heard[1]).toBe('down: renewed before the venue cuts it');
  });

  it('that is closed tells nothing more, and leaves nothing to run', async () => {
    const { clock, line, heard, last, say, goLive } = start();
    line.open();
    await goLive();
    line.close();
    say({ kind: 'orders', orders: [{ clientId: 'late' }] });
    last().events.closed('closed');
    await clock.advance(1_000_000);
    expect([heard, line.state(), clock.pending()]).toEqual([['live'], 'closed', 0]);
    expect(last().isClosed).toBe(true);
  });

  it('that is closed while it is prepared never connects', async () => {
    const { clock, line, connections } = start();
    line.open();
    line.close();
    await clock.advance(1_000);
    expect([connections, clock.pending()]).toEqual([[], 0]);
  });
});
