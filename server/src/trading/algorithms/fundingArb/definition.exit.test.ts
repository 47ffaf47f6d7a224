import { describe, it } from 'vitest';
import {
  atApr,
  type CarryRow,
  carryFacts,
  carryLegs,
  carryState,
  checkRow,
  coarse,
  ends,
  filled,
  given,
  notes,
  testNowMs as now,
  orders,
  polls,
  waits,
} from '../../../../test/support/algorithms/carry/rows.ts';
import { testBook } from '../../../../test/support/algorithms/view.ts';
import { type FundingArbState, fundingArbStart } from './state.ts';

const hourMs = 3_600_000;
const lost = { isOver: false, isCancelling: true, filled: 0 } as const;
const open = [filled(0, 2), filled(1, 2)];
const barred = { barred: 'It refused.' };
const opensNothing = { ...barred, closingBarred: undefined };
const perpAt = (bid: number) => ({
  book: testBook(bid, Math.round(bid * 10 + 4) / 10, { side: 'sell' }),
});
const told = (changes: object): Partial<FundingArbState> => {
  const { collected: _, ...known } = carryFacts(changes);
  return { facts: known };
};
const holding = (changes: Partial<FundingArbState> = {}) =>
  carryState({
    phase: 'holding',
    clip: 2,
    fundedSinceMs: 0,
    entryBasisBps: 10,
    heldSinceMs: now - 7.9 * hourMs,
    ...changes,
  });
const exiting = (changes: Partial<FundingArbState> = {}) =>
  holding({ phase: 'exiting', exitReason: 'decay', ...changes });
/** Returns an exit whose clip is known to have left a difference. */
const late = (changes: Partial<FundingArbState>) => exiting({ failureTold: 2, ...changes });
const ending = (poll: Partial<FundingArbState['poll']>) =>
  exiting({ poll: { ...fundingArbStart.poll, isEnding: true, ...poll } });
const lastAsked = (atMs: number) => ({ atMs, sinceMs: 0, isLast: true });

describe('holding', () => {
  const stays = (name: string, row: Partial<CarryRow>): CarryRow => ({
    name,
    state: holding(),
    scene: { children: open },
    actions: [waits('Both legs are held')],
    next: { phase: 'holding' },
    ...row,
  });
  const leaves = (name: string, exitReason: string, row: Partial<CarryRow>): CarryRow => ({
    name,
    state: holding(),
    scene: { children: open },
    actions: [notes(`Exit (${exitReason})`), orders(1, true, 1)],
    next: { phase: 'exiting', exitReason, clip: 3 },
    ...row,
  });
  const rows: readonly CarryRow[] = [
    stays('holds while funding is at the exit threshold', {
      state: holding({ ...atApr(5), heldSinceMs: now - 99 * hourMs }),
    }),
    stays('does not leave on decay before the least time of holding', {
      state: holding(atApr(4.9)),
    }),
    leaves('leaves on decay after it', 'decay', {
      state: holding({ ...atApr(4.9), heldSinceMs: now - 8 * hourMs }),
    }),
    stays('does not leave on decay that is not known any more', {
      state: holding({
        ...atApr(4.9),
        heldSinceMs: now - 8 * hourMs,
        ...told({ atMs: now - 180_001 }),
      }),
      actions: [waits('The funding rate is not known now.')],
    }),
    leaves('leaves at once when liquidation comes too near', 'liquidation_buffer', {
      state: holding(told({ markPrice: 100, liquidationPrice: 119.9 })),
    }),
    stays('stays while liquidation is as far as the buffer', {
      state: holding(told({ markPrice: 100, liquidationPrice: 120 })),
    }),
    leaves('leaves at once when the basis went too far', 'basis_stop', {
      params: { basisStopBps: 30 },
      scene: { children: open, legs: carryLegs({}, perpAt(100.2)) },
    }),
    stays('stays while the basis went less', {
      params: { basisStopBps: 30 },
      scene: { children: open, legs: carryLegs({}, perpAt(100.1)) },
      wakeAtMs: now + 1_000,
    }),
    stays('has no basis stop when none is given', {
      scene: { children: open, legs: carryLegs({}, perpAt(105)) },
      wakeAtMs: now + 60_000,
    }),
    leaves('leaves when the longest time of holding is over', 'max_hold', {
      params: { maxHoldHours: 7.9 },
    }),
    leaves('leaves when it was unhedged for too long', 'unhedged', {
      state: holding({ nakedSinceMs: now - 30_001 }),
      scene: { children: [...open, filled(1, 1)] },
      next: { exitReason: 'unhedged', clip: 2 },
    }),
    leaves('leaves a halted venue as soon as both legs can be traded', 'venue_halt', {
      state: holding(told({ halted: 'Maintenance.' })),
      actions: [notes('Exit (venue_halt)'), waits('until both legs can be traded: Maintenance.')],
      next: { phase: 'exiting', exitReason: 'venue_halt', clip: 2 },
    }),
    stays('makes a late fill good before anything else', {
      scene: { children: [...open, filled(0, 0.5)] },
      actions: [orders(1, false, 0.5)],
    }),
    stays('never leaves for a rest that the lagging leg could not follow', {
      state: holding({ nakedSinceMs: now - 99_000, isNakedRest: true, isGivingBack: true }),
      scene: { children: [...open, filled(0, 0.5)], legs: carryLegs(barred, coarse()) },
      actions: [waits('The legs differ by 0.5')],
      next: { phase: 'holding', isNakedRest: true },
    }),
    stays('gives a rest that has grown until the lagging leg can follow its own time', {
      state: holding({ nakedSinceMs: now - 99_000, isNakedRest: true }),
      scene: { children: [...open, filled(0, 1)], legs: carryLegs({}, coarse()) },
      actions: [orders(1, false, 1)],
      next: { phase: 'holding', nakedSinceMs: now, isNakedRest: undefined },
    }),
    stays('gives back what is too small for the other leg to follow, when half the time is over', {
      state: holding({ nakedSinceMs: now - 15_000 }),
      scene: { children: [...open, filled(0, 0.5)], legs: carryLegs({}, coarse()) },
      actions: [notes('the spot gives back 0.5'), orders(0, true, 0.5)],
    }),
  ];
  it.each(rows)('$name', checkRow);
});

describe('exiting', () => {
  const rows: readonly CarryRow[] = [
    {
      name: 'closes a clip of the perpetual first',
      state: exiting(),
      scene: { children: open },
      actions: [orders(1, true, 1)],
      next: { clip: 3 },
    },
    {
      name: 'sells as much spot before the next clip',
      state: exiting(),
      scene: { children: [...open, given(1, 1)] },
      actions: [orders(0, true, 1)],
      next: { clip: 2 },
    },
    {
      name: 'sells all spot that is left with the last clip, less fees',
      state: exiting(),
      scene: { children: [...open, given(1, 2), given(0, 1)], legs: withFee(0.1) },
      actions: [orders(0, true, 0.9)],
    },
    {
      name: 'sells all spot when what is left of the perpetual is too small to be closed',
      state: exiting(),
      scene: { children: [...open, given(1, 1.95), given(0, 1.86)] },
      actions: [orders(0, true, 0.14)],
    },
    {
      name: 'begins no clip while the spot could not follow',
      state: exiting(),
      scene: { children: open, legs: carryLegs(barred) },
      actions: [waits('No new clip is begun. SOL/USDT cannot be traded now. one: It refused.')],
    },
    {
      name: 'begins one though the spot is refused to what opens',
      state: exiting(),
      scene: { children: open, legs: carryLegs(opensNothing) },
      actions: [orders(1, true, 1)],
    },
    {
      name: 'sells the spot though it is refused to what opens',
      state: exiting({ nakedSinceMs: now - 1_000 }),
      scene: { children: [...open, given(1, 1)], legs: carryLegs(opensNothing) },
      actions: [orders(0, true, 1)],
    },
    {
      name: 'begins none while its venue is halted',
      state: exiting(told({ halted: 'Maintenance.' })),
      scene: { children: open },
      actions: [waits('until both legs can be traded: Maintenance.')],
    },
    {
      name: 'opens the perpetual again when the spot cannot be sold for half of the time',
      state: exiting({ nakedSinceMs: now - 15_000 }),
      scene: { children: [...open, given(1, 1)], legs: carryLegs(barred) },
      actions: [notes('so the perpetual opens again 1'), orders(1, false, 1)],
    },
    {
      name: 'sells spot that can be sold, however late, instead of opening again',
      state: exiting({ nakedSinceMs: now - 29_000 }),
      scene: { children: [...open, given(1, 1)] },
      actions: [orders(0, true, 1)],
    },
    {
      name: 'opens nothing again within the second after it tried to sell',
      state: exiting({ nakedSinceMs: now - 29_000, triedAtMs: [now - 500, null] }),
      scene: { children: [...open, given(1, 1)] },
      actions: [],
      wakeAtMs: now + 500,
    },
    {
      name: 'opens the perpetual again when a sale found nothing, though half of the time is over',
      state: late({ nakedSinceMs: now - 16_000, triedAtMs: [now - 100, null] }),
      scene: { children: [...open, given(1, 1), sold(0, now - 100)] },
      actions: [notes('so the perpetual opens again 1'), orders(1, false, 1)],
      next: { isGivingBack: true, gaveBack: 1, triedAtMs: [now - 100, now] },
    },
    {
      name: 'opens again only what a sale left that got less than half',
      state: late({ nakedSinceMs: now - 16_000, triedAtMs: [now - 100, null] }),
      scene: { children: [...open, given(1, 1), sold(0.25, now - 100)] },
      actions: [notes('so the perpetual opens again 0.75'), orders(1, false, 0.75)],
    },
    {
      name: 'sells on after a late sale that got half',
      state: late({ nakedSinceMs: now - 16_000, triedAtMs: [now - 100, null] }),
      scene: { children: [...open, given(1, 1), sold(0.5, now - 100)] },
      actions: [orders(0, true, 0.5)],
    },
    {
      name: 'tries once more to sell when the last sale is from before half of the time was over',
      state: late({ nakedSinceMs: now - 15_000, triedAtMs: [now - 100, null] }),
      scene: { children: [...open, given(1, 1), sold(0, now - 100)] },
      actions: [],
      wakeAtMs: now + 900,
    },
    {
      name: 'sells before it opens again once more',
      state: late({ nakedSinceMs: now - 18_000, triedAtMs: [now - 1_000, now - 900] }),
      scene: { children: [...open, given(1, 1), sold(0, now - 1_000)] },
      actions: [orders(0, true, 1)],
    },
    {
      name: 'waits after a clip that had to be undone',
      state: exiting({ restUntilMs: now + 5_000 }),
      scene: { children: open },
      actions: [waits('The next clip waits after one was undone.')],
    },
    {
      name: 'asks once more what was collected when both legs are closed',
      state: exiting(),
      scene: { children: [...open, given(1, 2), given(0, 2)] },
      actions: [polls(0), waits('is read a last time')],
      next: { phase: 'exiting', poll: { isEnding: true, lastAsks: 1, asked: { isLast: true } } },
    },
    {
      name: 'waits for the poll in flight before it asks the last',
      state: exiting({ poll: { ...fundingArbStart.poll, asked: { atMs: now, isLast: false } } }),
      scene: { children: [...open, given(1, 2), given(0, 2)] },
      actions: [waits('is read a last time')],
      next: { poll: { isEnding: true, lastAsks: 0 } },
      wakeAtMs: now + 30_000,
    },
    {
      name: 'ends with its figures when that is answered',
      state: ending({ lastAsks: 1, asked: lastAsked(now - 500) }),
      event: { kind: 'polled', facts: carryFacts({ collected: 4.5 }), reason: undefined },
      scene: { children: [...open, given(1, 2), given(0, 2)] },
      actions: [ends('COMPLETED', 'Exit (decay) after 7.9 h: 2 of the spot was bought for 200')],
      next: { phase: 'done', collected: 4.5 },
    },
    {
      name: 'asks again when the venue does not tell',
      state: ending({ lastAsks: 1, asked: lastAsked(now - 500) }),
      event: { kind: 'polled', facts: undefined, reason: 'It is down.' },
      scene: { children: [...open, given(1, 2), given(0, 2)] },
      actions: [waits('a last time')],
      wakeAtMs: now + 5_000,
    },
    {
      name: 'ends with what is known when three last polls were lost',
      state: ending({ lastAsks: 3, asked: lastAsked(now - 30_000) }),
      scene: { children: [...open, given(1, 2), given(0, 2)] },
      actions: [ends('COMPLETED', 'funding collected 0, as far as is known.')],
    },
    {
      name: 'states what is left because it is too small',
      state: ending({ isLastAnswered: true }),
      scene: { children: [...open, given(1, 2), given(0, 1.95)] },
      actions: [ends('COMPLETED', '0.05 of SOL/USDT is left: too little to be traded.')],
    },
    {
      name: 'does nothing any more once it has ended',
      state: exiting({ phase: 'done' }),
      scene: { children: [...open, given(1, 2), given(0, 2)] },
      actions: [],
    },
  ];
  it.each(rows)('$name', checkRow);
});

describe('paused', () => {
  const rows: readonly CarryRow[] = [
    {
      name: 'makes the legs equal, and no more',
      state: carryState({ phase: 'entering', clip: 1 }),
      scene: { mode: 'paused', children: [filled(0, 1)] },
      actions: [orders(1, false, 1)],
    },
    {
      name: 'begins no clip, and goes on polling',
      state: carryState({ phase: 'entering', clip: 1, poll: { ...fundingArbStart.poll } }),
      scene: { mode: 'paused', children: [filled(0, 1), filled(1, 1)] },
      actions: [polls(), waits('Paused, with nothing left to make level.')],
      wakeAtMs: now + 30_000,
    },
    {
      name: 'tells an exit that is due, and leaves it to be resumed',
      state: holding({ ...atApr(4), heldSinceMs: 0 - 8 * hourMs }),
      scene: { mode: 'paused', children: open },
      actions: [waits('An exit is due (decay): resume or cancel.')],
      next: { phase: 'holding' },
    },
    {
      name: 'never ends',
      state: exiting(),
      scene: { mode: 'paused', children: [...open, given(1, 2), given(0, 2)] },
      actions: [waits('Paused')],
      next: { phase: 'exiting' },
    },
  ];
  it.each(rows)('$name', checkRow);
});

describe('cancelling', () => {
  const rows: readonly CarryRow[] = [
    {
      name: 'ends at once before an entry',
      state: carryState(),
      scene: { mode: 'cancelling' },
      actions: [notes('Exit (cancelled)'), ends('CANCELLED', 'Nothing was opened.')],
      next: { phase: 'done', exitReason: 'cancelled' },
    },
    {
      name: 'closes both legs clip by clip',
      state: holding(),
      scene: { mode: 'cancelling', children: open },
      actions: [notes('Exit (cancelled)'), orders(1, true, 1)],
      next: { phase: 'exiting', exitReason: 'cancelled' },
    },
    {
      name: 'sells what has no hedge instead of hedging it',
      state: carryState({ phase: 'entering', clip: 2, nakedSinceMs: now - 100 }),
      scene: { mode: 'cancelling', children: [filled(0, 2), filled(1, 1)] },
      actions: [notes('Exit (cancelled)'), orders(0, true, 1)],
    },
    {
      name: 'waits for an order of unknown outcome, which may have opened something',
      state: carryState({ phase: 'entering', clip: 1 }),
      scene: { mode: 'cancelling', children: [filled(0, 1, lost)] },
      actions: [notes('Exit (cancelled)'), waits('The outcome of order 1 is not known yet.')],
      next: { phase: 'exiting' },
    },
    {
      name: 'keeps the reason of an exit that had begun, and ends CANCELLED',
      state: ending({ isLastAnswered: true }),
      scene: { mode: 'cancelling', children: [...open, given(1, 2), given(0, 2)] },
      actions: [ends('CANCELLED', 'Exit (decay)')],
      next: { exitReason: 'decay' },
    },
  ];
  it.each(rows)('$name', checkRow);
});

/** Returns a finished sale that filled that quantity. */
function sold(quantity: number, placedAtMs: number) {
  const sale = { quantity: 1, placedAtMs, number: 9, group: 2 };
  return { ...given(0, quantity), ...sale };
}

function withFee(baseFees: number) {
  const [spot, perp] = carryLegs();
  return [{ ...spot, baseFees }, perp] as const;
}

/** A lot of 1, where the spot has 0.01. */
