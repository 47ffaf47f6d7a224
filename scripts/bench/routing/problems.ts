import type { Random } from '../../../server/src/kit/random.ts';
import type { RouteProblem } from '../../../server/src/trading/routing/allocation/types.ts';

/** Size of a problem, and the constraints on its cheapest levels. */
export interface Shape {
  readonly venues: number;
  readonly levels: number;
  readonly maxVenues: number;
  /** True when minimums and balances constrain the split; otherwise none of them does. */
  readonly isBound: boolean;
}

const mid = 60_000;
const step = 0.00001;
const feesBps = [4, 6, 4, 5];

/** Makes books around one mid, of which the order takes about a third. */
export function madeUpProblem(random: Random, shape: Shape): RouteProblem {
  const side = random.next() < 0.5 ? 'buy' : 'sell';
  const away = side === 'buy' ? 1 : -1;
  const levelBase = 0.4;
  const total = shape.venues * shape.levels * levelBase;
  return {
    side,
    mid,
    maxVenues: shape.maxVenues,
    quantity: Number((total * random.between(0.05, 0.6)).toFixed(5)),
    venues: Array.from({ length: shape.venues }, (_, index) => {
      let price = mid * (1 + away * random.between(-0.00002, 0.0002));
      return {
        penaltyBps: random.between(0, 4),
        step,
        levels: Array.from({ length: shape.levels }, () => {
          price += away * random.between(0.1, 3);
          const quantity = random.between(0.001, 2 * levelBase);
          return [Number(price.toFixed(1)), Number(quantity.toFixed(5))] as const;
        }),
        accounts: [
          {
            feeBps: feesBps[index % feesBps.length] ?? 0,
            minQuantity: shape.isBound ? total * 0.05 : 0.0002,
            maxQuantity: Number.POSITIVE_INFINITY,
            maxValue: shape.isBound ? total * 0.2 * mid : Number.POSITIVE_INFINITY,
          },
        ],
      };
    }),
  };
}

/** The floor: sorts every level of every venue by cost, and takes levels until it has enough. */
export function sortedTake({ side, mid: at, quantity, venues }: RouteProblem): number {
  const away = side === 'buy' ? 1 : -1;
  const levels = venues.flatMap(({ levels: own, penaltyBps, accounts }) =>
    own.map(([price, size]) => {
      const cost = ((away * (price - at)) / at) * 1e4 + penaltyBps + (accounts[0]?.feeBps ?? 0);
      return { cost, size };
    }),
  );
  levels.sort((a, b) => a.cost - b.cost);
  let left = quantity;
  let sum = 0;
  for (const { cost, size } of levels) {
    if (left <= 0) break;
    const taken = Math.min(left, size);
    sum += taken * cost;
    left -= taken;
  }
  return sum;
}
