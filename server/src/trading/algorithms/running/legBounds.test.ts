import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairedFundingArb, pairedSpread } from '../../../../test/support/algorithms/pair/params.ts';
import { childOf, recordOf, runOf } from '../../../../test/support/algorithms/records.ts';
import type { LegNumber } from '../algorithm.ts';
import type { AlgorithmRecord, ChildRecord, LegSums } from '../types.ts';
import { createImage } from './draft.ts';
import { heldOf, maxQuantityOf } from './legBounds.ts';

const none: LegSums = {
  opened: '0',
  closed: '0',
  openedCost: '0',
  closedCost: '0',
  baseFees: '0',
};

interface Scene {
  readonly type?: 'spread' | 'funding_arb';
  readonly status?: AlgorithmRecord['status'];
  readonly legs?: readonly [Partial<LegSums>, Partial<LegSums>];
  readonly live?: readonly Partial<ChildRecord>[];
}

/** Returns a pair of 2 BTC whose legs may differ by 0.5. */
function draftOf({ type = 'spread', status = 'RUNNING', legs = [{}, {}], live = [] }: Scene) {
  const params = { spread: pairedSpread, funding_arb: pairedFundingArb }[type];
  const sums = legs.map((own) => ({ ...none, ...own }));
  const record = recordOf('parent', { type, params, status, run: runOf({ legs: sums }) });
  const children = live.map((child, at) => childOf('parent', at + 1, { stage: 'live', ...child }));
  return createImage(record, children).draft(0);
}

const open = (leg: LegNumber) => ({ leg, isClosing: false });
const close = (leg: LegNumber) => ({ leg, isClosing: true });

describe('the room of a leg', () => {
  test.each<[string, Scene, ReturnType<typeof open>, string]>([
    ['is the risk at the beginning', {}, open(0), '0.5'],
    ['is less by what is live', { live: [{ quantity: '0.2' }] }, open(0), '0.3'],
    ['is less by what is unhedged', { legs: [{ opened: '0.4' }, {}] }, open(0), '0.1'],
    ['of a hedge is what it lags and the risk', { legs: [{ opened: '0.4' }, {}] }, open(1), '0.9'],
    [
      'counts a live hedge for nothing before it has filled',
      { legs: [{ opened: '0.5' }, {}], live: [{ leg: 1, quantity: '0.5' }] },
      open(0),
      '0',
    ],
    [
      'is no more than what is left of the total',
      { legs: [{ opened: '1.9' }, { opened: '1.9' }] },
      open(0),
      '0.1',
    ],
    [
      'is not larger on the own leg for what was given back',
      { legs: [{ opened: '2', closed: '0.5' }, { opened: '1.5' }] },
      open(0),
      '0',
    ],
    ['to close is no more than is held', { legs: [{ opened: '0.2' }, {}] }, close(0), '0.2'],
    [
      'to close is less by fees that were paid in coin',
      { legs: [{ opened: '0.2', baseFees: '0.001' }, {}] },
      close(0),
      '0.199',
    ],
    ['of a paused pair is none to lead', { status: 'PAUSED' }, open(0), '0'],
    [
      'of a paused pair is what makes it level',
      { status: 'PAUSED', legs: [{ opened: '0.4' }, { opened: '0.1' }] },
      open(1),
      '0.3',
    ],
    [
      'of a cancelled spread lets nothing be closed that is hedged',
      { status: 'CANCELLING', legs: [{ opened: '1' }, { opened: '1' }] },
      close(0),
      '0',
    ],
    [
      'of a cancelled funding_arb lets both be closed within the risk',
      { type: 'funding_arb', status: 'CANCELLING', legs: [{ opened: '1' }, { opened: '1' }] },
      close(1),
      '0.5',
    ],
    [
      'is none where the legs differ by more than the risk already',
      { legs: [{ opened: '0.7' }, {}] },
      open(0),
      '0',
    ],
  ])('%s', (_what, scene, way, room) => {
    expect(maxQuantityOf(draftOf(scene), way)).toBe(room);
  });
});

const units = fc.nat(40).map((hundredths) => hundredths / 100);
const orders = fc.array(
  fc.record({
    leg: fc.constantFrom<LegNumber>(0, 1),
    isClosing: fc.boolean(),
    wanted: units,
    /** Share of it that fills in the end, and whether that is known. */
    share: fc.constantFrom(0, 0.5, 1),
    isLive: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

test('whatever fills of orders within their room, the legs differ by the risk at most', () => {
  fc.assert(
    fc.property(orders, (asked) => {
      const live: (Partial<ChildRecord> & { readonly fills: number })[] = [];
      const sums: Record<LegNumber, { opened: number; closed: number }> = {
        0: { opened: 0, closed: 0 },
        1: { opened: 0, closed: 0 },
      };
      const texts = () =>
        [sums[0], sums[1]].map(({ opened, closed }) => ({
          opened: opened.toFixed(4),
          closed: closed.toFixed(4),
        }));
      for (const { leg, isClosing, wanted, share, isLive } of asked) {
        const [own, other] = texts();
        const draft = draftOf({ legs: [own ?? {}, other ?? {}], live });
        const quantity = Math.min(wanted, Number(maxQuantityOf(draft, { leg, isClosing })));
        if (quantity <= 0) continue;
        const fills = Number((quantity * share).toFixed(4));
        if (isLive) live.push({ leg, isClosing, quantity: String(quantity), fills });
        else sums[leg][isClosing ? 'closed' : 'opened'] += fills;
      }
      const outcomes = [() => 1, () => 0, (at: number) => at % 2];
      for (const chosen of outcomes) {
        const position = ([0, 1] as const).map((leg) =>
          live
            .filter((child, at) => child.leg === leg && chosen(at) === 1)
            .reduce(
              (sum, { isClosing, fills }) => sum + (isClosing ? -fills : fills),
              sums[leg].opened - sums[leg].closed,
            ),
        );
        const [first = 0, second = 0] = position;
        expect(Math.abs(first - second)).toBeLessThanOrEqual(0.5 + 1e-9);
        for (const each of position) {
          expect(each).toBeGreaterThanOrEqual(-1e-9);
          expect(each).toBeLessThanOrEqual(2 + 1e-9);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('what is held is exact to the last digit', () => {
  const sums = { ...none, opened: '0.3', closed: '0.1', baseFees: '0.0000000003' };
  expect(heldOf(sums)).toBe('0.1999999997');
});
