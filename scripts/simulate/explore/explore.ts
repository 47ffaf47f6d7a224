import { first, type State, type Step, type Surroundings, stepsFrom } from './model.ts';

/** All reachable states, and the shortest path to a wrong one if there is any. */
export interface Exploration {
  readonly states: number;
  readonly steps: number;
  readonly found: Counterexample | undefined;
}

export interface Counterexample {
  readonly wrong: string;
  /** Names of the steps that lead there. */
  readonly path: readonly string[];
}

const names = Object.keys(first) as readonly (keyof State)[];

/** Returns a state as text with one character per number. */
function keyOf(state: State): string {
  return String.fromCharCode(...names.map((name) => state[name]));
}

function stateOf(key: string): State {
  const pairs = names.map((name, at) => [name, key.charCodeAt(at)] as const);
  return Object.fromEntries(pairs) as unknown as State;
}

/** Goes through every interleaving, nearest states first; ends at the first that is wrong. */
export function explore(around: Surroundings): Exploration {
  const known = new Map<string, number>();
  const keys: string[] = [];
  const parents: number[] = [];
  const enter = (state: State, parent: number): void => {
    const key = keyOf(state);
    if (known.has(key)) return;
    known.set(key, keys.length);
    keys.push(key);
    parents.push(parent);
  };
  enter(first, -1);
  let steps = 0;
  for (let at = 0; at < keys.length; at += 1) {
    for (const step of stepsFrom(stateOf(keys[at] ?? ''), around)) {
      steps += 1;
      if (step.wrong !== undefined) {
        const path = [...pathTo(at, { keys, parents, around }), step.name];
        return { states: keys.length, steps, found: { wrong: step.wrong, path } };
      }
      enter(step.to, at);
    }
  }
  return { states: keys.length, steps, found: undefined };
}

interface Visited {
  readonly keys: readonly string[];
  readonly parents: readonly number[];
  readonly around: Surroundings;
}

function pathTo(end: number, { keys, parents, around }: Visited): readonly string[] {
  const path: string[] = [];
  for (let at = end; at > 0; at = parents[at] ?? 0) {
    const before = stateOf(keys[parents[at] ?? 0] ?? '');
    const isStep = ({ to }: Step) => keyOf(to) === keys[at];
    path.unshift(stepsFrom(before, around).find(isStep)?.name ?? '');
  }
  return path;
}
