import { describe, expect, it } from 'vitest';
import { createScriptedBooks } from '../../../../test/support/streams/fixture.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { Outbox, PacketSource } from '../../stream/types.ts';
import { createHub, type RoomsWanted } from './hub.ts';

/** Creates a client that takes everything at once, or nothing while it is blocked. */
function createMember() {
  const owed = new Set<PacketSource>();
  const member = {
    isStuck: false,
    received: [] as [event: string, payload: Record<string, unknown>][],
    packets: [] as unknown[],
    schedule: (source: PacketSource) => void owed.add(source),
    forget: (source: PacketSource) => void owed.delete(source),
    answer: (source: PacketSource) => void owed.add(source),
    flush() {
      if (member.isStuck) return;
      for (const source of owed) {
        owed.delete(source);
        const packet = source.packetFor(member);
        if (!packet) continue;
        member.packets.push(packet);
        member.received.push(JSON.parse(packet.text.slice(1)));
      }
    },
    busySinceMs: () => undefined,
    pendingCount: () => owed.size,
    close: () => undefined,
  } satisfies Outbox & Record<string, unknown>;
  return member;
}

const symbol = 'BTC/USDT' as InstrumentSymbol;

function setUp() {
  const books = createScriptedBooks();
  const lateMs: number[] = [];
  const { orderbook, clock } = books;
  const metrics = { beatLate: (ms: number) => lateMs.push(ms), turnTook: () => undefined };
  const hub = createHub({ orderbook, clock, metrics });
  const hold = orderbook.hold(symbol, orderbook.venues);
  const join = (wanted: Partial<RoomsWanted> = {}) => {
    const member = createMember();
    const membership = hub.join(member, {
      symbol,
      venues: hold.venues,
      depth: 5,
      includeGlobal: false,
      ...wanted,
    });
    return { member, membership };
  };
  const venue = (name: string) => orderbook.venues.filter((one) => one === name);
  return { ...books, hub, join, lateMs, hold, venue };
}

const bestBids = (member: ReturnType<typeof createMember>) =>
  member.received.map(([, payload]) => (payload.bids as number[][])[0]?.[0]);

describe('hub', () => {
  it('sends a change of a quiet book at once', async () => {
    const { clock, write, join } = setUp();
    const { member } = join();
    write('binance', 100);
    expect(member.received).toHaveLength(0);
    await clock.advance(0);
    expect(bestBids(member)).toEqual([99]);
  });

  it('sends what changed meanwhile at the end of the 100 ms, once and the newest', async () => {
    const { clock, write, join } = setUp();
    const { member } = join();
    write('binance', 100);
    await clock.advance(0);
    for (const price of [101, 102, 103]) {
      await clock.advance(10);
      write('binance', price);
    }
    await clock.advance(69);
    expect(bestBids(member)).toEqual([99]);
    await clock.advance(1);
    expect(bestBids(member)).toEqual([99, 102]);
  });

  it('sends at most ten a second of a book, and no word is older than 100 ms', async () => {
    const { clock, write, join } = setUp();
    const { member } = join();
    for (let n = 0; n < 1_000; n += 7) {
      write('binance', 100 + n);
      await clock.advance(7);
    }
    expect(member.received.length).toBeLessThanOrEqual(11);
    expect(member.received.length).toBeGreaterThanOrEqual(9);
    await clock.advance(100);
    expect(bestBids(member).at(-1)).toBe(100 + 994 - 1);
  });

  it('beats books apart: a busy one does not hold up a quiet one', async () => {
    const { clock, write, join } = setUp();
    const { member } = join();
    write('binance', 100);
    await clock.advance(50);
    write('binance', 101);
    write('kraken', 200);
    await clock.advance(0);
    expect(bestBids(member)).toEqual([99, 199]);
  });

  it('lets beats that may wait go together, with no news older than 75 ms', async () => {
    const { clock, write, join } = setUp();
    const { member } = join();
    await clock.advance(110);
    write('binance', 100);
    await clock.advance(40);
    write('kraken', 100);
    await clock.advance(30);
    // From the first write on: binance may go from 100 to 145, kraken from 140: both at 140.
    write('kraken', 101);
    write('binance', 101);
    await clock.advance(69);
    expect(member.received).toHaveLength(2);
    await clock.advance(1);
    expect(member.received).toHaveLength(4);
  });

  it('lets no beat wait whose news would grow older than 75 ms', async () => {
    const { clock, write, join } = setUp();
    const { member } = join();
    await clock.advance(110);
    write('binance', 100);
    await clock.advance(40);
    write('kraken', 100);
    await clock.advance(10);
    write('kraken', 101);
    write('binance', 101);
    await clock.advance(50);
    expect(bestBids(member)).toEqual([99, 99, 100]);
  });

  it('counts as change only what lies within the depth of the room', async () => {
    const { clock, write, writer, join } = setUp();
    const shallow = join({ depth: 1 }).member;
    const deep = join({ depth: 5 }).member;
    write('binance', 100, { levels: 5 });
    await clock.advance(200);
    writer('binance').update([[97, 9]], [], { sequence: 50 });
    await clock.advance(100);
    expect([shallow.received.length, deep.received.length]).toEqual([1, 2]);
  });

  it('sends nothing when a book was written anew with the same content', async () => {
    const { clock, write, join } = setUp();
    const { member } = join();
    write('binance', 100);
    await clock.advance(100);
    write('binance', 101);
    write('binance', 100);
    await clock.advance(200);
    expect(member.received).toHaveLength(1);
  });

  it('encodes one state once for all members of a room', async () => {
    const { clock, write, join } = setUp();
    const members = [join().member, join().member, join({ depth: 10 }).member];
    write('binance', 100);
    await clock.advance(0);
    const [first, second, other] = members.map((member) => member.packets[0]);
    expect(first).toBe(second);
    expect(first).not.toBe(other);
  });

  it('announces what only the clock changed: good, degraded, stale, unavailable', async () => {
    const { clock, write, join } = setUp();
    const { member } = join();
    write('binance', 100);
    await clock.advance(6_000);
    const seen = member.received.map(([, { quality, confidence }]) => [quality, confidence]);
    expect(seen.map(([quality]) => quality)).toEqual(['GOOD', 'DEGRADED', 'STALE', 'UNAVAILABLE']);
    expect(seen.at(-1)).toEqual(['UNAVAILABLE', 0]);
  });

  it('shows a book that lost its data as empty and UNAVAILABLE', async () => {
    const { clock, write, writer, join } = setUp();
    const { member } = join();
    write('binance', 100);
    await clock.advance(100);
    writer('binance').flag('crossed');
    await clock.advance(100);
    expect(member.received.at(-1)?.[1]).toMatchObject({ quality: 'UNAVAILABLE', bids: [] });
  });

  it('repeats nothing that a snapshot has shown', async () => {
    const { clock, write, join, venue } = setUp();
    const { member, membership } = join();
    write('binance', 100);
    membership.showed(venue('binance'));
    await clock.advance(200);
    expect(member.received).toHaveLength(0);
    write('binance', 101);
    await clock.advance(0);
    expect(member.received).toHaveLength(1);
  });

  it('corrects a snapshot whose content was taken back before the beat', async () => {
    const { clock, write, join, venue } = setUp();
    const before = join();
    write('binance', 100);
    await clock.advance(10);
    write('binance', 105);
    const late = join();
    late.membership.showed(venue('binance'));
    write('binance', 100);
    await clock.advance(200);
    expect(bestBids(before.member)).toEqual([99]);
    expect(bestBids(late.member)).toEqual([99]);
  });

  it('forgets that a snapshot ran ahead once another shows the state of the beat', async () => {
    const { clock, write, join, venue } = setUp();
    const { member, membership } = join();
    write('binance', 100);
    await clock.advance(10);
    for (const price of [105, 100]) {
      write('binance', price);
      membership.showed(venue('binance'));
    }
    write('binance', 105);
    await clock.advance(100);
    expect(bestBids(member)).toEqual([99, 104]);
  });

  it('never follows a snapshot with an older book', async () => {
    const { clock, write, join, venue } = setUp();
    const { member, membership } = join();
    member.isStuck = true;
    write('binance', 100);
    await clock.advance(10);
    write('binance', 105);
    membership.showed(venue('binance'));
    member.isStuck = false;
    member.flush();
    await clock.advance(200);
    expect(member.received).toHaveLength(0);
  });

  it('corrects a client that drained between two beats', async () => {
    const { clock, write, join } = setUp();
    const { member } = join();
    const other = join().member;
    write('binance', 100);
    member.isStuck = true;
    await clock.advance(150);
    write('binance', 105);
    await clock.advance(0);
    await clock.advance(200);
    write('binance', 110);
    member.isStuck = false;
    member.flush();
    expect(bestBids(member)).toEqual([109]);
    write('binance', 105);
    await clock.advance(100);
    expect(bestBids(other)).toEqual([99, 104]);
    expect(bestBids(member)).toEqual([109, 104]);
  });

  it('gives a stuck client the newest book once, and never delays the others', async () => {
    const { clock, write, join } = setUp();
    const { member: stuck } = join();
    const { member: live } = join();
    stuck.isStuck = true;
    for (let n = 0; n < 20; n += 1) {
      write('binance', 100 + n);
      await clock.advance(100);
    }
    expect(live.received).toHaveLength(20);
    expect(stuck.pendingCount()).toBe(1);
    stuck.isStuck = false;
    stuck.flush();
    expect(bestBids(stuck)).toEqual([118]);
  });

  it('sends the global book when a best quote or a venue changes, at the same pace', async () => {
    const { clock, write, join } = setUp();
    const { member } = join({ includeGlobal: true, depth: 1 });
    const globals = () => member.received.filter(([event]) => event === 'global_book');
    write('binance', 100);
    write('kraken', 101);
    await clock.advance(0);
    expect(globals()[0]?.[1]).toMatchObject({
      symbol: 'BTC/USDT',
      data: {
        best_bid: { price: 100, quantity: 1, venue: 'kraken' },
        best_ask: { price: 101, quantity: 1, venue: 'binance' },
      },
    });
    write('kraken', 102);
    await clock.advance(50);
    write('kraken', 103);
    await clock.advance(150);
    expect(globals()).toHaveLength(2);
  });

  it('says by the global book when a venue can no longer be used', async () => {
    const { clock, write, join } = setUp();
    const { member } = join({ includeGlobal: true });
    write('binance', 100);
    await clock.advance(5_200);
    const last = member.received.filter(([event]) => event === 'global_book').at(-1);
    expect(last?.[1].data).toMatchObject({
      best_bid: null,
      venues: { binance: { bid: 99, ask: 101, confidence: 0 } },
    });
  });

  it('keeps the global book to the venues asked for', async () => {
    const { clock, write, join, orderbook } = setUp();
    const { member } = join({ includeGlobal: true, venues: orderbook.venues.slice(0, 1) });
    write('kraken', 500);
    write('binance', 100);
    await clock.advance(0);
    const global = member.received.find(([event]) => event === 'global_book');
    expect(global?.[1]).toMatchObject({ data: { best_bid: { venue: 'binance' } } });
  });

  it('stops sending on leaving and keeps nothing once everybody has left', async () => {
    const { clock, write, join, hub } = setUp();
    const one = join({ includeGlobal: true });
    const two = join({ depth: 20 });
    expect(hub.stats()).toEqual({ channels: 5, rooms: 9 });
    write('binance', 100);
    one.membership.leave();
    await clock.advance(100);
    expect([one.member.received.length, two.member.received.length]).toEqual([0, 1]);
    two.membership.leave();
    expect(hub.stats()).toEqual({ channels: 0, rooms: 0 });
  });

  it('encodes a snapshot again only when a book has changed', async () => {
    const { clock, write, join, hub, hold } = setUp();
    join();
    write('binance', 1_000, { levels: 120 });
    const snapshot = () => hub.snapshot(symbol, hold.venues);
    const first = snapshot();
    expect(first).toBeDefined();
    expect(snapshot()).toBe(first);
    write('binance', 1_001, { levels: 120 });
    const second = snapshot();
    expect(second).not.toBe(first);
    await clock.advance(101);
    expect(snapshot()).not.toBe(second);
    const [, event] = JSON.parse(second?.text.slice(1) ?? '');
    expect(event.venues.binance.bids).toHaveLength(100);
  });

  it('measures how late each beat was', async () => {
    const { clock, write, join, lateMs } = setUp();
    join();
    write('binance', 100);
    await clock.advance(0);
    expect(lateMs).toEqual([0]);
  });

  it('leaves nothing on the clock when closed', async () => {
    const { clock, write, join, hub } = setUp();
    join();
    write('binance', 100);
    await clock.advance(0);
    write('binance', 101);
    hub.close();
    expect(clock.pending()).toBe(0);
  });
});
