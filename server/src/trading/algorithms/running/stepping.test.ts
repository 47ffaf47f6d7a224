import { describe, expect, test } from 'vitest';
import {
  createAlgorithmBench,
  placing,
  type Script,
  scriptRun,
} from '../../../../test/support/algorithms/bench.ts';
import { childOf, runOf } from '../../../../test/support/algorithms/records.ts';
import type { AlgorithmRecord } from '../types.ts';

/** Returns what happens after the first step when nothing fills. */
async function afterFirst(
  actions: ReturnType<Script>,
  record: Partial<AlgorithmRecord> = {},
  children: Parameters<typeof scriptRun>[2] = {},
) {
  const bench = createAlgorithmBench();
  bench.world.fate = () => 'rests';
  const scripted = scriptRun(bench, ({ kind }) => (kind === 'started' ? actions : []), {
    ...children,
    record,
  });
  await scripted.run.begin('started', []);
  await bench.settle();
  const placed = [...scripted.run.image.children()].map(({ quantity, price }) => [quantity, price]);
  return { bench, ...scripted, placed };
}

describe('what is placed', () => {
  test('is held to the limit price on either side', async () => {
    const buys = await afterFirst([placing({ price: 102 })], { limitPrice: 100.5 });
    expect(buys.placed).toEqual([['2', 100.5]]);
    const sells = await afterFirst([placing({ price: 99 })], { side: 'sell', limitPrice: 100.5 });
    expect(sells.placed).toEqual([['2', 100.5]]);
  });

  test('goes to the tick away from the market, and to the lot', async () => {
    const { placed } = await afterFirst([placing({ price: 100.019, quantity: 0.50009 })]);
    expect(placed).toEqual([['0.5', 100.01]]);
  });

  test('is cut to what is free, which children of one step share', async () => {
    const { placed, record } = await afterFirst([
      placing({ quantity: 1.5 }),
      placing({ quantity: 1.5 }),
      placing({ quantity: 1.5 }),
    ]);
    expect(placed).toEqual([
      ['1.5', 101],
      ['0.5', 101],
    ]);
    expect(record().run.waitingFor).toContain('is not placed now');
  });

  test('is without what live children may still fill', async () => {
    const live = childOf('parent', 1, { stage: 'live', orderStatus: 'open', filled: '0.25' });
    const run = runOf({ nextChild: 2, filled: '0.25' });
    const { placed } = await afterFirst([placing()], { run }, { children: [live] });
    expect(placed).toEqual([
      ['1', 100.5],
      ['1', 101],
    ]);
  });

  test.each([
    ['below the smallest quantity', { quantity: 0.009, price: 5_000 }],
    ['below ten dollars', { quantity: 0.0999, price: 100 }],
    ['at an account that is not its own', { accountId: 'other' }],
  ])('is dropped with the reason when it is %s', async (_what, changes) => {
    const order = { ...placing(), ...changes } as ReturnType<typeof placing>;
    const { placed, texts, bench } = await afterFirst([order]);
    expect(placed).toEqual([]);
    expect(bench.world.sent).toEqual([]);
    expect(texts()).toEqual([expect.stringContaining('is not placed now')]);
  });

  test('is dropped at an account that is barred, with its reason', async () => {
    const bar = {
      accountId: placing().accountId,
      reason: 'Its key is gone.',
      untilMs: null,
      times: 1,
      leg: 0,
      opensOnly: false,
    } as const;
    const { placed, record } = await afterFirst([placing()], { run: runOf({ barred: [bar] }) });
    expect(placed).toEqual([]);
    expect(record().run.waitingFor).toContain('Its key is gone.');
  });

  test('is dropped after the end in the same step', async () => {
    const { placed } = await afterFirst([{ kind: 'end', status: 'COMPLETED' }, placing()]);
    expect(placed).toEqual([]);
  });

  test('never leaves when it is cancelled in the same step', async () => {
    const { bench, run } = await afterFirst([placing(), { kind: 'cancel', number: 1 }]);
    expect(bench.world.sent).toEqual([]);
    expect(run.image.live()).toEqual([]);
  });
});

describe('words for people', () => {
  test('tell a reason to wait once, and forget it when something is placed', async () => {
    const wait = { kind: 'wait', reason: 'no book' } as const;
    const { texts, record } = await afterFirst([wait, wait, placing({ quantity: 1 }), wait]);
    expect(texts().map((text) => text.split(':')[0])).toEqual([
      'waiting',
      'child_placed',
      'waiting',
    ]);
    expect(record().run.waitingFor).toBe('no book');
  });
});

describe('an end', () => {
  const end = (status: 'COMPLETED' | 'CANCELLED' | 'FAILED') =>
    ({ kind: 'end', status, reason: 'why' }) as const;

  test.each([
    ['completes at 100 % when only dust is left', 'COMPLETED', '1.95', true, undefined],
    ['tells what is missing when that could be traded', 'COMPLETED', '1.5', false, 'why'],
    ['with nothing left is no dust', 'COMPLETED', '2', false, 'why'],
    ['that is a failure keeps its reason', 'FAILED', '1.95', false, 'why'],
    ['that is a withdrawal keeps its reason', 'CANCELLED', '1.95', false, 'why'],
  ] as const)('%s', async (_what, status, filled, isDust, reason) => {
    const { record, run } = await afterFirst([end(status)], { run: runOf({ filled }) });
    await run.over;
    expect(record()).toMatchObject({ status, reason, run: { isDust } });
    expect(record().endedAtMs).toBeDefined();
  });
});
