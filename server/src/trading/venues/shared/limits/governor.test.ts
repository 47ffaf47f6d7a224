import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  cancel,
  order,
  read,
  setUp,
  someRules,
} from '../../../../../test/support/exchanges/governorBench.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { counted } from './callCosts.ts';
import { createGovernor } from './governor.ts';
import { callKinds, type GovernorRules, type RatedCall } from './governorRules.ts';

describe('the windows', () => {
  it('count what an answer weighed beyond what was reckoned for it', async () => {
    const { told, ask, recordAnswer, governor, settle } = setUp();
    ask('first', read(20));
    await settle();
    recordAnswer({ credential: 'a', status: 200, surplus: { weight: 35, other: 5 } });
    expect(governor.figures().windows[0]).toMatchObject({ name: 'weight', used: 55 });
    expect(told).toEqual(['first']);
  });

  it('let calls through at once while there is room, and later ones when there is again', async () => {
    const { clock, told, ask, governor } = setUp();
    ask('first', read(30));
    await clock.advance(3_000);
    ask('second', read(17));
    ask('third', read(25));
    await clock.advance(7_900);
    expect(told).toEqual(['first', 'second']);
    expect(governor.figures().waiting.read).toBe(1);
    await clock.advance(200);
    expect(told).toEqual(['first', 'second', 'third']);
    expect(clock.pending()).toBe(0);
  });

  it('of one credential do not hold up another', async () => {
    const { clock, told, ask, settle } = setUp();
    for (const name of ['1', '2', '3', '4', '5', '6']) ask(name, order);
    ask('other', { ...order, credential: 'b' });
    await settle();
    expect(told.toSorted()).toEqual(['1', '2', '3', '4', '5', 'other']);
    await clock.advance(1_100);
    expect(told.at(-1)).toBe('6');
  });

  it('of the address are shared by all, public calls too', async () => {
    const { told, ask, settle } = setUp();
    ask('a', read(20));
    ask('public', { kind: 'read', weight: 27, purpose: 'caller' });
    ask('b', { ...read(), credential: 'b' });
    await settle();
    expect(told.toSorted()).toEqual(['a', 'b: late 11000', 'public']);
  });

  it('leave out what the books may spend', async () => {
    const [weight] = someRules.windows;
    const rules = { ...someRules, windows: weight ? [{ ...weight, booksShare: 50 }] : [] };
    const { told, ask, settle, governor, recordAnswer } = setUp(rules);
    ask('heavy', read(17));
    ask('one more', read(2));
    await settle();
    expect(told.toSorted()).toEqual(['heavy', 'one more: late 11000']);
    recordAnswer({ status: 200, used: { weight: 75 } });
    expect(governor.figures().windows[0]).toMatchObject({ used: 25, capacity: 50 });
    recordAnswer({ status: 200, used: { weight: 90 } });
    expect(governor.figures().windows[0]?.used).toBe(40);
  });

  it('refuse a call that could never fit, as a fault', async () => {
    const { told, ask, settle } = setUp();
    ask('giant', read(48));
    await settle();
    expect(told).toEqual(['giant: Error: Must hold: weight has room for 48']);
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
      'the window small has room for one cancel beside its reserves',
    );
  });
});

describe('urgency', () => {
  it('keeps a part for orders from reads, and one for cancels from both', async () => {
    const { told, ask, settle } = setUp();
    ask('reads', read(47));
    ask('read', read());
    ask('orders', { ...order, weight: 20 });
    ask('order', order);
    ask('cancels', { ...cancel, weight: 20 });
    await settle();
    const late = ['read', 'order'].map((name) => `${name}: late 11000`);
    expect(told).toEqual([...late, 'reads', 'orders', 'cancels']);
  });

  it('of a call may say itself until when it waits', async () => {
    const { clock, told, ask } = setUp();
    ask('reads', read(47));
    await clock.advance(7_000);
    ask('short', { ...read(), untilMs: 10_999 });
    ask('long', { ...read(), untilMs: 11_000 });
    await clock.advance(4_100);
    expect(told).toEqual(['reads', 'short: late 4000', 'long']);
  });

  it('has a cancel wait as long as it may, though there will be no room by then', async () => {
    const { clock, told, ask } = setUp();
    ask('all', { ...cancel, weight: 64 });
    await clock.advance(500);
    ask('bounded', { ...cancel, untilMs: 9_000 });
    ask('unbounded', cancel);
    await clock.advance(8_500);
    expect(told).toEqual(['all']);
    await clock.advance(1);
    expect(told).toEqual(['all', 'bounded: late 1999']);
    await clock.advance(2_000);
    expect(told.at(-1)).toBe('unbounded');
  });

  it('leaves the less urgent their part while the more urgent wait without an end', async () => {
    const { clock, told, ask } = setUp();
    ask('orders', { ...order, weight: 64 });
    await clock.advance(0);
    ask('order', { ...order, untilMs: 20_000 });
    ask('read', read(3));
    await clock.advance(0);
    ask('another', read(1));
    ask('comparison', { ...read(), kind: 'list', weight: 10, purpose: 'comparison' });
    ask('proof', { ...read(3), purpose: 'proof' });
    ask('history', { ...read(), purpose: 'history' });
    await clock.advance(0);
    expect(told.toSorted()).toEqual([
      'another: late 11000',
      'comparison',
      'orders',
      'proof',
      'read',
    ]);
    await clock.advance(11_000);
    expect(told.slice(-2)).toEqual(['order', 'history']);
  });

  it('lets cancels go before orders and orders before reads that came earlier', async () => {
    const { clock, told, ask } = setUp();
    ask('reads', read(47));
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
    ask('reads', read(47));
    ask('part of an order', { ...read(20), purpose: 'order' });
    ask('part of a cancel', { ...read(20), purpose: 'cancel' });
    ask('read', read());
    await settle();
    expect(told).toEqual(['read: late 11000', 'reads', 'part of an order', 'part of a cancel']);
  });

  it('keeps the order of arrival within a kind, though a later one would fit', async () => {
    const { clock, told, ask } = setUp();
    ask('first', read(35));
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
    ask('orders', { ...order, weight: 64 });
    await clock.advance(6_100);
    ask('order', { ...order, weight: 21 });
    ask('urgent', { ...cancel, weight: 64 });
    await clock.advance(20_000);
    expect(told).toEqual(['orders', 'urgent', 'order: late 10899']);
    expect(clock.pending()).toBe(0);
  });
});

describe('waiting', () => {
  it('ends with the signal, and lets the next one go', async () => {
    const { clock, told, ask, governor } = setUp();
    const controller = new AbortController();
    ask('first', read(35));
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
    ask('goes', read(35), signal);
    await clock.advance(5_000);
    ask('goes later', read(20), signal);
    ask('too late', read(47), signal);
    await clock.advance(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await clock.advance(20_000);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('is refused at once when those before it will take the room', async () => {
    const { clock, told, ask } = setUp();
    const soon = { ...order, untilMs: 1_500 };
    for (let count = 0; count < 5; count += 1) ask('goes', order);
    await clock.advance(500);
    for (let count = 0; count < 5; count += 1) ask('waits', soon);
    ask('too many', soon);
    await clock.advance(0);
    expect(told.slice(5)).toEqual(['too many: late 1700']);
    await clock.advance(1_000);
    expect(told.slice(6)).toEqual(['waits', 'waits', 'waits', 'waits', 'waits']);
  });

  it('is for a thousand; then a more urgent call takes the place of the newest read', async () => {
    const [weight] = someRules.windows;
    const rules = { ...someRules, windows: weight ? [{ ...weight, capacity: 10_000 }] : [] };
    const { clock, told, ask, governor } = setUp(rules);
    ask('all', read(4_400));
    ask('the rest', read(700));
    await clock.advance(9_500);
    for (let count = 0; count < 1_000; count += 1) ask(`${count}`, read());
    ask('one too many', read());
    ask('cancel', cancel);
    await clock.advance(0);
    expect(told).toEqual([
      'all',
      'the rest',
      'one too many: full 1500',
      '999: full 1500',
      'cancel',
    ]);
    expect(governor.figures().waiting).toEqual({ cancel: 0, order: 0, read: 999, list: 0 });
    expect(governor.figures().refusedTotal.full.read).toBe(2);
    await clock.advance(1_600);
    expect(told.length).toBe(1_004);
  });
});

describe('credentials', () => {
  const by = (credential: string): RatedCall => ({ ...order, credential });

  it('are remembered while their windows are in use, and no longer', async () => {
    const { clock, told, ask, governor } = setUp();
    for (let count = 0; count < 5; count += 1) ask('b', by('b'));
    ask('c', by('c'));
    ask('b again', { ...by('b'), untilMs: 1_000 });
    await clock.advance(0);
    expect(told).toContain('b again: late 1100');
    expect(governor.figures().credentials).toBe(2);
    await clock.advance(2_000);
    ask('d', by('d'));
    expect(governor.figures().credentials).toBe(1);
  });

  it('are remembered while their calls wait', async () => {
    const { clock, told, ask } = setUp();
    ask('all', { ...cancel, weight: 64 });
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
    // Cancels and reads are not counted there, so nothing has to be reserved for anybody.
    expect(orders).toMatchObject({ used: 0, capacity: 5, reserved: { cancel: 0, order: 1 } });
    ask('a', order);
    for (const name of ['1', '2', '3']) ask(name, { ...order, credential: 'b' });
    await settle();
    expect(governor.figures().windows.map(({ used }) => used)).toEqual([4, 3]);
  });
});
