/** Where a process can die between an order's request and its answer, in the order of its way. */
export const submitBoundaries = [
  /** Checked; nothing of it is stored. */
  'beforeReserve',
  /** The intent is durable; nothing was sent. */
  'reserved',
  /** The paper venue took it into its engine; nothing of that is durable. */
  'taken',
  /** The paper venue has it durably; it has not answered. */
  'durable',
  /** The venue answered; no outcome is recorded. */
  'answered',
  /** The outcome is durable; the caller has no answer. */
  'recorded',
] as const;
export type SubmitBoundary = (typeof submitBoundaries)[number];

/** Where it can die between a routing plan's request and its end, in the order of its way. */
export const planBoundaries = [
  /** It is stored; it may not be sent yet. */
  'planCreated',
  /** That it executes is stored; nothing was sent. */
  'planBegun',
  /** Its second round is stored; nothing of that was sent. */
  'planAgain',
  /** All is known; its end is not stored. */
  'planEnding',
] as const;
type PlanBoundary = (typeof planBoundaries)[number];

/** Where it can die in the steps of an algorithm. */
export const algorithmBoundaries = [
  /** A new one is stored; whoever asked for it has no answer. */
  'algorithmCreated',
  /** A step is decided; nothing of it is stored or done. */
  'stepSaving',
  /** A step is stored, its new children included; nothing of it is done. */
  'stepSaved',
] as const;
type AlgorithmBoundary = (typeof algorithmBoundaries)[number];

/** A death in the midst of orders and plans. */
export interface OrderKill {
  readonly at: SubmitBoundary | PlanBoundary;
  readonly nth: number;
  /** Counts only what is passed once the second round of a plan is stored. */
  readonly round?: 2;
}

/** A death in the midst of an algorithm. */
export interface AlgorithmKill {
  readonly at: AlgorithmBoundary;
  readonly nth: number;
  /** Counts only what is passed by algorithms of this type. */
  readonly of: string;
  /** Counts only steps that store a new child of this purpose. */
  readonly placing?: string;
  /** Counts only steps that leave the algorithm in this phase. */
  readonly phase?: string;
}

interface LateStart {
  readonly laterMs: number;
}

/** How a service of a test is made to die, or to start late. */
export type KillPlan = ((OrderKill | AlgorithmKill) & Partial<LateStart>) | LateStart;

/** The arguments of Node.js that carry it out. */
export function argumentsOf(plan: KillPlan): string[] {
  const preload = new URL('./killAt.ts', import.meta.url);
  for (const [name, value] of Object.entries(plan)) preload.searchParams.set(name, String(value));
  return ['--import', preload.href];
}
