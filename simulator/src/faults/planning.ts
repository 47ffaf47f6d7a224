import { catalogue, type FaultName } from './catalogue.ts';

/** Plan of the faults: by chance, at given times, or both. */
export interface Planning {
  /** Chance for each request, frame, cancel, stream opening or second; 0 when absent. */
  readonly chances: Readonly<Partial<Record<FaultName, number>>>;
  readonly script: readonly ScriptStep[];
}

export interface ScriptStep {
  /** Seconds since the exchange began to misbehave. */
  readonly at: number;
  readonly fault: FaultName;
  /** An exchange, or `all`. */
  readonly venue: string;
  /**
   * Number of strikes from then on, each as soon as there is something to strike; 1 when absent.
   */
  readonly times?: number;
  /** Duration, for a fault that lasts. */
  readonly seconds?: number;
}

/** Chances of a hundred bad days at once: every fifth order meets a fault, and trading goes on. */
const harshChances: Readonly<Record<FaultName, number>> = {
  noAnswerBefore: 0.02,
  noAnswerAfterAccept: 0.02,
  resetBefore: 0.02,
  resetBeforeAfterAccept: 0.02,
  resetInBody: 0.02,
  stallInBody: 0.01,
  serverErrorAfterAccept: 0.02,
  garbageBody: 0.02,
  htmlBody: 0.02,
  delay: 0.03,
  tooManyRequests: 0.02,
  ban: 0.001,
  // Books move about ten times a second: one goes out of step every half minute.
  lostFrame: 0.000_5,
  duplicatedFrame: 0.000_5,
  reorderedFrames: 0.000_5,
  delayedFrames: 0.000_5,
  garbageFrame: 0.000_5,
  badChecksum: 0.000_5,
  stall: 0.000_05,
  cut: 0.000_1,
  refusedStream: 0.2,
  // An order has several frames: half of the orders meet a fault.
  lostUserFrame: 0.02,
  duplicatedUserFrame: 0.02,
  reorderedUserFrames: 0.02,
  delayedUserFrames: 0.02,
  garbageUserFrame: 0.02,
  // Chances for a second: each strikes several times an hour.
  restart: 0.002,
  clockSkew: 0.002,
  filtersChanged: 0.002,
  maintenance: 0.001,
  cancelAgainstFill: 0.05,
};
const badDaysAtOnce = 100;

export const profiles: Readonly<Record<'off' | 'mild' | 'harsh', Planning>> = {
  off: { chances: {}, script: [] },
  /** A bad day of a good exchange. */
  mild: { chances: scaled(harshChances, 1 / badDaysAtOnce), script: [] },
  harsh: { chances: harshChances, script: [] },
};

function scaled(chances: Planning['chances'], factor: number): Planning['chances'] {
  return Object.fromEntries(
    Object.entries(chances).map(([name, chance]) => [name, chance * factor]),
  );
}

/** True when nothing strikes. */
export function isQuiet({ chances, script }: Planning): boolean {
  return script.length === 0 && Object.values(chances).every((chance) => chance === 0);
}

const late: readonly FaultName[] = ['delay', 'delayedFrames', 'delayedUserFrames'];

/** True when a fault of the plan delays something. */
export function isLate({ chances, script }: Planning): boolean {
  return late.some(
    (name) => (chances[name] ?? 0) > 0 || script.some(({ fault }) => fault === name),
  );
}

export function lastsOf(fault: FaultName): readonly [least: number, most: number] | undefined {
  return catalogue[fault].lasts;
}
