import type { FaultName } from './catalogue.ts';
import { lastsOf, type Planning } from './planning.ts';
import { createRandom, type Random } from './random.ts';

/** A fault that strikes now, and its duration if it has one. */
export interface Chosen<Name extends FaultName> {
  readonly fault: Name;
  readonly seconds: number;
}

type Choose = <Name extends FaultName>(candidates: readonly Name[]) => Chosen<Name> | undefined;

/** Decides whether one of several faults strikes now. */
export interface Chooser {
  readonly random: Random;
  /** Chooses by the script, or else by chance. */
  readonly choose: Choose;
  /** Chooses by the script only. */
  readonly due: Choose;
}

export interface Choosing {
  readonly planning: Planning;
  readonly seed: number;
  readonly venue: string;
  readonly now: () => number;
}

/** Each exchange has its own random numbers, so that the traffic of one does not affect another. */
export function createChooser({ planning, seed, venue, now }: Choosing): Chooser {
  const random = createRandom(`${seed} ${venue}`);
  const startedAt = now();
  const waiting = planning.script
    .filter((step) => step.venue === 'all' || step.venue === venue)
    .map((step) => ({ step, left: step.times ?? 1 }))
    .sort((a, b) => a.step.at - b.step.at);
  const lasting = (fault: FaultName) => {
    const [least, most] = lastsOf(fault) ?? [0, 0];
    return random.between(least, most);
  };
  const due: Choose = (candidates) => {
    const passed = (now() - startedAt) / 1_000;
    for (const entry of waiting) {
      const fault = candidates.find((name) => name === entry.step.fault);
      if (entry.left === 0 || entry.step.at > passed || fault === undefined) continue;
      entry.left -= 1;
      return { fault, seconds: entry.step.seconds ?? lasting(fault) };
    }
    return undefined;
  };
  const byChance: Choose = (candidates) => {
    const chanceOf = (name: FaultName) => planning.chances[name] ?? 0;
    if (candidates.every((name) => chanceOf(name) === 0)) return undefined;
    let left = random.next();
    const fault = candidates.find((name) => {
      left -= chanceOf(name);
      return left < 0;
    });
    return fault === undefined ? undefined : { fault, seconds: lasting(fault) };
  };
  return { random, due, choose: (candidates) => due(candidates) ?? byChance(candidates) };
}
