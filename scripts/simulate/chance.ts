import { createSeededRandom } from '../../server/src/kit/random.ts';

/**
 * Random draws of one part of a run. Each part has its own: one more draw here changes nothing
 * there.
 */
export interface Chance {
  happens(probability: number): boolean;
  /** Returns an integer between the two, both included. */
  integer(low: number, high: number): number;
  between(low: number, high: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function createChance(seed: string): Chance {
  const random = createSeededRandom(seed);
  const integer = (low: number, high: number) => low + Math.floor(random.next() * (high - low + 1));
  return {
    happens: (probability) => random.next() < probability,
    integer,
    between: random.between,
    pick(values) {
      const value = values[integer(0, values.length - 1)];
      if (value === undefined) throw new Error('there is nothing to pick from');
      return value;
    },
  };
}

/** Acts, and how often each happens among them. */
export type Weighted<Scene> = readonly (readonly [weight: number, act: (scene: Scene) => void])[];

/** Makes one of them happen. */
export function actOne<Scene extends { readonly chance: Chance }>(
  acts: Weighted<Scene>,
  scene: Scene,
): void {
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  let left = scene.chance.between(0, total);
  for (const [weight, perform] of acts) {
    left -= weight;
    if (left >= 0) continue;
    perform(scene);
    return;
  }
}
