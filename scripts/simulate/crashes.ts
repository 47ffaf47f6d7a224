import type { Chance } from './chance.ts';
import { type Faults, type Mode, type PlaceOf, placesOf } from './faults.ts';
import type { Trace } from './trace.ts';
import type { Life } from './worldClock.ts';

/** Places where the process can die: those of F4 on the path of an order or an algorithm. */
export type CrashPoint = Exclude<PlaceOf<'F4'>, 'late write'>;

/** Planned crashes of the process: each at the n-th time that a point is passed. */
export interface Crashes {
  /** Returns true when the process dies at this point now; all its calls are then cut off. */
  strikesAt(point: CrashPoint, life: Life): boolean;
  /** Counts another event: a point that is not passed for long is replaced by another. */
  tick(): void;
  /** Returns the point of the next crash. */
  planned(): CrashPoint | undefined;
  readonly count: () => number;
}

interface CrashesDeps {
  readonly chance: Chance;
  readonly faults: Faults;
  readonly trace: Trace;
  readonly mode: Mode;
}

/**
 * Maximum number of crashes: enough for one during a recovery; each costs a start of the service.
 */
const crashesMax = { orders: 4, owners: 0, algorithms: 3, pairs: 3 } as const satisfies Readonly<
  Record<Mode, number>
>;
/**
 * Maximum number of times that a point is passed before the crash; most runs pass it this often.
 */
const passesMax = 3;
/** Number of events before another point is drawn; an algorithm's run has fewer of them. */
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
