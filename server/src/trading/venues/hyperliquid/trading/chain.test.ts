import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactly } from '../../../../kit/exact.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueFill } from '../../venuePort.ts';
import { type Execution, sortedByPosition } from './chain.ts';

type Told = readonly [side: VenueFill['side'], quantity: string, before: string | undefined];

function executed(told: readonly Told[], atMs = 1): readonly Execution[] {
  return told.map(([side, quantity, before], index) => ({
    fill: {
      venueTradeId: `${atMs}-${index}`,
      venueOrderId: 'o',
      clientId: undefined,
      symbol: 'BTC/USDC:USDC' as InstrumentSymbol,
      marketType: 'swap',
      side,
      price: 1,
      quantity,
      fee: '0',
      feeAsset: 'USDC',
      liquidity: 'taker',
      atMs,
    },
    before: before === undefined ? undefined : exactly(before),
  }));
}

const placesOf = (fills: readonly VenueFill[]) =>
  fills.map(({ venueTradeId, sequence }) => `${venueTradeId} ${sequence}`);

describe('executions of one millisecond', () => {
  it('follow one another by the positions that they met', () => {
    // A sell in three parts, as in the venue's documents; its ids are in no order.
    const list = executed([
      ['sell', '3749.1', '4480.8'],
      ['sell', '731.7', '731.7'],
      ['sell', '142.7', '4623.5'],
    ]);
    expect(placesOf(sortedByPosition(list))).toEqual(['1-2 0', '1-0 1', '1-1 2']);
  });

  it('that end where they began are known by the executions before them', () => {
    const round: readonly Told[] = [
      ['sell', '1', '1'],
      ['buy', '1', '0'],
    ];
    expect(placesOf(sortedByPosition(executed(round)))).toEqual(['1-0 undefined', '1-1 undefined']);
    const before = executed([['sell', '2', '2']], 0);
    const fills = sortedByPosition([...executed(round), ...before]);
    expect(placesOf(fills)).toEqual(['0-0 0', '1-1 0', '1-0 1']);
  });

  it('bear no place where the positions leave a choice, or miss one', () => {
    const choice = executed([
      ['buy', '1', '0'],
      ['sell', '1', '1'],
      ['buy', '2', '0'],
    ]);
    const gap = executed([
      ['buy', '1', '0'],
      ['buy', '1', '5'],
    ]);
    const untold = executed([['buy', '1', undefined]]);
    for (const list of [choice, gap, untold]) {
      expect(sortedByPosition(list).map(({ sequence }) => sequence)).toEqual(
        list.map(() => undefined),
      );
      expect(sortedByPosition(list)).toHaveLength(list.length);
    }
  });

  it('are never put in an order that their positions do not allow', () => {
    const step = fc.record({ lots: fc.integer({ min: -5, max: 5 }).filter((lots) => lots !== 0) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), fc.nat(), (steps, turn) => {
        let held = 0;
        const told = steps.map(({ lots }): Told => {
          const before = String(held);
          held += lots;
          return [lots > 0 ? 'buy' : 'sell', String(Math.abs(lots)), before];
        });
        const made = executed(told);
        const at = turn % made.length;
        const fills = sortedByPosition([...made.slice(at), ...made.slice(0, at)].toReversed());
        expect(fills).toHaveLength(made.length);
        if (fills.some(({ sequence }) => sequence === undefined)) return;
        const befores = fills.map(({ venueTradeId }) =>
          Number(told[Number(venueTradeId.slice(2))]?.[2]),
        );
        const after = fills.map(({ side, quantity }, index) => {
          const signed = side === 'buy' ? Number(quantity) : -Number(quantity);
          return (befores[index] ?? 0) + signed;
        });
        expect(befores.slice(1)).toEqual(after.slice(0, -1));
      }),
    );
  });
});
