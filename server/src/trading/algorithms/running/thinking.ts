import type { AlgorithmEvent } from '../algorithm.ts';
import { pairOf } from '../legs.ts';
import { unsentCode } from '../shared/children.ts';
import { judgeAccount } from './barring.ts';
import { hearOrder, type Refused, refuseChild } from './children.ts';
import type { Draft } from './draft.ts';
import { giveUp } from './givingUp.ts';
import type { Command, Intake } from './intake.ts';
import { type Pace, standing } from './pacing.ts';
import { refusedVerb } from './refusals.ts';
import {
  type Act,
  askCancel,
  endWhenOver,
  isActive,
  mayStep,
  type Stepping,
  statusAfter,
  stepOnce,
  withdraw,
  withdrawAll,
} from './stepping.ts';

export interface Thinking {
  readonly stepping: Stepping;
  /** True when nothing new is begun, and resting orders are cancelled. */
  readonly isLeft: boolean;
  readonly faulted: (error: unknown) => void;
}

export interface Thought {
  readonly acts: readonly Act[];
  /** Undefined means unchanged. */
  readonly pace: Pace | undefined;
  /** Tells callers the result, once it is durable. */
  readonly settle: () => void;
}

/** Returns the consequences of what came in. Pure apart from the draft. */
export function think(
  draft: Draft,
  taken: Intake,
  { stepping, isLeft, faulted }: Thinking,
): Thought {
  const firstNew = draft.record().run.nextChild;
  const isChildChanged = takeChildren(draft, taken, stepping);
  if (taken.events.has('recovered')) draft.tell('recovered', 'Resumed after a restart.');
  const settlements = taken.commands.map((command) => obey(draft, command, taken));
  const acts: Act[] = [];
  let pace: Pace | undefined;
  const events = isLeft ? [] : eventsOf(taken, isChildChanged);
  try {
    for (const event of events) {
      const stepped = stepOnce(draft, event, stepping);
      acts.push(...stepped.acts);
      pace = stepped;
    }
  } catch (error) {
    faulted(error);
    halt(draft);
  }
  if (isLeft) for (const { number } of draft.live()) askCancel(draft, number);
  withdraw(draft);
  if (!isLeft) giveUp(draft, stepping);
  dropUnsent(draft, firstNew);
  if (!isLeft) endWhenOver(draft, stepping);
  const settle = () => {
    for (const settlement of settlements) settlement();
  };
  const wanted = acts.filter((act) => act.kind !== 'submit' || isIntended(draft, act.number));
  return { acts: wanted, pace: isLeft || !mayStep(draft) ? standing : pace, settle };
}

/** Returns true if there is news about a child. */
function takeChildren(draft: Draft, taken: Intake, { view, nowMs }: Stepping): boolean {
  const { usd } = view;
  const numbers = new Set([...taken.orders.keys(), ...taken.refused.keys()]);
  for (const number of numbers) {
    const before = draft.child(number);
    const [order, why] = [taken.orders.get(number), taken.refused.get(number)];
    if (order) hearOrder(draft, number, { order, usd });
    if (why) refuseChild(draft, number, why);
    const after = draft.child(number);
    if (before && after) judgeAccount(draft, { before, after }, nowMs);
  }
  return numbers.size > 0;
}

/**
 * Refuses orders that would be sent only to be cancelled: a turn placed them and then paused, ended
 * or failed. A failure may also have lost the action that would send them.
 */
function dropUnsent(draft: Draft, firstNew: number): void {
  for (const { number, isCancelling } of draft.live()) {
    if (number >= firstNew && isCancelling) refuseChild(draft, number, notWanted);
  }
}

const notWanted: Refused = {
  code: unsentCode,
  message: 'It was to be cancelled before it had left.',
};

function isIntended(draft: Draft, number: number): boolean {
  return draft.child(number)?.stage === 'intended';
}

/** Returns one event for each item that carries data, or else one for everything that happened. */
function eventsOf(taken: Intake, isChildChanged: boolean): readonly AlgorithmEvent[] {
  const phases = (['started', 'recovered', 'resumed'] as const).filter((kind) =>
    taken.events.has(kind),
  );
  const carried = [...phases.map((kind) => ({ kind })), ...taken.routed];
  if (carried.length > 0) return carried;
  if (isChildChanged) return [{ kind: 'children' }];
  for (const kind of ['woke', 'book'] as const) if (taken.events.has(kind)) return [{ kind }];
  return [];
}

/** Carries out a command in the draft. Returns a function that tells its caller. */
function obey(draft: Draft, { verb, done }: Command, taken: Intake): () => void {
  const change = statusAfter(draft, verb);
  if ('refusal' in change) {
    const refusal = refusedVerb(draft.record(), verb, change.refusal);
    return () => done.reject(refusal);
  }
  if (change.next !== draft.record().status) {
    const told = { pause: 'paused', resume: 'resumed', cancel: 'cancelling' } as const;
    draft.change({ status: change.next, reason: reasons[verb] });
    if (verb === 'cancel') draft.changeRun({ ending: undefined });
    draft.tell(told[verb], reasons[verb] ?? 'Resumed on request.');
    if (verb === 'resume') taken.events.add('resumed');
    // Done here, because a resume may follow in the same turn.
    if (!isActive(draft)) withdrawAll(draft);
    if (pairOf(draft.record())) taken.events.add('woke');
  }
  if (verb !== 'pause' && draft.record().run.isHalted) {
    draft.changeRun({ isHalted: false });
    taken.events.add('woke');
  }
  if (verb === 'resume' && draft.record().run.barred.length > 0) {
    draft.changeRun({ barred: [] });
    taken.events.add('woke');
  }
  return () => done.resolve();
}

const reasons = {
  pause: 'Paused on request.',
  resume: undefined,
  cancel: 'Cancelled on request.',
} as const;

/** Stops an algorithm whose code failed. A person has to look at it. */
function halt(draft: Draft): void {
  draft.changeRun({ isHalted: true });
  if (!isActive(draft)) return;
  const reason = 'Paused by an internal error of this service: see its log.';
  draft.change({ status: 'PAUSED', reason });
  draft.tell('paused', reason);
}
