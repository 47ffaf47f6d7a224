import { expect } from 'vitest';
import type {
  AccountView,
  AlgorithmEvent,
  CarryFacts,
  ChildView,
  LegNumber,
} from '../../../../src/trading/algorithms/algorithm.ts';
import { fundingArb } from '../../../../src/trading/algorithms/fundingArb/definition.ts';
import type { FundingArbParams } from '../../../../src/trading/algorithms/fundingArb/params.ts';
import {
  type FundingArbState,
  fundingArbStart,
} from '../../../../src/trading/algorithms/fundingArb/state.ts';
import { type PairScene, pairView } from '../pair/view.ts';
import { testAccount, testBook, testChild } from '../view.ts';
import { carryParams } from './run.ts';

/** A row of a state table: the result of a step from a state and a scene. */
export interface CarryRow {
  readonly name: string;
  readonly state: FundingArbState;
  readonly event?: AlgorithmEvent;
  readonly params?: Partial<FundingArbParams>;
  readonly scene?: PairScene;
  readonly actions: readonly unknown[];
  /** Expected values of some fields of the next state. */
  readonly next?: object;
  readonly wakeAtMs?: number;
}

/** Default epoch ms and algorithm's clock of every row. */
export const testNowMs = 1_000_000;

export const carryFacts = (changes: Partial<CarryFacts> = {}): CarryFacts => ({
  atMs: testNowMs,
  predictedAprPct: 40,
  markPrice: 100,
  liquidationPrice: undefined,
  collected: 0,
  halted: undefined,
  ...changes,
});

const { collected: _, ...known } = carryFacts();

/** Funding of 40 % a year is known, and the next poll is due in a minute. */
export const carryState = (changes: Partial<FundingArbState> = {}): FundingArbState => ({
  ...fundingArbStart,
  smoothed: { value: 40, atMs: testNowMs },
  facts: known,
  poll: { ...fundingArbStart.poll, dueAtMs: testNowMs + 60_000 },
  ...changes,
});

export const atApr = (value: number) => ({ smoothed: { value, atMs: testNowMs } });

/** Returns fills of a leg, all over. */
export function filled(leg: LegNumber, quantity: number, changes: Partial<ChildView> = {}) {
  const purpose = leg === 0 ? ('lead' as const) : ('hedge' as const);
  const price = leg === 0 ? 100 : 100.1;
  return testChild({
    leg,
    purpose,
    price,
    quantity,
    filled: quantity,
    isOver: true,
    timeInForce: 'IOC',
    placedAtMs: testNowMs - 5_000,
    ...changes,
    accountId: 'one',
  });
}

export const given = (leg: LegNumber, quantity: number) =>
  filled(leg, quantity, { isClosing: true, purpose: 'unwind' });

/** Returns the account of each leg with the changes from an open one. */
export function carryLegs(
  spot: Partial<Omit<AccountView, 'id'>> = {},
  perp: Partial<Omit<AccountView, 'id'>> = {},
): NonNullable<PairScene['legs']> {
  const perpBook = testBook(99.8, 100.2, { side: 'sell' });
  return [
    { accounts: [testAccount(spot)] },
    { accounts: [testAccount({ book: perpBook, ...perp })] },
  ];
}

export const waits = (text: string) => ({ kind: 'wait', reason: expect.stringContaining(text) });
export const notes = (text: string) => ({ kind: 'note', text: expect.stringContaining(text) });
export const polls = (sinceMs?: number) => ({ kind: 'poll', sinceMs });
export const ends = (status: string, text: string) => ({
  kind: 'end',
  status,
  reason: expect.stringContaining(text),
});
export const orders = (leg: LegNumber, isClosing: boolean, quantity: number) =>
  expect.objectContaining({ kind: 'place', timeInForce: 'IOC', leg, isClosing, quantity });

export function checkRow(row: CarryRow): void {
  const { state, event = { kind: 'woke' }, params, scene } = row;
  const view = pairView({ legs: carryLegs(), nowMs: testNowMs, ...scene });
  const step = fundingArb.step(state, event, { params: { ...carryParams, ...params }, view });
  expect(step.actions).toEqual(row.actions);
  if (row.next) expect(step.state).toMatchObject(row.next);
  if (row.wakeAtMs !== undefined) expect(step.wakeAtMs).toBe(row.wakeAtMs);
  if (step.wakeAtMs !== undefined) expect(step.wakeAtMs).toBeGreaterThan(view.nowMs);
}

/** Returns a perpetual that trades in whole units. */
export function coarse() {
  const rules = { priceTick: 0.1, priceDigitsMax: undefined, quantityStep: 1 };
  return {
    book: testBook(99.8, 100.2, { side: 'sell' }),
    rules: { ...rules, quantityMin: 1, notionalMin: 10 },
  };
}
