import { describe, expect, it } from 'vitest';
import {
  apart,
  barred,
  checkSpread,
  closed,
  coarse,
  end,
  failing,
  filled,
  giveBack,
  hedge,
  lead,
  note,
  refused,
  type SpreadRow,
  spreadParams,
  take,
  wait,
} from '../../../../test/support/algorithms/pair/spreadRows.ts';
import { pairView } from '../../../../test/support/algorithms/pair/view.ts';
import { testAccount } from '../../../../test/support/algorithms/view.ts';
import type { ChildView } from '../algorithm.ts';
import { spread } from './definition.ts';
import { type SpreadState, spreadStart } from './state.ts';

const giving = (changes: Partial<ChildView> = {}) =>
  lead({ number: 3, timeInForce: 'IOC', isClosing: true, placedAtMs: 16_000, ...changes });

describe('what could not be hedged in time', () => {
  const noContra = [{}, { accounts: [barred] }] as const;
  const rows: readonly SpreadRow[] = [
    {
      name: 'is kept until half of the time is gone',
      state: failing,
      scene: { nowMs: 15_900, children: [filled(1), refused], legs: noContra },
      actions: [wait('It refused an order')],
      wakeAtMs: 16_000,
    },
    {
      name: 'is given back from half of the time on',
      state: failing,
      scene: { nowMs: 16_000, children: [filled(1), refused], legs: noContra },
      actions: [note('1 of SOL/USDT is unwound'), giveBack],
      after: {
        level: { ...failing.level, told: 'unwinding', triedAtMs: [16_000, -1_000], lastTried: 0 },
      },
    },
    {
      name: 'is not level before it is known that what is given back was taken',
      state: { level: { ...failing.level, told: 'unwinding', lastTried: 0 } },
      scene: { mode: 'cancelling', nowMs: 17_000, children: [filled(1), refused, giving()] },
      actions: [wait('The outcome of order 3 is not known yet')],
      after: { level: { ...failing.level, told: 'unwinding', lastTried: 0 } },
    },
    {
      name: 'counts no fee that was paid in coin once all that is held was given back',
      state: { level: { ...failing.level, told: 'unwinding', lastTried: 0 } },
      scene: {
        mode: 'cancelling',
        nowMs: 18_000,
        legs: [{ baseFees: 0.2 }, {}],
        children: [filled(1), giving({ isOver: true, filled: 0.8, quantity: 0.8 })],
      },
      actions: [note('level again after 17 s'), end('CANCELLED', '0.8 SOL/USDT was unwound.')],
    },
    {
      name: 'is given back by an account that refuses what opens',
      state: failing,
      scene: {
        nowMs: 16_000,
        children: [filled(1), refused],
        legs: [{ accounts: [{ ...barred, closingBarred: undefined }] }, { accounts: [barred] }],
      },
      actions: [note('1 of SOL/USDT is unwound'), giveBack],
    },
    {
      name: 'is hedged after all when that can be done first',
      state: apart,
      scene: { nowMs: 24_000, children: [filled(1)] },
      actions: [take],
    },
    {
      name: 'is given back from three quarters on where hedges rest',
      state: apart,
      params: { sweepTriggerMode: 'disabled' },
      scene: { nowMs: 23_500, children: [filled(1)], legs: noContra },
      actions: [note('is unwound'), giveBack],
    },
    {
      name: 'is kept until three quarters where hedges rest',
      state: apart,
      params: { sweepTriggerMode: 'disabled' },
      scene: { nowMs: 23_400, children: [filled(1)], legs: noContra },
      actions: [wait('It refused an order')],
      wakeAtMs: 23_500,
    },
    {
      name: 'waits, and says for what, when neither leg can be traded',
      state: failing,
      scene: {
        nowMs: 20_000,
        children: [filled(1)],
        legs: [{ accounts: [closed] }, { accounts: [barred] }],
      },
      actions: [wait('SOL/USDT cannot be traded now. one: no usable book')],
      wakeAtMs: 21_000,
    },
    {
      name: 'is given back when the anchor is to hedge beyond its limit price',
      state: apart,
      params: { leadMode: 'contra' },
      scene: {
        nowMs: 16_000,
        limitPrice: 99,
        children: [lead({ leg: 1, isOver: true, filled: 1 })],
      },
      actions: [note('SOL/USDT:USDT is unwound'), { ...giveBack, leg: 1, price: 100.2 }],
    },
    {
      name: 'is not led again, nor anything else for a while',
      state: { level: { ...failing.level, told: 'unwinding' } },
      scene: {
        nowMs: 17_000,
        children: [filled(1), lead({ number: 3, isClosing: true, isOver: true, filled: 1 })],
      },
      actions: [
        note('level again after 16 s'),
        note('No new lead orders for 10 s'),
        wait('for a while'),
      ],
      after: { unwinds: 1, leadAgainMs: 27_000 },
    },
  ];
  it.each(rows)('$name', checkSpread);
});

describe('the end', () => {
  const both = [filled(10), hedge({ isOver: true, filled: 10 })];
  const withdrawn = (heardAtMs: number) =>
    hedge({ number: 3, isOver: true, timeInForce: 'POST_ONLY', heardAtMs });
  const rows: readonly SpreadRow[] = [
    {
      name: 'comes when both legs are whole',
      scene: { children: both },
      actions: [end('COMPLETED')],
    },
    ...(['running', 'cancelling'] as const).map((mode) => ({
      name: `waits, while ${mode}, for news of what was withdrawn`,
      scene: { mode, nowMs: 12_000, children: [...both, withdrawn(5_000)] },
      actions: [wait('no late fill of the cancelled orders can arrive')],
    })),
    {
      name: 'waits no longer than news take',
      scene: { nowMs: 15_000, children: [...both, withdrawn(5_000)] },
      actions: [end('COMPLETED')],
    },
    {
      name: 'tells what is too little to be hedged',
      scene: { children: [filled(10), hedge({ isOver: true, filled: 9.95 })] },
      actions: [end('COMPLETED', '0.05 SOL/USDT is not hedged')],
    },
    {
      name: 'tells what was given back',
      scene: {
        children: [
          ...both,
          lead({ isClosing: true, isOver: true, filled: 1 }),
          hedge({ isClosing: true, isOver: true, filled: 1 }),
        ],
      },
      actions: [end('COMPLETED', '9 of 10 SOL/USDT is filled (90 %). 1 SOL/USDT was unwound.')],
    },
    {
      name: 'is a failure when no clip could ever be hedged',
      scene: { legs: [{}, { accounts: coarse(5) }] },
      actions: [end('FAILED', 'Nothing of 10 could be traded')],
    },
    {
      name: 'gives back what is too little to be hedged when it can be',
      scene: { quantity: 1, children: [filled(1)], legs: [{}, { accounts: coarse(5) }] },
      actions: [note('1 of SOL/USDT is unwound'), giveBack],
    },
  ];
  it.each(rows)('$name', checkSpread);
});

describe('paused and cancelled', () => {
  const rows: readonly SpreadRow[] = [
    {
      name: 'makes the legs equal at once while paused, whatever the hedging mode',
      params: { sweepTriggerMode: 'disabled' },
      scene: { mode: 'paused', nowMs: 1_000, children: [filled(1)] },
      actions: [take],
    },
    {
      name: 'leads nothing and does not end while paused',
      scene: { mode: 'paused', nowMs: 1_000 },
      actions: [wait('Paused')],
      wakeAtMs: 61_000,
    },
    {
      name: 'makes the legs equal before a cancel ends it',
      scene: { mode: 'cancelling', nowMs: 1_000, children: [filled(1)] },
      actions: [take],
    },
    {
      name: 'ends a cancel once the legs are equal',
      scene: { mode: 'cancelling', children: [filled(1), hedge({ isOver: true, filled: 1 })] },
      actions: [end('CANCELLED', 'Cancelled. 1 of 10 SOL/USDT is filled (10 %).')],
    },
    {
      name: 'ends a cancel when only an account that holds nothing could give back what is left',
      scene: {
        mode: 'cancelling',
        children: [filled(0.5)],
        legs: [{ accounts: [...coarse(1), testAccount({ id: 'two' })] }, { accounts: coarse(5) }],
      },
      actions: [end('CANCELLED', '0.5 SOL/USDT is not hedged')],
    },
    {
      name: 'does not end while an outcome is not known',
      scene: { mode: 'cancelling', nowMs: 1_000, children: [lead({ isCancelling: true })] },
      actions: [wait('The outcome of order 1 is not known yet')],
    },
  ];
  it.each(rows)('$name', checkSpread);
});

it('reports both legs, the spread and what is unhedged', () => {
  const view = pairView({ children: [filled(3), hedge({ isOver: true, filled: 2 })] });
  const state: SpreadState = { ...spreadStart, ...apart, spreadPct: 0.2, clip: 4 };
  expect(spread.report(state, spreadParams, view)).toEqual({
    anchor_filled: 3,
    contra_filled: 2,
    current_spread_pct: 0.2,
    unhedged_quantity: 1,
    is_spread_paused: false,
    lead: 'anchor',
    clips: 4,
    unhedged_since_seconds: 1,
  });
});

it('reports as unhedged what is held alone, not the fees that were paid in coin', () => {
  const unhedged = (children: readonly ChildView[]) =>
    spread.report(spreadStart, spreadParams, pairView({ children, legs: [{ baseFees: 0.1 }, {}] }))
      .unhedged_quantity;
  expect(unhedged([filled(3)])).toBe(2.9);
  expect(unhedged([filled(3), hedge({ isOver: true, filled: 3 })])).toBe(0);
  expect(unhedged([filled(3), giving({ isOver: true, filled: 2.9 })])).toBe(0);
  expect(unhedged([hedge({ isOver: true, filled: 3 })])).toBe(3);
});

it('trades the contra symbol on the other side, and only equalises on a cancel', () => {
  const { pair } = spread;
  const [anchor] = pairView().legs;
  expect(anchor && pair?.legs(spreadParams, { ...anchor, quantity: 10 })).toEqual([
    { symbol: 'SOL/USDT', side: 'buy', accountIds: ['one'] },
    { symbol: 'SOL/USDT:USDT', side: 'sell', accountIds: ['one'] },
  ]);
  expect(pair?.closesOnCancel).toBe(false);
});
