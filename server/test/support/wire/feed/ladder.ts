import type { Random } from '../../../../src/kit/random.ts';

/** A level as the simulator gets it: price, and quantity in the market's own unit. */
type LadderLevel = readonly [price: string, quantity: string];

export interface LadderBook {
  readonly bids: readonly LadderLevel[];
  readonly asks: readonly LadderLevel[];
}

/** Prices of a cent around a hundred. */
const tick = 0.01;
const ticksBegin = 10_000;
/** Above an exchange's minimum order: the simulator's levels are orders. */
const [lotsMin, lotsMax] = [2_000, 6_000];
/** Levels that get another quantity with each step, beside those that come and go. */
const changesOfStep = 4;

interface LadderSteps {
  readonly lot: number;
  /** Levels of one side. */
  readonly levels: number;
}

/** Creates a book around a price that walks, of which a few levels change with each step. */
export function createLadder(random: Random, { lot, levels: levelsOfSide }: LadderSteps) {
  let middle = ticksBegin;
  const lots = new Map<number, number>();
  const whole = (below: number) => Math.floor(random.next() * below);
  const drawLots = () => lotsMin + whole(lotsMax - lotsMin);
  const lotsAt = (at: number): number => {
    const known = lots.get(at);
    if (known !== undefined) return known;
    const drawn = drawLots();
    lots.set(at, drawn);
    return drawn;
  };
  const levelAt = (at: number): LadderLevel => {
    const quantity = (lotsAt(at) * lot).toFixed(decimalsOf(lot));
    return [(at * tick).toFixed(2), quantity];
  };
  const side = (step: 1 | -1) =>
    Array.from({ length: levelsOfSide }, (_, i) => levelAt(middle + step * (i + 1)));
  return {
    next(): LadderBook {
      middle += whole(3) - 1;
      for (let change = 0; change < changesOfStep; change += 1) {
        lots.set(middle - levelsOfSide + whole(2 * levelsOfSide), drawLots());
      }
      for (const at of lots.keys()) if (Math.abs(at - middle) > levelsOfSide) lots.delete(at);
      return { bids: side(-1), asks: side(1) };
    },
  };
}

function decimalsOf(lot: number): number {
  return Math.max(0, Math.round(-Math.log10(lot)));
}
