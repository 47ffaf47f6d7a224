import { Sum } from '../sum.ts';

/** Amounts as they were booked, and the same in USD. */
export interface Amount {
  readonly own: number;
  /** Undefined when its worth is not known. */
  readonly usd: number | undefined;
}

/** The unit of a summary: one of the two. */
export type Unit = keyof Amount;

/** Amounts that came in and went out. */
export interface Flow {
  readonly count: number;
  readonly gains: number;
  readonly losses: number;
  /** Total received or won; above zero. */
  gained(unit: Unit): number;
  /** Total paid or lost; above zero. */
  lost(unit: Unit): number;
  /** The largest single gain; 0 without any. */
  mostGained(unit: Unit): number;
  mostLost(unit: Unit): number;
}

/**
 * Adds up amounts of both signs. One whose worth in USD is not known counts as a gain or a loss
 * too, but is missing from sums in USD.
 */
export class Amounts implements Flow {
  readonly #own = createSides();
  readonly #usd = createSides();
  #count = 0;
  #gains = 0;
  #losses = 0;

  add({ own, usd }: Amount): void {
    this.#count += 1;
    if (own > 0) this.#gains += 1;
    if (own < 0) this.#losses += 1;
    book(this.#own, own);
    if (usd !== undefined) book(this.#usd, usd);
  }

  get count(): number {
    return this.#count;
  }

  get gains(): number {
    return this.#gains;
  }

  get losses(): number {
    return this.#losses;
  }

  gained(unit: Unit): number {
    return this.#sides(unit).gained.value;
  }

  lost(unit: Unit): number {
    return this.#sides(unit).lost.value;
  }

  mostGained(unit: Unit): number {
    return this.#sides(unit).mostGained;
  }

  mostLost(unit: Unit): number {
    return this.#sides(unit).mostLost;
  }

  #sides(unit: Unit): Sides {
    return unit === 'own' ? this.#own : this.#usd;
  }
}

interface Sides {
  readonly gained: Sum;
  readonly lost: Sum;
  mostGained: number;
  mostLost: number;
}

function createSides(): Sides {
  return { gained: new Sum(), lost: new Sum(), mostGained: 0, mostLost: 0 };
}

function book(sides: Sides, amount: number): void {
  if (amount > 0) {
    sides.gained.add(amount);
    sides.mostGained = Math.max(sides.mostGained, amount);
    return;
  }
  sides.lost.add(-amount);
  sides.mostLost = Math.max(sides.mostLost, -amount);
}
