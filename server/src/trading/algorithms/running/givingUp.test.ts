import { describe, expect, test } from 'vitest';
import { pairedSpread } from '../../../../test/support/algorithms/pair/params.ts';
import { childOf, recordOf, runOf } from '../../../../test/support/algorithms/records.ts';
import { algorithms } from '../registry.ts';
import type { TimepaceParams } from '../timepace/params.ts';
import type { AlgorithmRecord, ChildRecord } from '../types.ts';
import { createImage } from './draft.ts';
import { giveUp } from './givingUp.ts';

const hourMs = 3_600_000;
const refusal = { stage: 'over', refusedCode: 'INSUFFICIENT_BALANCE' } as const;
const unsent = { stage: 'over', refusedCode: 'NOT_SENT' } as const;
const taken = { stage: 'over', orderStatus: 'canceled' } as const;

interface Scene {
  readonly children: readonly Partial<ChildRecord>[];
  readonly record?: Partial<AlgorithmRecord>;
  readonly barred?: AlgorithmRecord['run']['barred'];
  readonly nowMs?: number;
}

/** Runs the check for giving up, and returns how the algorithm then ends. */
function endOf({ children, record, barred = [], nowMs = hourMs }: Scene) {
  const all = children.map((changes, at) => childOf('parent', at + 1, changes));
  const run = runOf({ nextChild: all.length + 1, barred });
  const own = recordOf('parent', { reason: 'desk: no funds.', ...record, run });
  const draft = createImage(own, all).draft(0);
  giveUp(draft, { algorithm: algorithms[own.type], nowMs });
  return draft.record().run.ending;
}

const six = Array(6).fill(refusal);
const bar = { leg: 0, opensOnly: false, reason: 'no rights', times: 1 } as const;

describe('an algorithm none of whose orders was taken', () => {
  test('fails an hour after its first order, with their number', () => {
    expect(endOf({ children: six })).toEqual({
      status: 'FAILED',
      reason: 'All of its 6 orders were refused, in 60 minutes.',
    });
  });

  test.each<readonly [string, Scene]>([
    ['the hour is not over', { children: six, nowMs: hourMs - 1 }],
    ['few were refused', { children: Array(5).fill(refusal) }],
    ['few of them were sent', { children: [...Array(5).fill(refusal), unsent] }],
    ['one was taken', { children: [...six, taken] }],
    ['one is live', { children: [...six, { stage: 'live' }] }],
    ['nothing was ordered', { children: [] }],
    ['it is paused', { children: six, record: { status: 'PAUSED' } }],
  ])('goes on while %s', (_when, scene) => {
    expect(endOf(scene)).toBeUndefined();
  });

  test('fails by fewer where nothing but a hand would bring its accounts back', () => {
    const [accountId] = recordOf('parent').accountIds;
    if (accountId === undefined) throw new Error('a record has an account');
    const lasting = [{ ...bar, accountId, untilMs: null }];
    const children = [refusal];
    expect(endOf({ children, barred: lasting })?.reason).toMatch(/^Its one order was refused/);
    expect(endOf({ children, barred: [{ ...bar, accountId, untilMs: 5_000 }] })).toBeUndefined();
    expect(endOf({ children: [unsent], barred: lasting })).toBeUndefined();
    const spread: Scene['record'] = {
      type: 'spread',
      params: { ...pairedSpread, anchorAccountIds: [accountId] },
    };
    const leading = [{ ...bar, accountId, untilMs: null }];
    expect(endOf({ children, barred: leading, record: spread })).toEqual({
      status: 'FAILED',
      reason: 'Its one order was refused, in 60 minutes. desk: no funds.',
    });
  });

  test('takes the time that it was planned to take', () => {
    const params: TimepaceParams = {
      quantityPerInterval: 0.5,
      intervalMs: hourMs,
      aggression: 'neutral',
      randomizeSize: false,
      randomizeSizePct: 0,
    };
    const scene: Scene = { children: six, record: { type: 'timepace', params } };
    expect(endOf({ ...scene, nowMs: 4 * hourMs - 1 })).toBeUndefined();
    expect(endOf({ ...scene, nowMs: 4 * hourMs })).toMatchObject({ status: 'FAILED' });
  });
});
