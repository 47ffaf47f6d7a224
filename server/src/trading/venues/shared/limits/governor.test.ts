import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../kit/manualClock.ts';
import { counted, weighted } from './callCosts.ts';
import { createGovernor, type HeardAnswer } from './governor.ts';
import { callKinds, type GovernorRules, type RatedCall } from './governorRules.ts';
import { RateLimitedError } from './rateLimitedError.ts';

/** Of a hundred in ten seconds cancels have 20 for themselves and orders another 20. */
const someRules: GovernorRules = {
  windows: [
    {
      name: 'weight',
      scope: 'address',
      capacity: 100,
      lengthMs: 10_000,
      cost: weighted({ cancel: 1, order: 1, read: 1, list: 10 }),
    },
    {
      name: 'orders',
      scope: 'credential',
      capacity: 5,
      lengthMs: 1_000,
      cost: counted('order'),
    },
  ],
  bans: {
    429: { scope: 'credential', firstMs: 1_000 },
    418: { scope: 'address', firstMs: 120_000 },
  },
};

function setUp(rules: GovernorRules = someRules) {
  const clock = createManualClock();
  const governor = createGovernor({ clock, rules });
  const told: string[] = [];
  const ask = (name: string, call: RatedCall, signal = new AbortController().signal) => {
    void governor.acquire(call, signal).then(
      () => told.push(name),
      (error: unknown) => {
        if (!(error instanceof RateLimitedError)) told.push(`${name}: ${error}`);
        else told.push(`${name}: ${error.reason} ${error.waitMs}`);
      },
    );
  };
  const heard = (answer: HeardAnswer) => governor.heard(answer);
  return { clock, governor, told, ask, heard, settle: () => clock.advance(0) };
}

const read = (weight = 1): RatedCall => ({ credential: 'a', kind: 'read', weight });
const order: RatedCall = { credential: 'a', kind: 'order' };
const cancel: RatedCall = { credential: 'a', kind: 'cancel' };

describe('the windows', () => {
  it('count what an answer weighed beyond what was reckoned for it', async () => {
    const { told, ask, heard, governor, settle } = setUp();
    ask('first', read(20));
    await settle();
    heard({ credential: 'a', status: 200, surplus: { weight: 35, other: 5 } });
    expect(governor.figures().windows[0]).toMatchObject({ name: 'weight', used: 55 });
    expect(told).toEqual(['first']);
  });

  it('let calls through at once while there is room, and later ones when there is again', async () => {
    const { clock, told, ask, governor } = setUp();
    ask('first', read(40));
    await clock.advance(3_000);
    ask('second', read(20));
    ask('third', read(30));
    await clock.advance(7_900);
    expect(told).toEqual(['first', 'second']);
    expect(governor.figures().waiting.read).toBe(1);
    await clock.advance(200);
    expect(told).toEqual(['first', 'second', 'third']);
    expect(clock.pending()).toBe(0);
  });

  it('of one credential do not hold up another', async () => {
    const { told, ask, settle } = setUp();
    for (const name of ['1', '2', '3', '4', '5', '6']) ask(name, order);
    ask('other', { credential: 'b', kind: 'order' });
    await settle();
    expect(told.toSorted()).toEqual(['1', '2', '3', '4', '5', '6: late 1100', 'other']);
  });

  it('of the address are shared by all, public calls too', async () => {
    const { told, ask, settle } = setUp();
    ask('a', read(30));
    ask('public', { kind: 'read', weight: 30 });
    ask('b', { credential: 'b', kind: 'read' });
    await settle();
    expect(told.toSorted()).toEqual(['a', 'b: late 11000', 'public']);
  });

  it('leave out what the books may spend', async () => {
    const [weight] = someRules.windows;
    const rules = { ...someRules, windows: weight ? [{ ...weight, booksShare: 50 }] : [] };
    const { told, ask, settle, governor, heard } = setUp(rules);
    ask('heavy', read(30));
    ask('one more', read(1));
    await settle();
    expect(told.toSorted()).toEqual(['heavy', 'one more: late 11000']);
    heard({ status: 200, used: { weight: 75 } });
    expect(governor.figures().windows[0]).toMatchObject({ used: 30, capacity: 50 });
    heard({ status: 200, used: { weight: 90 } });
    expect(governor.figures().windows[0]?.used).toBe(40);
  });

  it('refuse a call that could never fit, as a fault', async () => {
    const { told, ask, settle } = setUp();
    ask('giant', read(61));
    await settle();
    expect(told).toEqual(['giant: Error: Must hold: weight has room for 61']);
  });

  it('must have room for each kind beside the reserves', () => {
    const tooSmall: GovernorRules = {
      windows: [
        {
          name: 'small',
          scope: 'address',
          capacity: 2,
          lengthMs: 1_000,
          cost: counted(...callKinds),
        },
      ],
      bans: {},
    };
    expect(() => createGovernor({ clock: createManualClock(), rules: tooSmall })).toThrow(
      'the window small has room for one read beside its reserves',
    );
  });
});

describe('urgency', () => {
  it('keeps a part for orders from reads, and one for cancels from both', async () => {
    const { told, ask, settle } = setUp();
    ask('reads', read(60));
    ask('read', read());
    ask('orders', { ...order, weight: 20 });
    ask('order', order);
    ask('cancels', { ...cancel, weight: 20 });
    ask('cancel', cancel);
    await settle();
    const late = ['read', 'order', 'cancel'].map((name) => `${name}: late 11000`);
    expect(told).toEqual([...late, 'reads', 'orders', 'cancels']);
  });

  it('lets cancels go before orders and orders before reads that came earlier', async () => {
    const { clock, told, ask } = setUp();
    ask('reads', read(60));
    await clock.advance(5_000);
    ask('orders', { ...order, weight: 20 });
    ask('cancels', { ...cancel, weight: 20 });
    await clock.advance(5_500);
    ask('read', read());
    ask('order', { ...order, weight: 1 });
    ask('cancel', cancel);
    await clock.advance(600);
    expect(told).toEqual(['reads', 'orders', 'cancels', 'cancel', 'order', 'read']);
  });

  it('of a part is that of the whole: a read for the sake of a cancel takes its room', async () => {
    const { told, ask, settle } = setUp();
    ask('reads', read(60));
    ask('part of an order', { ...read(20), urgency: 'order' });
    ask('part of a cancel', { ...read(20), urgency: 'cancel' });
    ask('read', read());
    await settle();
    expect(told).toEqual(['read: late 11000', 'reads', 'part of an order', 'part of a cancel']);
  });

  it('keeps the order of arrival within a kind, though a later one would fit', async () => {
    const { clock, told, ask } = setUp();
    ask('first', read(50));
    await clock.advance(3_500);
    ask('second', read(20));
    ask('third', read(5));
    await clock.advance(7_400);
    expect(told).toEqual(['first']);
    await clock.advance(200);
    expect(told).toEqual(['first', 'second', 'third']);
  });

  it('never sends an order late, even when others pushed in before it', async () => {
    const { clock, told, ask } = setUp();
    ask('all', { ...cancel, weight: 80 });
    await clock.advance(10_100);
    ask('order', order);
    ask('urgent', { ...cancel, weight: 100 });
    await clock.advance(20_000);
    expect(told).toEqual(['all', 'urgent', 'order: late 10899']);
    expect(clock.pending()).toBe(0);
  });
});

describe('waiting', () => {
  it('ends with the signal, and lets the next one go', async () => {
    const { clock, told, ask, governor } = setUp();
    const controller = new AbortController();
    ask('first', read(50));
    await clock.advance(3_500);
    ask('second', read(20), controller.signal);
    ask('third', read(10));
    await clock.advance(100);
    controller.abort(new Error('enough'));
    await clock.advance(0);
    expect(told).toEqual(['first', 'second: Error: enough', 'third']);
    ask('fourth', read(), controller.signal);
    await clock.advance(0);
    expect(told).toContain('fourth: Error: enough');
    expect(governor.figures().waiting.read).toBe(0);
    expect(clock.pending()).toBe(0);
  });

  it('leaves nothing at the signal once it is over', async () => {
    const { clock, ask } = setUp();
    const { signal } = new AbortController();
    ask('goes', read(50), signal);
    await clock.advance(5_000);
    ask('goes later', read(20), signal);
    ask('too late', read(60), signal);
    await clock.advance(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await clock.advance(20_000);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('is refused at once when those before it will take the room', async () => {
    const { clock, told, ask } = setUp();
    for (let count = 0; count < 5; count += 1) ask('goes', order);
    await clock.advance(500);
    for (let count = 0; count < 5; count += 1) ask('waits', order);
    ask('too many', order);
    await clock.advance(0);
    expect(told.slice(5)).toEqual(['too many: late 1700']);
    await clock.advance(1_000);
    expect(told.slice(6)).toEqual(['waits', 'waits', 'waits', 'waits', 'waits']);
  });

  it('is for a thousand; then a more urgent call takes the place of the newest read', async () => {
    const [weight] = someRules.windows;
    const rules = { ...someRules, windows: weight ? [{ ...weight, capacity: 10_000 }] : [] };
    const { clock, told, ask, governor } = setUp(rules);
    ask('all', { ...cancel, weight: 10_000 });
    await clock.advance(9_500);
    for (let count = 0; count < 1_000; count += 1) ask(`${count}`, read());
    ask('one too many', read());
    ask('cancel', cancel);
    await clock.advance(0);
    expect(told).toEqual(['all', 'one too many: full 1500', '999: full 1500']);
    expect(governor.figures().waiting).toEqual({ cancel: 1, order: 0, read: 999, list: 0 });
    expect(governor.figures().refusedTotal.full.read).toBe(2);
    await clock.advance(1_600);
    expect(told.length).toBe(1_003);
  });
});

describe('credentials', () => {
  const by = (credential: string): RatedCall => ({ credential, kind: 'order' });

  it('are remembered while their windows are in use, and no longer', async () => {
    const { clock, told, ask, governor } = setUp();
    for (let count = 0; count < 5; count += 1) ask('b', by('b'));
    ask('c', by('c'));
    ask('b again', by('b'));
    await clock.advance(0);
    expect(told).toContain('b again: late 1100');
    expect(governor.figures().credentials).toBe(2);
    await clock.advance(2_000);
    ask('d', by('d'));
    expect(governor.figures().credentials).toBe(1);
  });

  it('are remembered while their calls wait', async () => {
    const { clock, told, ask } = setUp();
    ask('all', { ...cancel, weight: 100 });
    await clock.advance(10_500);
    ask('b', by('b'));
    ask('c', by('c'));
    await clock.advance(600);
    for (let count = 0; count < 5; count += 1) ask('b', by('b'));
    await clock.advance(0);
    expect(told.filter((name) => name === 'b')).toHaveLength(5);
  });
});

describe('figures', () => {
  it('tell what is reserved, and of credentials the one that used most', async () => {
    const { ask, settle, governor } = setUp();
    const [weight, orders] = governor.figures().windows;
    expect(weight).toMatchObject({ used: 0, capacity: 100, reserved: { cancel: 20, order: 20 } });
    // Cancels and reads are not counted there: nothing has to be kept for anybody.
    expect(orders).toMatchObject({ used: 0, capacity: 5, reserved: { cancel: 0, order: 1 } });
    ask('a', order);
    for (const name of ['1', '2', '3']) ask(name, { credential: 'b', kind: 'order' });
    await settle();
    expect(governor.figures().windows.map(({ used }) => used)).toEqual([4, 3]);
  });
});

describe('what the exchange says', () => {
  it('corrects the count upwards, never downwards', async () => {
    const { told, ask, settle, heard, governor } = setUp();
    ask('reads', read(30));
    await settle();
    heard({ status: 200, used: { weight: 10, 'not ours': 7 } });
    heard({ status: 200, used: { weight: Number.POSITIVE_INFINITY } });
    heard({ status: 200, used: { weight: Number.NaN } });
    expect(governor.figures().windows[0]?.used).toBe(30);
    heard({ status: 200, used: { weight: 60 } });
    expect(governor.figures().windows[0]?.used).toBe(60);
    ask('one more', read());
    await settle();
    expect(told).toEqual(['reads', 'one more: late 11000']);
  });

  it('bans one credential, waiting calls as well, until the time it named', async () => {
    const { clock, told, ask, heard, governor } = setUp();
    for (const name of ['1', '2', '3', '4', '5']) ask(name, order);
    await clock.advance(500);
    ask('waits', order);
    await clock.advance(0);
    heard({ credential: 'a', status: 429, retryAfterMs: 3_000 });
    await clock.advance(0);
    expect(told.slice(5)).toEqual(['waits: banned 3000']);
    ask('order', order);
    ask('cancel', cancel);
    ask('other', { credential: 'b', kind: 'order' });
    await clock.advance(0);
    const banned = ['order: banned 3000', 'cancel: banned 3000', 'other'];
    expect(told.slice(6).toSorted()).toEqual(banned.toSorted());
    expect(governor.figures().bans).toEqual([{ credential: 'a', leftMs: 3_000 }]);
    await clock.advance(3_000);
    ask('again', cancel);
    await clock.advance(0);
    expect(told.at(-1)).toBe('again');
    expect(governor.figures().bans).toEqual([]);
    expect(governor.figures().bansTotal).toBe(1);
    expect(governor.figures().refusedTotal.banned).toEqual({
      cancel: 1,
      order: 2,
      read: 0,
      list: 0,
    });
  });

  it('bans the address for everybody', async () => {
    const { told, ask, heard, settle } = setUp();
    ask('full', read(60));
    await settle();
    heard({ credential: 'a', status: 418 });
    ask('other', { credential: 'b', kind: 'cancel' });
    ask('public', { kind: 'read' });
    await settle();
    expect(told).toEqual(['full', 'other: banned 120000', 'public: banned 120000']);
  });

  it('bans whom the answer names, and everybody where nobody is known', async () => {
    const { told, ask, heard, settle } = setUp();
    heard({ credential: 'a', status: 418, scope: 'credential' });
    ask('other', { credential: 'b', kind: 'cancel' });
    await settle();
    heard({ status: 429 });
    ask('other', { credential: 'b', kind: 'cancel' });
    await settle();
    expect(told).toEqual(['other', 'other: banned 1000']);
  });

  it('passes over a status that means no ban there', async () => {
    const { told, ask, heard, settle } = setUp();
    heard({ credential: 'a', status: 403 });
    ask('cancel', cancel);
    await settle();
    expect(told).toEqual(['cancel']);
  });

  it('doubles a ban without an end that follows another, up to an hour, and forgets', async () => {
    const { clock, heard, governor } = setUp();
    const left = () => governor.figures().bans[0]?.leftMs;
    const lengths: (number | undefined)[] = [];
    for (let count = 0; count < 14; count += 1) {
      heard({ credential: 'a', status: 429, retryAfterMs: 0 });
      // A second answer to calls that were on their way adds nothing.
      heard({ credential: 'a', status: 429 });
      lengths.push(left());
      await clock.advance(left() ?? 0);
    }
    expect(lengths.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(lengths.at(-1)).toBe(3_600_000);
    expect(governor.figures().bansTotal).toBe(14);
    await clock.advance(3_600_001);
    heard({ credential: 'a', status: 429 });
    expect(left()).toBe(1_000);
  });

  it('believes no end that is further than three days', () => {
    const { heard, governor } = setUp();
    heard({ credential: 'a', status: 429, retryAfterMs: 1e15 });
    expect(governor.figures().bans[0]?.leftMs).toBe(3 * 24 * 3_600_000);
  });
});
