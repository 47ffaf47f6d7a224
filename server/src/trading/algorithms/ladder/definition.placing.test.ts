import { describe, it } from 'vitest';
import {
  checkLadder,
  ends,
  type LadderRow,
  placed,
  waits,
} from '../../../../test/support/algorithms/levels/ladderRows.ts';
import { accountId } from '../../../../test/support/algorithms/levels/view.ts';
import type { AlgorithmEvent } from '../algorithm.ts';

const started: AlgorithmEvent = { kind: 'started' };

describe('a ladder is placed', () => {
  const rows: readonly LadderRow[] = [
    {
      name: 'from the mid on, lower for a buy',
      event: started,
      actions: [placed(1, 0.5, 100), placed(2, 0.5, 99)],
      wakeAtMs: 5_000,
    },
    {
      name: 'higher for a sell',
      event: started,
      scene: { terms: { side: 'sell' } },
      actions: [placed(1, 0.5, 100), placed(2, 0.5, 101)],
      wakeAtMs: 5_000,
    },
    {
      name: 'from a start to an end price in even steps',
      event: started,
      params: { numLevels: 3, startPrice: 99, endPrice: 96, priceSpacingBps: 1 },
      scene: { terms: { quantity: 3 } },
      actions: [placed(1, 1, 99), placed(2, 1, 97.5), placed(3, 1, 96)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with linear sizes, more at better prices',
      event: started,
      params: { numLevels: 4, sizeDistribution: 'linear' },
      actions: [placed(1, 0.1, 100), placed(2, 0.2, 99), placed(3, 0.3, 98), placed(4, 0.4, 97)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with exponential sizes, much more at the best',
      event: started,
      params: { numLevels: 3, sizeDistribution: 'exponential' },
      scene: { terms: { quantity: 1.4 } },
      actions: [placed(1, 0.2, 100), placed(2, 0.4, 99), placed(3, 0.8, 98)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with equal sizes, the lots that do not divide to the first',
      event: started,
      params: { numLevels: 3 },
      actions: [placed(1, 0.334, 100), placed(2, 0.333, 99), placed(3, 0.333, 98)],
      wakeAtMs: 5_000,
    },
    {
      name: 'at the accounts in turn, leaving out those that get no orders',
      event: started,
      params: { numLevels: 3 },
      scene: {
        terms: { quantity: 3 },
        accounts: [{ id: 'a' }, { id: 'b', barred: 'It is halted.' }, { id: 'c' }],
      },
      actions: [
        placed(1, 1, 100),
        { ...placed(2, 1, 99), accountId: accountId('c') },
        placed(3, 1, 98),
      ],
      wakeAtMs: 5_000,
    },
    {
      name: 'on the ticks, away from the market',
      event: started,
      scene: { terms: { side: 'sell' }, accounts: [{ rules: { priceTick: 3 } }] },
      actions: [placed(1, 0.5, 102), placed(2, 0.5, 102)],
      wakeAtMs: 5_000,
    },
    {
      name: 'never beyond the limit price: levels there are one',
      event: started,
      params: { numLevels: 4 },
      scene: { terms: { limitPrice: 98.5 } },
      actions: [placed(1, 0.5, 98.5), placed(3, 0.25, 98), placed(4, 0.25, 97)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with the size of too small a level at the next nearer one',
      event: started,
      params: { numLevels: 3, sizeDistribution: 'linear' },
      scene: { accounts: [{ rules: { quantityMin: 0.4 } }] },
      // 0.167 + 0.333 + 0.5.
      actions: [placed(1, 0.5, 100), placed(3, 0.5, 98)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with what fits no common lot where it fits',
      event: started,
      scene: {
        terms: { quantity: 0.505 },
        accounts: [{ id: 'a', rules: { quantityStep: 0.01 } }, { id: 'b' }],
      },
      actions: [placed(1, 0.25, 100), { ...placed(2, 0.255, 99), accountId: accountId('b') }],
      wakeAtMs: 5_000,
    },
    {
      name: 'at the first level with what only together is enough',
      event: started,
      params: { numLevels: 1, startPrice: 99 },
      scene: {
        terms: { quantity: 0.105 },
        accounts: [{ id: 'a' }, { id: 'b', rules: { quantityStep: 0.01 } }],
      },
      actions: [placed(1, 0.105, 99)],
      wakeAtMs: 5_000,
    },
    {
      name: 'not without a usable book',
      event: started,
      scene: { accounts: [{ takeable: 'none' }] },
      actions: [waits('No account has a usable book of BTC/USDT.')],
      wakeAtMs: 5_000,
      watchesBooks: true,
    },
    {
      name: 'not with an end price on the wrong side of the mid',
      event: started,
      params: { endPrice: 101 },
      actions: [ends('FAILED', 'end_price 101 is above the start 100.')],
    },
    {
      name: 'not when all of it is dust',
      event: started,
      scene: { terms: { quantity: 0.05 } },
      actions: [ends('COMPLETED', 'less than any account could trade')],
    },
  ];
  it.each(rows)('$name', checkLadder);
});
