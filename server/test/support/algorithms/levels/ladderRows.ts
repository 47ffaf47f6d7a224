import { expect } from 'vitest';
import type { AlgorithmEvent } from '../../../../src/trading/algorithms/algorithm.ts';
import { ladder } from '../../../../src/trading/algorithms/ladder/definition.ts';
import type { LadderParams } from '../../../../src/trading/algorithms/ladder/params.ts';
import { accountId, type LevelsScene, testView } from './view.ts';

/** Two levels, 100 bps apart. */
export const usualLadder: LadderParams = {
  numLevels: 2,
  priceSpacingBps: 100,
  sizeDistribution: 'equal',
};

const fresh = { generation: 0, isClearing: true, levels: [], placedAtMs: 0 };

/** An order of the first placement, at the account a. */
export const placed = (level: number, quantity: number, price: number) => ({
  kind: 'place',
  accountId: accountId('a'),
  quantity,
  price,
  timeInForce: 'GTC',
  purpose: 'level',
  group: 100 + level,
});
export const waits = (reason: string) => ({
  kind: 'wait',
  reason: expect.stringContaining(reason),
});
export const ends = (status: string, reason?: string) => ({
  kind: 'end',
  status,
  reason: reason === undefined ? undefined : expect.stringContaining(reason),
});

/** One step of a ladder, with its results. */
export interface LadderRow {
  readonly name: string;
  /** The state before; by default nothing is placed yet. */
  readonly state?: object;
  readonly event: AlgorithmEvent;
  readonly params?: Partial<LadderParams>;
  readonly scene?: LevelsScene;
  readonly actions: readonly unknown[];
  readonly wakeAtMs?: number | undefined;
  readonly watchesBooks?: boolean;
}

export function checkLadder({ state = fresh, event, params, scene, ...row }: LadderRow): void {
  const step = ladder.step(state, event, {
    params: { ...usualLadder, ...params },
    view: testView(scene),
  });
  expect(step.actions).toEqual(row.actions);
  expect(step.wakeAtMs).toBe(row.wakeAtMs);
  expect(step.watchesBooks).toBe(row.watchesBooks ?? false);
}
