import { describe, expect, it } from 'vitest';
import { carryStartMs } from '../../../../test/support/algorithms/carry/market.ts';
import {
  type CarrySetUp,
  carryParams,
  runCarry,
} from '../../../../test/support/algorithms/carry/run.ts';

/*
 * Thirty days of simulated funding. It pays 45 % a year from day 2 to day 9 and again from day 18
 * to day 24, and next to nothing otherwise. The basis moves slowly.
 */

const dayMs = 86_400_000;
const feeRate = 0.0005;

const dayOf = (atMs: number) => (atMs - carryStartMs) / dayMs;

function aprPct(atMs: number): number {
  const day = dayOf(atMs);
  return (day >= 2 && day < 9) || (day >= 18 && day < 24) ? 45 : 1.5;
}

function setUpFrom(startDay: number): CarrySetUp {
  const shift = startDay * dayMs;
  return {
    params: { ...carryParams, pollIntervalMs: 600_000, riskQuantity: 2 },
    quantity: 10,
    calmAtMs: 0,
    untilMs: 30 * dayMs - shift,
    isQuick: true,
    mood: {
      seed: 'history',
      refuses: 0,
      loses: 0,
      closes: 0,
      halts: 0,
      cuts: 0,
      baseFee: 0,
      restarts: 0,
      pauses: 0,
      cancels: 0,
      pollTroubles: 0,
      aprPct: (atMs) => aprPct(atMs + shift),
      prices: (atMs) => ({
        mid: Math.round(1_000 + 60 * Math.sin(dayOf(atMs + shift))) / 10,
        basis: Math.round(2 + 2 * Math.cos(dayOf(atMs + shift) / 3)),
      }),
    },
  };
}

/** Returns buys minus sells of all fills, as an account statement would have them. */
function cashOf({ children, fundingPaid }: ReturnType<typeof runCarry>) {
  let cash = 0;
  let fees = 0;
  for (const { leg, isClosing, filled, price } of children) {
    const isBuy = (leg === 0) !== isClosing;
    cash += (isBuy ? -1 : 1) * filled * price;
    fees += filled * price * feeRate;
  }
  return { pnl: cash - fees + fundingPaid, fees };
}

/** Returns by how much the perpetual cost more in fills of one way on both legs, in quote units. */
function basisValue({ children }: ReturnType<typeof runCarry>, isClosing: boolean): number {
  const value = (leg: 0 | 1) =>
    children
      .filter((child) => child.leg === leg && child.isClosing === isClosing)
      .reduce((sum, { filled, price }) => sum + filled * price, 0);
  return value(1) - value(0);
}

describe('thirty days of funding', () => {
  const first = runCarry(setUpFrom(0));
  const firstEndDay = first.last.nowMs / dayMs;
  const second = runCarry(setUpFrom(firstEndDay));
  const runs = [
    { name: 'the first', run: first, entryDay: 2, exitDay: 9, startDay: 0 },
    { name: 'the second', run: second, entryDay: 18, exitDay: 24, startDay: firstEndDay },
  ];

  it.each(runs)('$name enters when it pays, and exits on decay', ({ run, ...days }) => {
    const { entryDay, exitDay, startDay } = days;
    expect(run.faults).toEqual([]);
    expect(run.end?.status).toBe('COMPLETED');
    expect(run.report).toMatchObject({ phase: 'done', exit_reason: 'decay', spot_filled: 10 });
    const filledDays = run.children.map(({ placedAtMs }) => startDay + placedAtMs / dayMs);
    // Smoothing over 8 h takes some hours to rise above 30 %, and to fall to 5 %.
    expect(Math.min(...filledDays)).toBeGreaterThan(entryDay);
    expect(Math.min(...filledDays)).toBeLessThan(entryDay + 0.6);
    expect(Math.max(...filledDays)).toBeGreaterThan(exitDay + 0.5);
    expect(Math.max(...filledDays)).toBeLessThan(exitDay + 1);
    for (const leg of run.last.legs) expect(leg.held).toBe(0);
  });

  it.each(runs)('$name earns funding less fees and the change of the basis', ({ run }) => {
    const { pnl, fees } = cashOf(run);
    const gained = basisValue(run, false) - basisValue(run, true);
    expect(pnl).toBeCloseTo(run.fundingPaid - fees + gained, 9);
    expect(run.report.funding_collected).toBeCloseTo(run.fundingPaid, 9);
    expect(run.fundingPaid).toBeGreaterThan(5);
    // Both legs are equally large, so the price itself made no difference.
    expect(Math.abs(gained)).toBeLessThan(10);
  });

  it('tells entry, holding and exit with their figures', () => {
    expect(first.notes).toEqual([
      expect.stringMatching(
        /^Entry: the smoothed funding is 3\d\.\d+ % a year, the basis .* bps\.$/,
      ),
      expect.stringMatching(/^Both legs are open: 10 of the spot, 10 of the perpetual, at a basis/),
      expect.stringMatching(
        /^Exit \(decay\) after 1\d\d\.\d h: the smoothed funding of [45]\.\d %/,
      ),
    ]);
  });

  it('says again what it waits for only when its figures have changed', () => {
    expect(first.waits.length).toBeGreaterThan(5);
    expect(first.waits.length).toBeLessThan(150);
  });
});
