import { describe, expect, it } from 'vitest';
import {
  atApr,
  type CarryRow,
  carryFacts,
  carryLegs,
  carryState,
  checkRow,
  coarse,
  filled,
  notes,
  testNowMs as now,
  orders,
  waits,
} from '../../../../test/support/algorithms/carry/rows.ts';
import { carryParams } from '../../../../test/support/algorithms/carry/run.ts';
import { pairView } from '../../../../test/support/algorithms/pair/view.ts';
import { testBook, testTerms } from '../../../../test/support/algorithms/view.ts';
import { fundingArb } from './definition.ts';
import { type FundingArbState, fundingArbStart } from './state.ts';

const tight = { maxEntryBasisBps: 15 };
const perpAt = (bid: number) => ({
  book: testBook(bid, Math.round(bid * 10 + 4) / 10, { side: 'sell' }),
});
const facts = (changes: object): Partial<FundingArbState> => {
  const { collected: _, ...known } = carryFacts(changes);
  return { facts: known };
};

describe('waiting', () => {
  const gated = (name: string, text: string, row: Partial<CarryRow>): CarryRow => ({
    name,
    state: carryState(),
    actions: [waits(text)],
    next: { phase: 'waiting' },
    ...row,
  });
  const rows: readonly CarryRow[] = [
    gated('waits while funding is below the entry', 'of 29.9 % a year is below 30 %', {
      state: carryState(atApr(29.9)),
    }),
    gated('waits while it would take too long to break even', 'after 110 h, not 96 h', {
      params: { roundTripCostBps: 50 },
    }),
    gated('never enters when funding pays nothing', 'pays nothing', {
      state: carryState(atApr(0)),
      params: { entryAprPct: -10 },
    }),
    gated('waits while the perpetual is too dear', 'of about 20 bps is wider than 15 bps', {
      params: tight,
      scene: { legs: carryLegs({}, perpAt(100)) },
    }),
    gated('waits while the perpetual is too cheap', 'of about -20 bps is wider than 15 bps', {
      params: tight,
      scene: { legs: carryLegs({}, perpAt(99.6)) },
    }),
    gated('waits while a book is not usable', 'The basis is not known', {
      scene: { legs: carryLegs({}, { book: undefined }) },
    }),
    gated('waits while a venue is halted', 'Orders are not taken: Maintenance.', {
      state: carryState(facts({ halted: 'Maintenance.' })),
    }),
    gated('does not enter where a hard exit would follow', 'Liquidation is 19.0 % from the mark', {
      state: carryState(facts({ liquidationPrice: 119 })),
    }),
    gated('does not act on facts that are older than three polls', 'is not known', {
      state: carryState(facts({ atMs: now - 180_001 })),
    }),
    gated('keeps silent about figures that changed a little for a minute', '', {
      state: carryState({
        ...atApr(20),
        waiting: { topic: 'gate', text: 'Other figures.', toldAtMs: now - 59_999 },
      }),
      actions: [],
      wakeAtMs: now + 60_000,
    }),
    {
      name: 'enters with a clip of spot when all gates are open',
      state: carryState(),
      actions: [notes('Entry: the smoothed funding is 40.00 %'), orders(0, false, 1)],
      next: { phase: 'entering', clip: 1, fundedSinceMs: now },
      wakeAtMs: now + 1_000,
    },
    {
      name: 'enters at the very threshold, on facts of three polls ago',
      state: carryState({ ...atApr(30), ...facts({ atMs: now - 180_000 }) }),
      actions: [notes('Entry'), orders(0, false, 1)],
    },
  ];
  it.each(rows)('$name', checkRow);
});

describe('entering', () => {
  const entering = (changes: Partial<FundingArbState> = {}) =>
    carryState({ phase: 'entering', clip: 1, fundedSinceMs: now - 9_000, ...changes });
  const naked = (sinceMs: number, changes: Partial<FundingArbState> = {}) =>
    entering({ nakedSinceMs: now - sinceMs, ...changes });
  const bought = { children: [filled(0, 1)] };
  const barred = { barred: 'It refused.' };
  const rows: readonly CarryRow[] = [
    {
      name: 'hedges exactly what is held, less what was paid as a fee',
      state: entering(),
      scene: { children: [filled(0, 1)], legs: withFee(0.04) },
      actions: [orders(1, false, 0.96)],
      next: { nakedSinceMs: now, clip: 1 },
    },
    {
      name: 'hedges whatever became of the signal and the basis',
      state: entering({ ...atApr(10), facts: undefined }),
      scene: { ...bought, legs: carryLegs({}, perpAt(101)) },
      actions: [orders(1, false, 1)],
    },
    {
      name: 'buys the next clip once both legs are level',
      state: entering(),
      scene: { children: [filled(0, 1), filled(1, 1)] },
      actions: [orders(0, false, 1)],
      next: { clip: 2 },
    },
    {
      name: 'sizes clips alike, so that the last is not too small to be hedged',
      state: entering(),
      scene: { quantity: 2.05, children: [filled(0, 1), filled(1, 1)] },
      actions: [orders(0, false, 0.52)],
    },
    {
      name: 'holds the next clip while the basis is too wide',
      state: entering(),
      params: tight,
      scene: { children: [filled(0, 1), filled(1, 1)], legs: carryLegs({}, perpAt(100)) },
      actions: [waits('wider than 15 bps')],
    },
    {
      name: 'holds the next clip while the signal is below the entry',
      state: entering(atApr(29)),
      scene: { children: [filled(0, 1), filled(1, 1)] },
      actions: [waits('below 30 %')],
      next: { phase: 'entering' },
    },
    {
      name: 'says that the limit price binds',
      state: entering(),
      scene: { limitPrice: 100 },
      actions: [waits('The market is beyond the limit price 100.')],
      wakeAtMs: now + 1_000,
    },
    {
      name: 'begins no clip that the perpetual could not follow',
      state: entering(),
      scene: { legs: carryLegs({}, barred) },
      actions: [
        waits('No new clip is begun. SOL/USDT:USDT cannot be traded now. one: It refused.'),
      ],
    },
    {
      name: 'hedges at once what is left of a hedge that got half',
      state: naked(100, { triedAtMs: [now - 200, now - 100] }),
      scene: {
        children: [filled(0, 1), filled(1, 1, { number: 2, filled: 0.5, placedAtMs: now - 100 })],
      },
      actions: [notes('the hedge filled 0.5 of 1'), orders(1, false, 0.5)],
    },
    {
      name: 'waits for the second after a hedge that got less than half',
      state: naked(100, { triedAtMs: [now - 200, now - 100], failureTold: 1 }),
      scene: {
        children: [filled(0, 1), filled(1, 1, { number: 2, filled: 0.4, placedAtMs: now - 100 })],
      },
      actions: [],
      wakeAtMs: now + 900,
    },
    {
      name: 'buys what the perpetual can follow once the fee is paid',
      state: entering(),
      params: { riskQuantity: 3 },
      scene: {
        riskQuantity: 3,
        quantity: 5,
        children: [filled(0, 2), filled(1, 1)],
        legs: [{ ...withFee(0.02)[0] }, { ...carryLegs({}, coarse())[1] }],
      },
      actions: [orders(0, false, 1.04)],
    },
    {
      name: 'sizes clips so that fees to come leave room for the last',
      state: entering(),
      scene: {
        quantity: 4,
        children: [filled(0, 2), filled(1, 1.98)],
        legs: withFee(0.02),
      },
      actions: [orders(0, false, 0.66)],
    },
    {
      name: 'buys with the last clip what would be too little alone, and could not be given back',
      state: entering(),
      scene: {
        quantity: 2.95,
        children: [filled(0, 2), filled(1, 1.98)],
        legs: withFee(0.02),
      },
      actions: [orders(0, false, 0.95)],
    },
    {
      name: 'tries a leg once a second at most',
      state: entering({ triedAtMs: [now - 999, null] }),
      actions: [],
      wakeAtMs: now + 1_000,
    },
    {
      name: 'does nothing around an order of unknown outcome',
      state: naked(1_000),
      scene: { children: [filled(0, 1), lost(2)] },
      actions: [waits('The outcome of order 2 is not known yet.')],
      next: { nakedSinceMs: now - 1_000 },
      wakeAtMs: now + 1_000,
    },
    {
      name: 'tells a failed hedge, and tries it again',
      state: naked(3_000),
      scene: { children: [filled(0, 1), refused(1)] },
      actions: [notes('the hedge filled 0 of 1 (INSUFFICIENT_MARGIN)'), orders(1, false, 1)],
      next: { failureTold: 1 },
    },
    {
      name: 'gives the spot back when half of the time has gone and the perpetual is barred',
      state: naked(15_000),
      scene: { ...bought, legs: carryLegs({}, barred) },
      actions: [notes('so the spot gives back 1'), orders(0, true, 1)],
      next: { isGivingBack: true, gaveBack: 1 },
    },
    {
      name: 'waits for the perpetual before that, and looks again at that time',
      state: naked(14_500),
      scene: { ...bought, legs: carryLegs({}, barred) },
      actions: [waits('The legs differ by 1 until that can be traded. SOL/USDT:USDT cannot be')],
      wakeAtMs: now + 500,
    },
    {
      name: 'hedges late when that is what can be done first',
      state: naked(20_000),
      scene: { ...bought, legs: carryLegs(barred) },
      actions: [orders(1, false, 1)],
    },
    {
      name: 'says what both legs wait for when neither can be traded',
      state: naked(20_000),
      scene: { ...bought, legs: carryLegs(barred, { book: undefined }) },
      actions: [waits('one: It refused. SOL/USDT:USDT cannot be traded now. one: no usable book.')],
      wakeAtMs: now + 1_000,
    },
    {
      name: 'rests after a clip that was given back',
      state: entering({ nakedSinceMs: now - 16_000, isGivingBack: true, gaveBack: 1 }),
      scene: { children: [filled(0, 1), given1()] },
      actions: [notes('The legs are level again.'), waits('The next clip waits')],
      next: { nakedSinceMs: undefined, isGivingBack: false, restUntilMs: now + 30_000 },
    },
    {
      name: 'leaves when clips had to be unwound three times',
      state: entering({ gaveBack: 3 }),
      scene: { children: [filled(0, 2), filled(1, 1), given1()] },
      actions: [notes('Exit (unhedged)'), orders(1, true, 1)],
      next: { phase: 'exiting', exitReason: 'unhedged' },
    },
    {
      name: 'leaves when it was unhedged for too long, and sells what has no hedge first',
      state: naked(30_001),
      scene: { children: [filled(0, 2), filled(1, 1)] },
      actions: [notes('1 was unhedged for more than 30 s'), orders(0, true, 1)],
      next: { phase: 'exiting', exitReason: 'unhedged' },
    },
    {
      name: 'leaves with what was opened when funding decays',
      state: entering(atApr(4.9)),
      scene: { children: [filled(0, 1), filled(1, 1)] },
      actions: [notes('Exit (decay) after 0.0 h'), orders(1, true, 1)],
      next: { phase: 'exiting', exitReason: 'decay' },
    },
    {
      name: 'goes back to waiting when nothing was opened yet',
      state: entering(atApr(4.9)),
      actions: [notes('Back to waiting'), waits('below 30 %')],
      next: { phase: 'waiting' },
    },
    {
      name: 'carries what is too small to be hedged into the next clip',
      state: entering(),
      scene: { children: [filled(0, 1.05), filled(1, 1)] },
      actions: [orders(0, false, 0.89)],
      next: { clip: 2 },
    },
    {
      name: 'holds when what remains is too small, at the basis of its fills',
      state: entering(),
      scene: { quantity: 2.05, children: [filled(0, 2), filled(1, 2)] },
      actions: [notes('2 of the perpetual, at a basis of 10.00 bps'), waits('Both legs are held')],
      next: { phase: 'holding', heldSinceMs: now, entryBasisBps: expect.closeTo(10, 9) },
    },
    {
      name: 'holds with a rest that coin fees left, instead of beginning another clip for it',
      state: entering(),
      scene: {
        quantity: 3,
        children: [filled(0, 3), filled(1, 2)],
        legs: [{ ...withFee(0.003)[0] }, { ...carryLegs({}, coarse())[1] }],
      },
      actions: [
        notes('too little to order on SOL/USDT:USDT: SOL/USDT gives it back.'),
        waits('The legs differ by 0.997'),
      ],
      next: { phase: 'holding', gaveBack: 0 },
    },
    {
      name: 'says that the risk quantity is too small for any clip',
      state: entering(),
      params: { riskQuantity: 0.05 },
      scene: { riskQuantity: 0.05 },
      actions: [waits('No clip within 0.05 can be ordered on both legs.')],
      next: { phase: 'entering' },
    },
  ];
  it.each(rows)('$name', checkRow);
});

function withFee(baseFees: number) {
  const [spot, perp] = carryLegs();
  return [{ ...spot, baseFees }, perp] as const;
}

function lost(number: number) {
  const open = { isOver: false, isCancelling: true, filled: 0 };
  return filled(1, 1, { number, ...open });
}

function refused(quantity: number) {
  const placedAtMs = now - 2_000;
  return filled(1, quantity, { filled: 0, refusedCode: 'INSUFFICIENT_MARGIN', placedAtMs });
}

function given1() {
  return filled(0, 1, { isClosing: true, purpose: 'unwind' });
}

it('reports its figures, and null for what is not known', () => {
  const report = (state: FundingArbState, children = [filled(0, 2), filled(1, 1.5)]) =>
    fundingArb.report(state, carryParams, pairView({ children }));
  expect(report(fundingArbStart, [])).toEqual({
    phase: 'waiting',
    smoothed_apr_pct: null,
    predicted_apr_pct: null,
    spot_filled: 0,
    perp_filled: 0,
    unhedged_quantity: 0,
    entry_basis_bps: null,
    breakeven_hours: null,
    funding_collected: 0,
    held_hours: 0,
    exit_reason: null,
  });
  const held = { phase: 'exiting', heldSinceMs: 0, seenAtMs: 5_400_000, entryBasisBps: 3 } as const;
  const ended = { collected: 12, exitReason: 'decay' } as const;
  expect(report(carryState({ ...held, ...ended, ...atApr(87.6) }))).toEqual({
    phase: 'exiting',
    smoothed_apr_pct: 87.6,
    predicted_apr_pct: 40,
    spot_filled: 2,
    perp_filled: 1.5,
    unhedged_quantity: 0.5,
    entry_basis_bps: 3,
    breakeven_hours: expect.closeTo(30, 9),
    funding_collected: 12,
    held_hours: 1.5,
    exit_reason: 'decay',
  });
});

it('trades spot against the perpetual that it was given, and may close both on a cancel', () => {
  const { pair } = fundingArb;
  const order = { ...testTerms, accountIds: [] };
  expect(pair?.legs({ ...carryParams, perpAccountId: 'two' }, order)).toEqual([
    { symbol: 'SOL/USDT', side: 'buy', accountIds: ['one'] },
    { symbol: 'SOL/USDT:USDT', side: 'sell', accountIds: ['two'] },
  ]);
  expect(pair?.riskQuantity(carryParams, order)).toBe(1);
  expect(pair?.closesOnCancel).toBe(true);
  expect(fundingArb.plannedMs(carryParams, testTerms)).toBeUndefined();
});
