import { describe, expect, it } from 'vitest';
import { cancel, order, read, setUp } from '../../../../../test/support/exchanges/governorBench.ts';

describe('what the exchange says', () => {
  it('corrects the count upwards, never downwards', async () => {
    const { told, ask, settle, recordAnswer, governor } = setUp();
    ask('reads', read(30));
    await settle();
    recordAnswer({ status: 200, used: { weight: 10, 'not ours': 7 } });
    recordAnswer({ status: 200, used: { weight: Number.POSITIVE_INFINITY } });
    recordAnswer({ status: 200, used: { weight: Number.NaN } });
    expect(governor.figures().windows[0]?.used).toBe(30);
    recordAnswer({ status: 200, used: { weight: 60 } });
    expect(governor.figures().windows[0]?.used).toBe(60);
    ask('one more', read());
    await settle();
    expect(told).toEqual(['reads', 'one more: late 11000']);
  });

  it('bans one credential, waiting calls as well, until the time it named', async () => {
    const { clock, told, ask, recordAnswer, governor } = setUp();
    for (const name of ['1', '2', '3', '4', '5']) ask(name, order);
    await clock.advance(500);
    ask('waits', order);
    await clock.advance(0);
    recordAnswer({ credential: 'a', status: 429, retryAfterMs: 12_000 });
    await clock.advance(0);
    expect(told.slice(5)).toEqual(['waits: banned 12000']);
    ask('order', order);
    ask('cancel', cancel);
    ask('other', { ...order, credential: 'b' });
    await clock.advance(0);
    const banned = ['order: banned 12000', 'cancel: banned 12000', 'other'];
    expect(told.slice(6).toSorted()).toEqual(banned.toSorted());
    expect(governor.figures().bans).toEqual([{ credential: 'a', leftMs: 12_000 }]);
    await clock.advance(12_000);
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

  it('has calls wait for the end of a silence that comes in time', async () => {
    const { clock, told, ask, recordAnswer } = setUp();
    recordAnswer({ credential: 'a', status: 429, retryAfterMs: 6_000 });
    ask('order', order);
    ask('read', read());
    ask('cancel', cancel);
    await clock.advance(5_999);
    expect(told).toEqual(['order: banned 6000']);
    await clock.advance(1);
    expect(told.slice(1)).toEqual(['cancel', 'read']);
  });

  it('bans the address for everybody', async () => {
    const { told, ask, recordAnswer, settle } = setUp();
    recordAnswer({ credential: 'a', status: 418 });
    ask('other', { ...cancel, credential: 'b' });
    ask('public', { kind: 'read', purpose: 'caller' });
    await settle();
    expect(told).toEqual(['other: banned 120000', 'public: banned 120000']);
  });

  it('bans whom the answer names, and everybody where nobody is known', async () => {
    const { told, ask, recordAnswer, settle } = setUp();
    recordAnswer({ credential: 'a', status: 418, scope: 'credential' });
    ask('other', { ...cancel, credential: 'b' });
    await settle();
    recordAnswer({ status: 429, retryAfterMs: 11_000 });
    ask('other', { ...cancel, credential: 'b' });
    await settle();
    expect(told).toEqual(['other', 'other: banned 11000']);
  });

  it('passes over a status that means no ban there', async () => {
    const { told, ask, recordAnswer, settle } = setUp();
    recordAnswer({ credential: 'a', status: 403 });
    ask('cancel', cancel);
    await settle();
    expect(told).toEqual(['cancel']);
  });

  it('doubles a ban without an end that follows another, up to an hour, and forgets', async () => {
    const { clock, recordAnswer, governor } = setUp();
    const left = () => governor.figures().bans[0]?.leftMs;
    const lengths: (number | undefined)[] = [];
    for (let count = 0; count < 14; count += 1) {
      recordAnswer({ credential: 'a', status: 429, retryAfterMs: 0 });
      // A second answer to calls that were on their way adds nothing.
      recordAnswer({ credential: 'a', status: 429 });
      lengths.push(left());
      await clock.advance(left() ?? 0);
    }
    expect(lengths.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(lengths.at(-1)).toBe(3_600_000);
    expect(governor.figures().bansTotal).toBe(14);
    await clock.advance(3_600_001);
    recordAnswer({ credential: 'a', status: 429 });
    expect(left()).toBe(1_000);
  });

  it('believes no end that is further than three days', () => {
    const { recordAnswer, governor } = setUp();
    recordAnswer({ credential: 'a', status: 429, retryAfterMs: 1e15 });
    expect(governor.figures().bans[0]?.leftMs).toBe(3 * 24 * 3_600_000);
  });
});
