import { describe, expect, it } from 'vitest';
import { limitOrder as order, stateOf } from '../../../../../test/support/execution/orders.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import type { AccountId } from '../../../model/account.ts';
import type { ConnectionEvents } from '../../transportPort.ts';
import type { OrderRef, SubmitOutcome, VenueOrderState, VenueSession } from '../../venuePort.ts';
import type { Dialect } from './dialect.ts';
import { followOrders, type StreamClient } from './followedSession.ts';
import type { UserStream } from './userStreams.ts';

const { symbol } = order;
const { signal } = new AbortController();
const open = stateOf(order, { venueOrderId: '7', createdAtMs: 1, updatedAtMs: 1 });
const closed: VenueOrderState = { ...open, status: 'closed', filled: '1' };
const taken: SubmitOutcome = { kind: 'acknowledged', order: open };
const fee = { makerBps: -0.5, takerBps: 4.5, tier: 'VIP 1', isTierBased: true };
const ref: OrderRef = { clientId: order.clientId, venueOrderId: '7', symbol, marketType: 'spot' };

const streamOf = (name: string, marketTypes: UserStream['marketTypes']): UserStream => ({
  name,
  marketTypes,
  prepare: async () => ({
    url: `wss://venue.example/${name}`,
    hello: () => [],
    read: (text) => ({ kind: 'orders', orders: [{ clientId: text }] }),
  }),
});

function clientOf(userStreams: readonly UserStream[]): StreamClient {
  const dialect = { userStreams, marketTypes: ['spot'], pollGapMs: 2_000, errorMeanings: [] };
  return {
    dialect: dialect as unknown as Dialect,
    where: 'nowhere',
    client: async () => ({ call: (_, work) => work({} as never) }),
    credentials: async () => ({}),
  };
}

/** Starts a session with scripted answers, on whose streams a test can speak. */
function start(
  streams: readonly UserStream[] = [streamOf('spot', ['spot'])],
  ...reads: readonly (readonly OrderRef[] | Error)[]
) {
  const clock = createManualClock();
  const told: string[] = [];
  const failures: string[] = [];
  const ends: ConnectionEvents[] = [];
  const venue = { submit: taken, found: open, lookups: 0, closings: 0 };
  const stored = [...reads];
  const asked: VenueSession = {
    submit: async () => venue.submit,
    takenWithinMs: () => 5_000,
    cancel: async () => ({ kind: 'done', order: { ...open, status: 'canceled' } }),
    async lookup() {
      venue.lookups += 1;
      return { kind: 'found', order: venue.found };
    },
    openOrders: async () => [open, { ...open, clientId: 'web_1', venueOrderId: '8' }],
    balances: async () => ({}),
    fills: async () => [],
    tradingFee: async () => fee,
    async close() {
      venue.closings += 1;
    },
    forOneLook: () => asked,
  };
  const session = followOrders(asked, {
    accountId: 'desk' as AccountId,
    clock,
    random: createSeededRandom('followed'),
    events: {
      order: ({ status, filled }) => told.push(`${status} ${filled}`),
      fill: () => undefined,
    },
    dialectClients: [clientOf(streams)],
    links: new Map(),
    connect(_, events) {
      ends.push(events);
      return { send: () => undefined, close: () => undefined };
    },
    async inFlight() {
      const orders = stored.shift() ?? [];
      if (orders instanceof Error) throw orders;
      return orders;
    },
    observe: {
      streamLive: (account, stream) => failures.push(`${account} ${stream} live`),
      streamDown: (account, stream, { reason }) => failures.push(`${account} ${stream} ${reason}`),
      inFlightNotRead: (account) => failures.push(`${account} not read`),
    },
  });
  const states = () => session.updates().streams.map(({ state }) => state);
  return { clock, session, told, failures, ends, venue, states };
}

describe('a session that follows its orders', () => {
  it('tells the fees of the account as before', async () => {
    const { session } = start();
    expect(await session.tradingFee?.({ symbol, marketType: 'spot' }, signal)).toBe(fee);
  });

  it('opens a stream for an order that rests, and lets go of it a minute after the last', async () => {
    const { clock, session, ends, states } = start();
    await clock.advance(0);
    expect(states()).toEqual(['closed']);
    await session.submit(order, signal);
    await clock.advance(0);
    ends[0]?.opened();
    expect([session.updates().following, states()]).toEqual([1, ['live']]);
    await session.cancel(ref, signal);
    await clock.advance(59_999);
    expect([session.updates().following, states()]).toEqual([0, ['live']]);
    await clock.advance(1);
    expect([states(), clock.pending()]).toEqual([['closed'], 0]);
  });

  it('opens none for an order that is over when it is answered', async () => {
    const { clock, session, venue, ends } = start();
    venue.submit = { kind: 'acknowledged', order: closed };
    await session.submit(order, signal);
    venue.submit = { kind: 'rejected', code: 'OTHER', message: 'no' };
    await session.submit({ ...order, clientId: 'b'.repeat(32) }, signal);
    await clock.advance(100_000);
    expect([ends, venue.lookups, session.updates().following]).toEqual([[], 0, 0]);
  });

  it('looks at what rests once its stream is live, and after every time it was away', async () => {
    const { clock, session, venue, ends, told, failures } = start();
    await session.submit(order, signal);
    await clock.advance(0);
    ends[0]?.opened();
    await clock.advance(0);
    expect(venue.lookups).toBe(1);
    ends[0]?.closed('cut');
    venue.found = closed;
    await clock.advance(1_000);
    expect(venue.lookups).toBe(1);
    ends[1]?.opened();
    await clock.advance(0);
    expect([venue.lookups, told]).toEqual([2, ['open 0', 'closed 1']]);
    expect(failures).toEqual(['desk spot live', 'desk spot cut', 'desk spot live']);
  });

  it('looks up what a stream names', async () => {
    const { clock, session, venue, ends, told } = start();
    await session.submit(order, signal);
    await clock.advance(0);
    ends[0]?.opened();
    await clock.advance(1_000);
    venue.found = closed;
    ends[0]?.frame(order.clientId);
    await clock.advance(0);
    expect(told.at(-1)).toBe('closed 1');
  });

  it('polls what a stream of its market does not tell, and what a second one withholds', async () => {
    const other = start([streamOf('contracts', ['swap'])]);
    await other.session.submit(order, signal);
    await other.clock.advance(7_000);
    expect([other.venue.lookups, other.ends]).toEqual([2, []]);
    const both = start([streamOf('orders', ['spot']), streamOf('algos', ['spot'])]);
    await both.session.submit(order, signal);
    await both.clock.advance(0);
    both.ends[0]?.opened();
    await both.clock.advance(10_000);
    expect(both.venue.lookups).toBeGreaterThanOrEqual(3);
  });

  it('polls no more often than the venue bears', async () => {
    const { clock, session, venue } = start([]);
    for (const name of ['a', 'b', 'c', 'd']) {
      const clientId = name.repeat(32);
      venue.submit = { kind: 'acknowledged', order: { ...open, clientId } };
      await session.submit({ ...order, clientId }, signal);
    }
    await clock.advance(9_500);
    expect(venue.lookups).toBe(4);
  });

  it('leaves an order whose outcome is not known to others, until a message names it', async () => {
    const { clock, session, venue, told, ends } = start();
    venue.submit = { kind: 'unknown', message: 'no answer' };
    await session.submit(order, signal);
    venue.found = closed;
    await clock.advance(0);
    ends[0]?.opened();
    await clock.advance(20_000);
    expect([told, session.updates().following]).toEqual([[], 1]);
    ends[0]?.frame(order.clientId);
    await clock.advance(0);
    expect([told, session.updates().following]).toEqual([['closed 1'], 0]);
  });

  it('takes up what is in flight when it begins, also where that cannot be read at first', async () => {
    const away = new Error('the database is away');
    const { clock, session, failures } = start([], away, [ref, { ...ref, clientId: 'web_1' }]);
    await clock.advance(4_999);
    expect([session.updates().following, failures]).toEqual([0, ['desk not read']]);
    await clock.advance(1);
    expect([session.updates().following, failures]).toEqual([1, ['desk not read']]);
  });

  it('follows what it hears of in lists, of its own orders alone', async () => {
    const { session } = start();
    await session.openOrders('spot', undefined, signal);
    expect(session.updates().following).toBe(1);
  });

  it('follows what it hears of in one look at all market types', async () => {
    const { session } = start();
    await session.forOneLook?.().openOrders('spot', undefined, signal);
    expect(session.updates().following).toBe(1);
    expect(session.for?.('comparison').forOneLook).toBeDefined();
  });

  it('says of an end that is looked up whether anybody else will tell of it', async () => {
    const { clock, session, venue, ends, told } = start();
    await session.submit(order, signal);
    expect(await session.lookup(ref, signal)).toEqual({ kind: 'found', order: open });
    venue.found = closed;
    const first = await session.lookup(ref, signal);
    expect(first).toEqual({ kind: 'found', order: closed, isUnheard: true });
    expect(await session.lookup(ref, signal)).toEqual({ kind: 'found', order: closed });
    expect([ends.length, told]).toEqual([1, []]);
    // An order that a stream named is looked up separately, and reported then.
    const next = { ...open, clientId: 'b'.repeat(32), venueOrderId: '8' };
    venue.submit = { kind: 'acknowledged', order: next };
    await session.submit({ ...order, clientId: next.clientId }, signal);
    await clock.advance(0);
    ends[0]?.opened();
    await clock.advance(100);
    venue.found = { ...next, status: 'closed', filled: '1' };
    ends[0]?.frame(next.clientId);
    const named = { ...ref, clientId: next.clientId, venueOrderId: '8' };
    expect(await session.lookup(named, signal)).toEqual({ kind: 'found', order: venue.found });
    await clock.advance(0);
    await clock.advance(1_000);
    expect(told.at(-1)).toBe('closed 1');
  });

  it('leaves nothing behind when it is closed', async () => {
    const { clock, session, venue, ends, told } = start();
    await session.submit(order, signal);
    await clock.advance(0);
    ends[0]?.opened();
    await clock.advance(0);
    await session.close();
    ends[0]?.frame(order.clientId);
    await clock.advance(0);
    expect([clock.pending(), venue.closings, session.updates().following]).toEqual([0, 1, 0]);
    expect(told).toEqual(['open 0']);
  });
});
