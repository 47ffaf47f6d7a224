import { catalogue, type FaultName } from './catalogue.ts';

/** When which faults strike: by chance, at given times, or both. */
export interface Planning {
  /** For each request, frame, cancel, opening of a stream or second; none of what is absent. */
  readonly chances: Readonly<Partial<Record<FaultName, number>>>;
  readonly script: readonly ScriptStep[];
}

export interface ScriptStep {
  /** Seconds since the exchange began to misbehave. */
  readonly at: number;
  readonly fault: FaultName;
  /** An exchange, or `all`. */
  readonly venue: string;
  /** How often it strikes from then on, as soon as there is something to strike; once unasked. */
  readonly times?: number;
  /** How long it lasts, of those that last. */
  readonly seconds?: number;
}

/** Chances of a hundred bad days at once: an order in five meets one, and trading goes on. */
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
  // Books move some ten times a second: one in half a minute is out of step.
  lostFrame: 0.000_5,
  duplicatedFrame: 0.000_5,
  reorderedFrames: 0.000_5,
  delayedFrames: 0.000_5,
  garbageFrame: 0.000_5,
  badChecksum: 0.000_5,
  stall: 0.000_05,
  cut: 0.000_1,
  refusedStream: 0.2,
  // An order has some frames: half of the orders meet one.
  lostUserFrame: 0.02,
  duplicatedUserFrame: 0.02,
  reorderedUserFrames: 0.02,
  delayedUserFrames: 0.02,
  garbageUserFrame: 0.02,
  // By the second: each some times an hour.
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

/** Whether there is anything that strikes. */
export function isQuiet({ chances, script }: Planning): boolean {
  return script.length === 0 && Object.values(chances).every((chance) => chance === 0);
}

const late: readonly FaultName[] = ['delay', 'delayedFrames', 'delayedUserFrames'];

/** Whether anything in it comes later. */
export function isLate({ chances, script }: Planning): boolean {
  return late.some(
    (name) => (chances[name] ?? 0) > 0 || script.some(({ fault }) => fault === name),
  );
}

export function lastsOf(fault: FaultName): readonly [least: number, most: number] | undefined {
  return catalogue[fault].lasts;
}
