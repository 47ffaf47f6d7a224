import { describe, expect, it } from 'vitest';
import { type SequenceRule, Sequencer } from './sequencer.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

const rule: SequenceRule<Span> = {
  last: ({ to }) => to,
  joins: ({ from }, local) => from <= local + 1,
  follows: ({ from }, local) => from === local + 1,
};

const span = (from: number, to = from): Span => ({ from, to });

function loadedAt(id: number) {
  const sequencer = new Sequencer(rule, 5);
  sequencer.load(id);
  return sequencer;
}

describe('a loaded sequencer', () => {
  it.each([
    ['the next update', [span(11, 12), span(13)], ['apply', 'apply']],
    ['a first update that overlaps the snapshot', [span(8, 12), span(13)], ['apply', 'apply']],
    ['a duplicate', [span(11), span(11)], ['apply', 'old']],
    ['what the snapshot holds already', [span(9, 10)], ['old']],
    ['a hole after the snapshot', [span(12)], ['gap']],
    ['a hole after an update', [span(11), span(13)], ['apply', 'gap']],
    ['everything after a hole', [span(11), span(13), span(14)], ['apply', 'gap', 'buffered']],
  ])('judges %s', (_, updates, verdicts) => {
    const sequencer = loadedAt(10);
    expect(updates.map((update) => sequencer.push(update))).toEqual(verdicts);
  });
});

describe('a last number that was far too high', () => {
  const ranged = { ...rule, first: ({ from }: Span) => from };

  it.each([
    ['shows in the next update, which begins after the one before it', span(13), 'gap'],
    ['is none where the very same update comes twice', span(11, 1_000), 'old'],
    ['is none where an older one comes late', span(9, 10), 'old'],
  ])('%s', (_, next, verdict) => {
    const sequencer = new Sequencer(ranged, 5);
    sequencer.load(10);
    expect(sequencer.push(span(11, 1_000))).toBe('apply');
    expect(sequencer.push(next)).toBe(verdict);
  });

  it('leaves what follows a snapshot that is ahead of the stream alone', () => {
    const sequencer = new Sequencer(ranged, 5);
    sequencer.load(1_000);
    expect([span(11, 12), span(13)].map((each) => sequencer.push(each))).toEqual(['old', 'old']);
  });
});

describe('the first update after a snapshot', () => {
  it('may end in its very number where the rule says so, once', () => {
    const sequencer = new Sequencer({ ...rule, keepsEqual: true }, 5);
    sequencer.load(10);
    expect([span(8, 9), span(9, 10), span(9, 10), span(11)].map((e) => sequencer.push(e))).toEqual([
      'old',
      'apply',
      'old',
      'apply',
    ]);
    sequencer.restart();
    for (const each of [span(8, 9), span(9, 10), span(11)]) sequencer.push(each);
    expect(sequencer.load(10)?.updates).toEqual([span(9, 10), span(11)]);
  });
});

describe('loading', () => {
  const buffering = (updates: readonly Span[]) => {
    const sequencer = new Sequencer(rule, 5);
    for (const update of updates) sequencer.push(update);
    return sequencer;
  };

  it('drops what the snapshot holds and applies the rest', () => {
    const sequencer = buffering([span(9), span(10, 12), span(13)]);
    expect(sequencer.load(11)).toEqual({ updates: [span(10, 12), span(13)], gap: false });
    expect(sequencer.local).toBe(13);
  });

  it('refuses a snapshot older than the stream, and keeps the buffer', () => {
    const sequencer = buffering([span(9), span(10)]);
    expect(sequencer.load(5)).toBeUndefined();
    expect(sequencer.push(span(11))).toBe('buffered');
    expect(sequencer.load(9)).toEqual({ updates: [span(10), span(11)], gap: false });
  });

  it('stops at a hole in the buffer and keeps what follows it', () => {
    const sequencer = buffering([span(9), span(11), span(12)]);
    expect(sequencer.load(8)).toEqual({ updates: [span(9)], gap: true });
    expect(sequencer.load(10)).toEqual({ updates: [span(11), span(12)], gap: false });
  });

  it('a full buffer starts over instead of growing', () => {
    const sequencer = buffering([1, 2, 3, 4, 5, 6, 7].map((at) => span(at)));
    expect(sequencer.load(0)).toBeUndefined();
    expect(sequencer.load(5)).toEqual({ updates: [span(6), span(7)], gap: false });
  });

  it('restart forgets the place and the buffer', () => {
    const sequencer = loadedAt(10);
    sequencer.restart();
    expect(sequencer.push(span(11))).toBe('buffered');
  });
});
