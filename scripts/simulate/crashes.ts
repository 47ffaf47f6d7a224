import type { Chance } from './chance.ts';
import { type Faults, type Mode, type PlaceOf, placesOf } from './faults.ts';
import type { Trace } from './trace.ts';
import type { Life } from './worldClock.ts';

/** Where the process can die: the places of F4 that are on the way of an order or an algorithm. */
export type CrashPoint = Exclude<PlaceOf<'F4'>, 'late write'>;

/** When the process dies, planned beforehand: at the n-th time that a point is passed. */
export interface Crashes {
  /** Whether the process has died here just now; everything of it is then cut off. */
  strikesAt(point: CrashPoint, life: Life): boolean;
  /** Something else has happened: a point that is not passed for long gives way to another. */
  tick(): void;
  /** Where it is to die next. */
  planned(): CrashPoint | undefined;
  readonly count: () => number;
}

interface CrashesDeps {
  readonly chance: Chance;
  readonly faults: Faults;
  readonly trace: Trace;
  readonly mode: Mode;
}

/** Enough for a crash of a crash's recovery; each costs a start of the service. */
const crashesMax = { orders: 4, owners: 0, algorithms: 3, pairs: 3 } as const satisfies Readonly<
  Record<Mode, number>
>;
/** A point is passed at least so often in most runs. */
const passesMax = 3;
/** So many things happen before another point is drawn; an algorithm's run has fewer of them. */
const ticksMax = { orders: 6, owners: 6, algorithms: 4, pairs: 4 } as const satisfies Readonly<
  Record<Mode, number>
>;

export function createCrashes({ chance, faults, trace, mode }: CrashesDeps): Crashes {
  const points = placesOf('F4', mode).filter((place) => place !== 'late write');
  const planned = faults.probability('F4') > 0 ? chance.integer(1, crashesMax[mode]) : 0;
  const draw = () => ({
    point: chance.pick(points) as CrashPoint,
    passes: chance.integer(1, passesMax),
    ticks: 0,
  });
  const plan = Array.from({ length: planned }, draw);
  let count = 0;
  return {
    strikesAt(point, life) {
      const next = plan[0];
      if (life.isOver || faults.isStopped() || next?.point !== point) return false;
      next.passes -= 1;
      if (next.passes > 0) return false;
      plan.shift();
      count += 1;
      life.end();
      faults.fired('F4', point);
      trace.add(`crash of life ${life.number} ${point}`);
      return true;
    },
    tick() {
      const next = plan[0];
      if (!next) return;
      next.ticks += 1;
      if (next.ticks > ticksMax[mode]) plan[0] = draw();
    },
    planned: () => plan[0]?.point,
    count: () => count,
  };
}
