import { expect } from 'vitest';
import type { ChildView } from '../../../../src/trading/algorithms/algorithm.ts';
import { spread } from '../../../../src/trading/algorithms/spread/definition.ts';
import type { SpreadParams } from '../../../../src/trading/algorithms/spread/params.ts';
import { type SpreadState, spreadStart } from '../../../../src/trading/algorithms/spread/state.ts';
import type { InstrumentSymbol } from '../../../../src/trading/model/symbol.ts';
import { testAccount, testBook, testChild } from '../view.ts';
import { type PairScene, pairView } from './view.ts';

/** Clips of one at a time, hedged at once. */
export const spreadParams: SpreadParams = {
  contraSymbol: 'SOL/USDT:USDT' as InstrumentSymbol,
  anchorAccountIds: ['one'],
  contraAccountIds: ['one'],
  riskQuantity: 1,
  leadMode: 'anchor',
  aggression: 'neutral',
  maxUnhedgedMs: 30_000,
  sweepTriggerMode: 'immediate',
  sweepThresholdPct: 0,
  repriceIncrementBps: 10,
  spreadOffsetPct: 0,
};

export interface SpreadRow {
  readonly name: string;
  readonly state?: Partial<SpreadState>;
  readonly params?: Partial<SpreadParams>;
  readonly scene?: PairScene;
  /** All of them, in order. */
  readonly actions: readonly unknown[];
  readonly wakeAtMs?: number;
  readonly after?: Partial<SpreadState>;
}

const seen = { spreadPct: 0, clip: 1 } as const;
/** The legs have been apart since the first second, and nothing was tried yet. */
export const apart = { level: { ...spreadStart.level, sinceMs: 1_000 } } as const;
export const failing = { level: { ...apart.level, told: 'failing', lastTried: 1 } } as const;

export const lead = (changes: Partial<ChildView> = {}) =>
  testChild({ purpose: 'lead', ...changes });
export const filled = (quantity: number) => lead({ isOver: true, filled: quantity, quantity });
export const hedge = (changes: Partial<ChildView> = {}) =>
  testChild({ number: 2, purpose: 'hedge', leg: 1, timeInForce: 'IOC', ...changes });
export const refused = hedge({
  isOver: true,
  refusedCode: 'INSUFFICIENT_BALANCE',
  placedAtMs: 1_000,
});

export const post = {
  kind: 'place',
  accountId: 'one',
  quantity: 1,
  price: 100,
  timeInForce: 'POST_ONLY',
  purpose: 'lead',
  group: 1,
  leg: 0,
};
export const take = {
  kind: 'place',
  accountId: 'one',
  quantity: 1,
  price: 99.8,
  timeInForce: 'IOC',
  purpose: 'hedge',
  group: 1,
  leg: 1,
};
export const giveBack = { ...take, purpose: 'unwind', leg: 0, isClosing: true };
export const rest = { ...take, price: 100.2, timeInForce: 'POST_ONLY' };
export const cancel = (number: number) => ({ kind: 'cancel', number });
export const note = (text: string) => ({ kind: 'note', text: expect.stringContaining(text) });
export const wait = (reason: string) => ({ kind: 'wait', reason: expect.stringContaining(reason) });
export const end = (status: string, reason?: string) => ({
  kind: 'end',
  status,
  reason: reason === undefined ? undefined : expect.stringContaining(reason),
});

export const closed = testAccount({ book: undefined });
export const barred = testAccount({ barred: 'It refused an order.' });
export const at = (bid: number, ask: number, side: 'buy' | 'sell' = 'buy') =>
  testAccount({ book: testBook(bid, ask, { side }) });
export const contra = (bid: number, ask: number) => ({ accounts: [at(bid, ask, 'sell')] });
export const coarse = (quantityStep: number) => {
  const account = at(99.8, 100.2, 'sell');
  const rules = { priceTick: 0.1, priceDigitsMax: undefined, notionalMin: 0 };
  return [{ ...account, rules: { ...rules, quantityStep, quantityMin: quantityStep } }];
};

export function checkSpread({ state, params, scene, actions, wakeAtMs, after }: SpreadRow): void {
  const all = { ...spreadParams, ...params };
  const { riskQuantity } = all;
  const before: SpreadState = { ...spreadStart, ...seen, ...state };
  const view = pairView({ riskQuantity, ...scene });
  const step = spread.step(before, { kind: 'woke' }, { params: all, view });
  expect(step.actions).toEqual(actions);
  if (wakeAtMs !== undefined) expect(step.wakeAtMs).toBe(wakeAtMs);
  expect(step.wakeAtMs ?? Infinity).toBeGreaterThan(view.nowMs);
  if (after) expect(step.state).toMatchObject(after);
}
