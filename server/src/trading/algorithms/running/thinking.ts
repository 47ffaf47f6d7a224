import { AppError } from '../../../kit/errors.ts';
import type { StoredOrder } from '../../execution/types.ts';
import type { AlgorithmEvent } from '../algorithm.ts';
import { barAfter, unbar } from './barring.ts';
import { hearOrder, type Refused, refuseChild } from './children.ts';
import type { Draft } from './draft.ts';
import {
  type Act,
  askCancel,
  endWhenOver,
  isActive,
  type Stepped,
  type Stepping,
  statusAfter,
  stepOnce,
  withdraw,
} from './stepping.ts';

export type Verb = 'pause' | 'resume' | 'cancel';

export interface Command {
  readonly verb: Verb;
  readonly done: PromiseWithResolvers<void>;
}

/** What has come in since the last turn. Conflated, so it is bounded by the live children. */
export interface Intake {
  readonly orders: Map<number, StoredOrder>;
  readonly refused: Map<number, Refused>;
  readonly routed: Extract<AlgorithmEvent, { kind: 'routed' }>[];
  readonly commands: Command[];
  readonly events: Set<'started' | 'recovered' | 'resumed' | 'woke' | 'book'>;
}

export interface Thinking {
  readonly stepping: Stepping;
  /** Nothing new is begun, and what rests is cancelled. */
  readonly isLeft: boolean;
  readonly faulted: (error: unknown) => void;
}

export interface Thought {
  readonly acts: readonly Act[];
  /** Undefined: as before. */
  readonly pace: Pace | undefined;
  /** Tells callers, once it is durable. */
  readonly settle: () => void;
}

/** When the next step comes by itself. */
export type Pace = Pick<Stepped, 'wakeAtMs' | 'watchesBooks'>;

export const standing: Pace = { wakeAtMs: undefined, watchesBooks: false };

/** What follows from what came in; pure but for the draft. */
export function think(
  draft: Draft,
  taken: Intake,
  { stepping, isLeft, faulted }: Thinking,
): Thought {
  const isChildChanged = takeChildren(draft, taken, stepping);
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
  if (!isLeft) endWhenOver(draft, stepping);
  const settle = () => {
    for (const settlement of settlements) settlement();
  };
  return { acts, pace: isLeft || !isActive(draft) ? standing : pace, settle };
}

/** Whether anything became of a child. */
function takeChildren(draft: Draft, taken: Intake, { view, nowMs }: Stepping): boolean {
  const { usd } = view;
  for (const [number, order] of taken.orders) hearOrder(draft, number, { order, usd });
  for (const [number, why] of taken.refused) refuseChild(draft, number, why);
  for (const number of [...taken.orders.keys(), ...taken.refused.keys()]) {
    const child = draft.child(number);
    if (!child) continue;
    if (child.stage === 'over' && child.refusedCode !== undefined) barAfter(draft, child, nowMs);
    else if (child.orderStatus === 'open' || child.orderStatus === 'closed') {
      unbar(draft, child.accountId);
    }
  }
  return taken.orders.size + taken.refused.size > 0;
}

/** Once for each thing that carries something, else once for all that happened. */
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

/** Carries a command out in the draft; returns how its caller is told. */
function obey(draft: Draft, { verb, done }: Command, taken: Intake): () => void {
  const change = statusAfter(draft, verb);
  if ('refusal' in change) {
    const { id, status, reason } = draft.record();
    const why = reason === undefined ? '' : ` ${reason}`;
    const message = `The algorithm ${id} ${change.refusal} (${status}): it cannot ${verb}.${why}`;
    return () =>
      done.reject(new AppError('ALGORITHM_STATE', { message, data: { order_id: id, status } }));
  }
  if (change.next !== draft.record().status) {
    const told = { pause: 'paused', resume: 'resumed', cancel: 'cancelling' } as const;
    draft.change({ status: change.next, reason: reasons[verb] });
    if (verb === 'resume') draft.changeRun({ barred: [] });
    if (verb === 'cancel') draft.changeRun({ ending: undefined });
    draft.tell(told[verb], reasons[verb] ?? 'Resumed on request.');
    if (verb === 'resume') taken.events.add('resumed');
  }
  return () => done.resolve();
}

const reasons = {
  pause: 'Paused on request.',
  resume: undefined,
  cancel: 'Cancelled on request.',
} as const;

/** A definition that faults is stopped where it stands; a person has to look at it. */
function halt(draft: Draft): void {
  if (!isActive(draft)) return;
  const reason = 'Paused by a fault of this service: see its log.';
  draft.change({ status: 'PAUSED', reason });
  draft.tell('paused', reason);
}

export function createIntake(): Intake {
  return { orders: new Map(), refused: new Map(), routed: [], commands: [], events: new Set() };
}

export function isEmpty({ orders, refused, routed, commands, events }: Intake): boolean {
  return orders.size + refused.size + routed.length + commands.length + events.size === 0;
}
