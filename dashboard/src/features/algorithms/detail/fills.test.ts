import { describe, expect, it } from 'vitest';
import { algorithm, at, child, startMs } from '../../../../test/support/fakeAlgorithm.ts';
import { filledOf, fillsOf, heldOf, legName, progressSeries } from './fills.ts';

const details = algorithm({
  child_orders: [
    child({ number: 2, filled_quantity: 0.4, updated_at: at(20) }),
    child({ number: 1, filled_quantity: 0.6, updated_at: at(10) }),
    child({ number: 3, filled_quantity: 0, status: 'canceled', updated_at: at(25) }),
  ],
});
const afterStart = (seconds: number) => startMs + seconds * 1_000;

describe('fills', () => {
  it('come in the order of time; a child without any is none', () => {
    expect(fillsOf(details, 0)).toEqual([
      { atMs: afterStart(10), quantity: 0.6 },
      { atMs: afterStart(20), quantity: 0.4 },
    ]);
  });

  it('of a leg count what was given back against it', () => {
    const pair = algorithm({
      algorithm_type: 'funding_arb',
      child_orders: [
        child({ purpose: 'lead', filled_quantity: 0.5, fee: 0.001, fee_currency: 'BTC' }),
        child({ number: 2, leg: 1, side: 'sell', purpose: 'hedge', filled_quantity: 0.4 }),
        child({ number: 3, side: 'sell', purpose: 'unwind', filled_quantity: 0.1 }),
      ],
    });
    expect(filledOf(pair, 0)).toBeCloseTo(0.4, 12);
    expect(heldOf(pair, 0)).toBeCloseTo(0.399, 12);
    expect(heldOf(pair, 1)).toBe(0.4);
    expect([legName(pair, 0), legName(pair, 1)]).toEqual(['Spot, bought', 'Perpetual, sold']);
  });
});

describe('the chart of progress', () => {
  it('has the plan to its end and the fills until now, at even times', () => {
    const [planned, filled] = progressSeries(details, afterStart(30));
    expect([planned?.name, filled?.name]).toEqual(['Planned', 'Filled']);
    const times = planned?.points.map(({ atMs }) => atMs) ?? [];
    expect([times[0], times.at(-1)]).toEqual([afterStart(0), afterStart(60)]);
    expect(filled?.points.map(({ atMs }) => atMs)).toEqual(times);
    const at30 = times.findIndex((time) => time >= afterStart(30));
    const at10 = times.findIndex((time) => time >= afterStart(10));
    expect(planned?.points[at30]?.value).toBeCloseTo(1, 2);
    expect([0, at10 - 1, at10, at30].map((index) => filled?.points[index]?.value)).toEqual([
      0, 0, 0.6, 1,
    ]);
    expect(filled?.points.at(-1)?.value).toBeNull();
  });

  it('ends with the algorithm when that ended late', () => {
    const over = { ...details, status: 'COMPLETED', ended_at: at(90) } as const;
    const [planned, filled] = progressSeries(over, afterStart(500));
    expect(planned?.points.at(-1)).toEqual({ atMs: afterStart(90), value: 2 });
    expect(filled?.points.at(-1)?.value).toBe(1);
  });

  it('shows both legs of a pair, and no plan', () => {
    const pair = { ...details, algorithm_type: 'spread', params: {} } as const;
    expect(progressSeries(pair, afterStart(30)).map(({ name }) => name)).toEqual([
      'Anchor, bought',
      'Contra, sold',
    ]);
  });
});
