import { describe, it } from 'vitest';
import {
  apart,
  at,
  barred,
  cancel,
  checkSpread,
  closed,
  coarse,
  contra,
  filled,
  hedge,
  lead,
  note,
  post,
  refused,
  rest,
  type SpreadRow,
  take,
  wait,
} from '../../../../test/support/algorithms/pair/spreadRows.ts';
import { testAccount, testBook } from '../../../../test/support/algorithms/view.ts';
import { spreadStart } from './state.ts';

describe('leading', () => {
  const rows: readonly SpreadRow[] = [
    {
      name: 'posts a clip of the risk quantity on the anchor',
      state: { clip: 0 },
      actions: [post],
      wakeAtMs: 1_000,
      after: { clip: 1 },
    },
    {
      name: 'posts on the contra leg, on its side, where that leads',
      state: { clip: 0 },
      params: { leadMode: 'contra' },
      actions: [{ ...post, leg: 1 }],
    },
    {
      name: 'posts at the near touch when passive',
      params: { aggression: 'passive' },
      actions: [{ ...post, group: 2, price: 99.8 }],
    },
    {
      name: 'posts a limit order at the far touch when aggressive',
      params: { aggression: 'aggressive' },
      actions: [{ ...post, group: 2, price: 100.2, timeInForce: 'GTC' }],
    },
    {
      name: 'moves the price to the passive side by the offset',
      params: { spreadOffsetPct: 0.5 },
      actions: [{ ...post, group: 2, price: 99.5 }],
    },
    {
      name: 'moves the price of a leading sale up by the offset',
      params: { spreadOffsetPct: 0.5, leadMode: 'contra' },
      actions: [{ ...post, group: 2, price: 100.5, leg: 1 }],
    },
    {
      name: 'posts no more than what is left',
      scene: { children: [filled(9.5), hedge({ isOver: true, filled: 9.5 })] },
      actions: [{ ...post, group: 2, quantity: 0.5 }],
    },
    {
      name: 'leaves no rest that would be too small for a clip',
      scene: { quantity: 1.05 },
      actions: [{ ...post, group: 2, quantity: 0.92 }],
    },
    {
      name: 'leads what the other leg can hedge on its lot',
      params: { riskQuantity: 1.3 },
      scene: { legs: [{}, { accounts: coarse(0.5) }] },
      actions: [{ ...post, group: 2, quantity: 1 }],
    },
    {
      name: 'posts at the account where the price is best',
      scene: { legs: [{ accounts: [at(99.9, 100.3), { ...at(99, 100), id: barred.id }] }, {}] },
      actions: [{ ...post, group: 2, price: 99.5 }],
    },
    {
      name: 'leads nothing while no account of the other leg is open',
      scene: { legs: [{}, { accounts: [closed] }] },
      actions: [wait('one: no usable book')],
      wakeAtMs: 1_000,
    },
    {
      name: 'leads nothing beyond the limit price',
      scene: { limitPrice: 99 },
      actions: [wait('beyond the limit price 99')],
    },
    {
      name: 'leads nothing on the contra leg while the anchor is beyond the limit price',
      params: { leadMode: 'contra' },
      scene: { limitPrice: 99 },
      actions: [wait('beyond the limit price 99')],
    },
    {
      name: 'leads nothing within a second of the last try',
      state: { level: { ...spreadStart.level, triedAtMs: [500, 0] } },
      scene: { nowMs: 1_400 },
      actions: [],
    },
    {
      name: 'leads nothing for a while after a clip was given back',
      state: { leadAgainMs: 20_000 },
      scene: { nowMs: 10_000 },
      actions: [wait('No new lead orders for a while')],
    },
    {
      name: 'leaves a leading order alone while its price is right',
      scene: { nowMs: 5_000, children: [lead()] },
      actions: [wait('Waiting for the leading order')],
    },
    {
      name: 'cancels a leading order whose price is off by the increment, and places nothing',
      scene: { nowMs: 5_000, children: [lead({ price: 99.9 })] },
      actions: [cancel(1), wait('Waiting for the leading order')],
    },
    {
      name: 'leaves a leading order alone whose price is off by less',
      params: { repriceIncrementBps: 11 },
      scene: { nowMs: 5_000, children: [lead({ price: 99.9 })] },
      actions: [wait('Waiting for the leading order')],
    },
    {
      name: 'does not run after its own order that is the best of its side',
      params: { repriceIncrementBps: 1 },
      scene: {
        nowMs: 5_000,
        children: [lead()],
        legs: [
          {
            accounts: [
              testAccount({
                book: {
                  ...testBook(100, 100.2),
                  giveable: [
                    [100, 1],
                    [99.8, 5],
                  ],
                },
              }),
            ],
          },
          {},
        ],
      },
      actions: [wait('Waiting for the leading order')],
    },
    {
      name: 'posts nothing while the outcome of a leading order is not known',
      scene: { nowMs: 5_000, children: [lead({ isCancelling: true })] },
      actions: [wait('The outcome of order 1 is not known yet')],
      wakeAtMs: 6_000,
    },
    {
      name: 'withdraws the leading order when nothing could be hedged any more',
      scene: { nowMs: 500, children: [lead()], legs: [{}, { accounts: [barred] }] },
      actions: [cancel(1), wait('Waiting for the leading order')],
    },
  ];
  it.each(rows)('$name', checkSpread);
});

describe('a spread that is too wide', () => {
  const rows: readonly SpreadRow[] = [
    {
      name: 'pauses leading and withdraws what leads',
      params: { pauseOffsetPct: 0.5 },
      scene: { children: [lead()], legs: [{}, contra(100.8, 101.2)] },
      actions: [
        note('The spread is 1 %, more than 0.5 % either way'),
        cancel(1),
        wait('Waiting for the leading order'),
      ],
      after: { isSpreadPaused: true, spreadPct: 1 },
    },
    {
      name: 'counts either way, and is told once',
      state: { isSpreadPaused: true, spreadPct: -1 },
      params: { pauseOffsetPct: 0.5 },
      scene: { nowMs: 9_000, legs: [{}, contra(98.8, 99.2)] },
      actions: [wait('too wide to lead')],
    },
    {
      name: 'goes on hedging',
      state: { isSpreadPaused: true, spreadPct: 1 },
      params: { pauseOffsetPct: 0.5 },
      scene: { nowMs: 1_000, children: [filled(1)], legs: [{}, contra(100.8, 101.2)] },
      actions: [{ ...take, price: 100.8 }],
    },
    {
      name: 'leads again once it is within the bound',
      state: { isSpreadPaused: true, spreadPct: 1, spreadPausedUntilMs: 5_000 },
      params: { pauseOffsetPct: 0.5 },
      scene: { nowMs: 5_000 },
      actions: [note('within 0.5 % again'), { ...post, group: 2 }],
      after: { isSpreadPaused: false },
    },
  ];
  it.each(rows)('$name', checkSpread);
});

describe('hedging', () => {
  const rows: readonly SpreadRow[] = [
    {
      name: 'takes on the other leg what the lead filled, at once',
      scene: { nowMs: 1_000, children: [lead({ filled: 0.4 })] },
      actions: [{ ...take, quantity: 0.4 }],
      after: {
        level: { ...spreadStart.level, sinceMs: 1_000, triedAtMs: [-1_000, 1_000], lastTried: 1 },
      },
    },
    {
      name: 'hedges at once what fills within the second after a hedge that filled',
      state: { level: { ...spreadStart.level, triedAtMs: [0, 900], lastTried: 1 } },
      scene: {
        nowMs: 1_000,
        children: [
          lead({ filled: 0.8 }),
          hedge({ quantity: 0.4, filled: 0.2, isOver: true, placedAtMs: 900 }),
        ],
      },
      actions: [{ ...take, quantity: 0.6 }],
    },
    {
      name: 'waits for the second after a hedge that got less than half',
      state: { level: { ...apart.level, triedAtMs: [0, 900], lastTried: 1 } },
      scene: {
        nowMs: 1_000,
        children: [
          lead({ filled: 0.8 }),
          hedge({ quantity: 0.4, filled: 0.19, isOver: true, placedAtMs: 900 }),
        ],
      },
      actions: [],
    },
    {
      name: 'waits for the second after a try of which no order came',
      state: { level: { ...apart.level, triedAtMs: [0, 900], lastTried: 1 } },
      scene: {
        nowMs: 1_000,
        children: [filled(2), hedge({ filled: 1, isOver: true, placedAtMs: 800 })],
      },
      actions: [],
    },
    {
      name: 'hedges at once a clip that fills within the second after the last was hedged',
      state: { clip: 2, level: { ...spreadStart.level, triedAtMs: [950, 900], lastTried: 1 } },
      scene: {
        nowMs: 1_000,
        children: [
          filled(1),
          hedge({ filled: 1, isOver: true, placedAtMs: 900 }),
          lead({ number: 3, group: 2, filled: 1, isOver: true, placedAtMs: 950 }),
        ],
      },
      actions: [{ ...take, group: 2 }],
    },
    {
      name: 'takes where the far touch is best',
      scene: {
        nowMs: 1_000,
        children: [filled(1)],
        legs: [
          {},
          { accounts: [at(99, 100, 'sell'), { ...at(99.9, 101, 'sell'), id: closed.id }] },
        ],
      },
      actions: [{ ...take, price: 99.9 }],
    },
    {
      name: 'carries what is too little to hedge',
      scene: { nowMs: 1_000, children: [lead({ filled: 0.05, quantity: 1 })] },
      actions: [wait('Waiting for the leading order')],
    },
    {
      name: 'holds back what the last bit of the lead is hedged with',
      scene: { nowMs: 1_000, quantity: 1, children: [lead({ filled: 0.95 })] },
      actions: [{ ...take, quantity: 0.87 }],
    },
    {
      name: 'leaves the hedge to rest where sweeping is disabled',
      params: { sweepTriggerMode: 'disabled' },
      scene: { nowMs: 1_000, children: [filled(1)] },
      actions: [rest, wait('Waiting for the hedge')],
    },
    {
      name: 'reposts a resting hedge whose price is off',
      state: apart,
      params: { sweepTriggerMode: 'disabled' },
      scene: {
        nowMs: 9_000,
        children: [filled(1), hedge({ timeInForce: 'POST_ONLY', price: 100.5 })],
      },
      actions: [cancel(2), wait('Waiting for the hedge')],
    },
    {
      name: 'withdraws a resting hedge at half of the time',
      state: apart,
      params: { sweepTriggerMode: 'disabled' },
      scene: {
        nowMs: 16_000,
        children: [filled(1), hedge({ timeInForce: 'POST_ONLY', price: 100.2 })],
      },
      actions: [cancel(2)],
    },
    {
      name: 'takes what a resting hedge did not get in half of the time',
      state: apart,
      params: { sweepTriggerMode: 'disabled' },
      scene: { nowMs: 16_100, children: [filled(1), hedge({ isOver: true, filled: 0.3 })] },
      actions: [{ ...take, quantity: 0.7 }],
    },
    {
      name: 'takes only when the spread exceeds the threshold',
      params: { sweepTriggerMode: 'threshold', sweepThresholdPct: 0.5 },
      scene: { nowMs: 1_000, children: [filled(1)], legs: [{}, contra(100.8, 101.2)] },
      actions: [{ ...take, price: 100.8 }],
    },
    {
      name: 'rests while the spread is within the threshold',
      params: { sweepTriggerMode: 'threshold', sweepThresholdPct: 0.5 },
      scene: { nowMs: 1_000, children: [filled(1)] },
      actions: [rest, wait('Waiting for the hedge')],
    },
    {
      name: 'waits for a hedge whose outcome is not known, however long',
      state: apart,
      scene: { nowMs: 99_000, children: [filled(1), hedge({ isCancelling: true })] },
      actions: [wait('The outcome of order 2 is not known yet')],
      wakeAtMs: 100_000,
    },
    {
      name: 'tells that a hedge was refused, and withdraws what leads',
      state: apart,
      scene: {
        nowMs: 2_000,
        children: [lead({ quantity: 2, filled: 1 }), refused],
        legs: [{}, { accounts: [barred] }],
      },
      actions: [cancel(1), note('was refused (INSUFFICIENT_BALANCE)'), wait('It refused an order')],
      after: { level: { ...apart.level, told: 'failing' } },
    },
  ];
  it.each(rows)('$name', checkSpread);
});
