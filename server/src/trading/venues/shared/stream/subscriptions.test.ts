import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { plainProtocol } from '../../../../../test/support/marketData/plainScript.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { createSubscriptions } from './subscriptions.ts';

/** Two streams a message, a message every 100 ms. */
function setUp() {
  const clock = createManualClock();
  const sent: { at: number; do: string; keys?: string[]; id: number }[] = [];
  const told: string[] = [];
  const unwanted = new Set<string>();
  const start = clock.monotonic();
  const subscriptions = createSubscriptions({
    clock,
    random: createSeededRandom('subscriptions'),
    protocol: plainProtocol,
    send: (text) => sent.push({ at: clock.monotonic() - start, ...JSON.parse(text) }),
    subscribed: (key) => told.push(`subscribed ${key}`),
    refused: (key, reason) => told.push(`refused ${key}: ${reason}`),
    isWanted: (key) => !unwanted.has(key),
  });
  const asked = () => sent.map(({ do: what, keys }) => `${what} ${keys?.join()}`);
  return { clock, sent, told, asked, unwanted, subscriptions };
}

const refusal = { reason: 'no such symbol', isLimit: false };
const limit = { reason: 'too fast', isLimit: true };
const held = { reason: 'already subscribed', isLimit: false, isHeld: true };

describe('subscriptions', () => {
  it('go out in batches, no faster than the venue allows', async () => {
    const { clock, sent, asked, subscriptions } = setUp();
    subscriptions.open(['a', 'b', 'c', 'd', 'e']);
    await clock.advance(1_000);
    expect(asked()).toEqual(['subscribe a,b', 'subscribe c,d', 'subscribe e']);
    expect(sent.map(({ at }) => at)).toEqual([0, 100, 200]);
  });

  it('give back before they ask, and never ask for what was taken back unsent', async () => {
    const { clock, asked, subscriptions } = setUp();
    subscriptions.open(['a']);
    await clock.advance(200);
    subscriptions.add('b');
    subscriptions.remove('b');
    subscriptions.remove('a');
    subscriptions.add('a');
    await clock.advance(1_000);
    expect(asked()).toEqual(['subscribe a', 'unsubscribe a', 'subscribe a']);
  });

  it('count as taken when the venue says so by number, by name, or says nothing', async () => {
    const { clock, told, subscriptions } = setUp();
    subscriptions.open(['a', 'b', 'c', 'd', 'e']);
    await clock.advance(300);
    subscriptions.accepted({ id: 1 });
    expect(told).toEqual(['subscribed a', 'subscribed b']);
    subscriptions.accepted({ id: 2, keys: ['d'] });
    expect(told.slice(2)).toEqual(['subscribed d']);
    subscriptions.accepted({ id: 99 });
    subscriptions.accepted({ keys: ['unknown'] });
    await clock.advance(2_000);
    expect(told.slice(3)).toEqual(['subscribed c', 'subscribed e']);
  });

  it('refused by name concern that stream alone', async () => {
    const { clock, told, subscriptions } = setUp();
    subscriptions.open(['a', 'b']);
    await clock.advance(0);
    subscriptions.refused({ keys: ['a'] }, refusal);
    subscriptions.accepted({ id: 1 });
    expect(told).toEqual(['refused a: no such symbol', 'subscribed b']);
  });

  it('refused without a word of whom are meant in order, one by one', async () => {
    const { clock, told, asked, subscriptions } = setUp();
    subscriptions.open(['a', 'b']);
    await clock.advance(0);
    subscriptions.refused({}, refusal);
    await clock.advance(500);
    expect(asked().slice(1)).toEqual(['subscribe a']);
    subscriptions.accepted({ keys: ['a'] });
    await clock.advance(500);
    expect(asked().slice(2)).toEqual(['subscribe b']);
    subscriptions.refused({}, refusal);
    expect(told).toEqual(['subscribed a', 'refused b: no such symbol']);
    // No stream is left that could be meant.
    subscriptions.refused({}, refusal);
    expect(told.length).toBe(2);
  });

  it('asked too fast wait, ever longer, and are asked again', async () => {
    const { clock, sent, told, subscriptions } = setUp();
    subscriptions.open(['a']);
    await clock.advance(0);
    const waits: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const before = sent.length;
      const from = clock.monotonic();
      subscriptions.refused({ id: before }, limit);
      while (sent.length === before) await clock.advance(100);
      waits.push(clock.monotonic() - from);
    }
    expect(waits[0]).toBeGreaterThanOrEqual(1_000);
    expect(waits[4]).toBeGreaterThan(15_000);
    subscriptions.accepted({ id: sent.length });
    expect(told).toEqual(['subscribed a']);
  });

  it('told many times of one request that it was too fast wait once', async () => {
    const { clock, sent, subscriptions } = setUp();
    subscriptions.open(['a', 'b']);
    await clock.advance(0);
    for (const key of ['a', 'b', 'a', 'b', 'a']) subscriptions.refused({ keys: [key] }, limit);
    await clock.advance(2_000);
    expect(sent.slice(1)).toMatchObject([{ do: 'subscribe', keys: ['a', 'b'] }]);
  });

  it('given up before they were refused are neither asked for again nor told of', async () => {
    const { clock, told, asked, unwanted, subscriptions } = setUp();
    subscriptions.open(['a', 'b']);
    await clock.advance(0);
    unwanted.add('a');
    subscriptions.refused({ id: 1 }, limit);
    await clock.advance(3_000);
    subscriptions.refused({ keys: ['a'] }, limit);
    subscriptions.refused({ keys: ['a'] }, refusal);
    await clock.advance(10_000);
    expect([asked(), told]).toEqual([['subscribe a,b', 'subscribe b'], ['subscribed b']]);
  });

  it('refused together with one given up meanwhile are asked for alone', async () => {
    const { clock, told, asked, unwanted, subscriptions } = setUp();
    subscriptions.open(['a', 'b']);
    await clock.advance(0);
    unwanted.add('a');
    subscriptions.refused({ id: 1 }, refusal);
    await clock.advance(500);
    expect([asked().slice(1), told]).toEqual([['subscribe b'], []]);
  });

  it('refused because they are there count as taken once that is said of one alone', async () => {
    const { clock, told, asked, subscriptions } = setUp();
    subscriptions.open(['a', 'b']);
    await clock.advance(0);
    subscriptions.refused({ id: 1 }, held);
    await clock.advance(500);
    expect([asked().slice(1), told]).toEqual([['subscribe a'], []]);
    subscriptions.refused({ id: 2 }, held);
    await clock.advance(500);
    subscriptions.refused({ id: 3 }, refusal);
    expect(told).toEqual(['subscribed a', 'refused b: no such symbol']);
  });

  it('say nothing once the connection is closed, pings included', async () => {
    const { clock, sent, told, subscriptions } = setUp();
    subscriptions.open(['a', 'b', 'c']);
    await clock.advance(0);
    subscriptions.close();
    subscriptions.add('d');
    subscriptions.remove('a');
    subscriptions.ping();
    await clock.advance(10_000);
    expect([sent.length, told, clock.pending()]).toEqual([1, [], 0]);
  });

  it('leave a ping out while a message of theirs has just gone', async () => {
    const { clock, asked, subscriptions } = setUp();
    subscriptions.open(['a']);
    await clock.advance(0);
    expect(subscriptions.ping()).toBe(false);
    await clock.advance(100);
    expect(subscriptions.ping()).toBe(true);
    expect(asked()).toEqual(['subscribe a', 'ping undefined']);
  });

  it('ask for a sign of life while they wait for having asked too fast', async () => {
    const { clock, asked, subscriptions } = setUp();
    subscriptions.open(['a']);
    await clock.advance(0);
    subscriptions.refused({ id: 1 }, limit);
    await clock.advance(100);
    expect(subscriptions.ping()).toBe(true);
    expect(asked()).toEqual(['subscribe a', 'ping undefined']);
  });
});
