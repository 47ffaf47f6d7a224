/** The points between an order's request and its answer at which a process can die, in order. */
export const submitBoundaries = [
  /** Checked; nothing of it is stored. */
  'beforeReserve',
  /** The intent is durable; nothing was sent. */
  'reserved',
  /** The paper venue's engine took it; nothing of that is durable. */
  'taken',
  /** It is durable at the paper venue, which has not answered. */
  'durable',
  /** The venue answered; no outcome is recorded. */
  'answered',
  /** The outcome is durable; the caller has no answer. */
  'recorded',
] as const;
export type SubmitBoundary = (typeof submitBoundaries)[number];

/** The points between a routing plan's request and its end at which it can die, in order. */
export const planBoundaries = [
  /** It is stored; it may not be sent yet. */
  'planCreated',
  /** Its start is stored; nothing was sent. */
  'planBegun',
  /** Its second round is stored; nothing of that was sent. */
  'planAgain',
  /** Everything is known; its end is not stored. */
  'planEnding',
] as const;
type PlanBoundary = (typeof planBoundaries)[number];

/** The points in the steps of an algorithm at which it can die. */
export const algorithmBoundaries = [
  /** A new one is stored; its caller has no answer. */
  'algorithmCreated',
  /** A step is decided; nothing of it is stored or done. */
  'stepSaving',
  /** A step is stored, its new children included; nothing of it is done. */
  'stepSaved',
] as const;
type AlgorithmBoundary = (typeof algorithmBoundaries)[number];

/** A death in the middle of orders and plans. */
export interface OrderKill {
  readonly at: SubmitBoundary | PlanBoundary;
  readonly nth: number;
  /** Counts only the boundaries after the second round of a plan is stored. */
  readonly round?: 2;
}

/** A death in the middle of an algorithm. */
export interface AlgorithmKill {
  readonly at: AlgorithmBoundary;
  readonly nth: number;
  /** Counts only boundaries of algorithms of this type. */
  readonly of: string;
  /** Counts only steps that store a new child of this purpose. */
  readonly placing?: string;
  /** Counts only steps that leave the algorithm in this phase. */
  readonly phase?: string;
}

interface LateStart {
  readonly laterMs: number;
}

/** The way in which a test's service dies, or starts late. */
export type KillPlan = ((OrderKill | AlgorithmKill) & Partial<LateStart>) | LateStart;

/** Returns the arguments of Node.js for it. */
export function argumentsOf(plan: KillPlan): string[] {
  const preload = new URL('./killAt.ts', import.meta.url);
  for (const [name, value] of Object.entries(plan)) preload.searchParams.set(name, String(value));
  return ['--import', preload.href];
}
