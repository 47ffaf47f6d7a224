import type { Write } from '../../../server/src/store/sqlite/calls.ts';
import type { CrashPoint } from '../crashes.ts';
import type { World } from '../world.ts';
import type { Life } from '../worldClock.ts';

type AlgorithmWrite = Write & { readonly name: 'createAlgorithm' | 'saveAlgorithmStep' };

/** Faults at the boundaries of the writes of algorithms. */
export interface StepCrashes {
  /** The process dies before the write is made. */
  diesBefore(write: Write, life: Life): boolean;
  /** The process dies after the write is durable, and its caller never acts on it. */
  diesAfter(write: Write, life: Life): boolean;
  /** The database refuses this one write. */
  fails(write: Write): boolean;
}

/** The kind of a write: it names the two places between which the process may die. */
type Boundary = 'a start' | 'a step' | 'children' | 'a pause' | 'a withdrawal' | 'an end';

/** Milliseconds in which a recovery takes up unfinished algorithms. */
const recoveryMs = 3_000;
/** Probability that a write which places children fails, where disks have faults at all. */
const failsProbability = 0.3;

export function createStepCrashes(world: World): StepCrashes {
  const { crashes, clock, faults } = world;
  const chance = world.chance('one write');
  const bornMs = new Map<Life, number>();
  /** Children of one step whose orders are not reserved yet, by the client id of each. */
  const siblings = new Map<string, Set<string>>();
  const isRecovering = (life: Life): boolean => {
    const nowMs = clock.elapsedMs();
    const sinceMs = bornMs.get(life) ?? nowMs;
    bornMs.set(life, sinceMs);
    return life.number > 1 && nowMs - sinceMs < recoveryMs;
  };
  const strikes = (point: CrashPoint, life: Life) => crashes.strikesAt(point, life);
  return {
    diesBefore(write, life) {
      if (isSecondChild(siblings, write) && strikes('between two children', life)) return true;
      if (!isOfAlgorithm(write)) return false;
      if (isRecovering(life) && strikes('during recovery', life)) return true;
      const boundary = boundaryOf(write);
      if (boundary !== 'a step' && strikes('before a step', life)) return true;
      return strikes(`before ${boundary}`, life);
    },
    diesAfter(write, life) {
      if (!isOfAlgorithm(write)) return false;
      noteSiblings(siblings, write);
      if (isRecovering(life) && strikes('during recovery', life)) return true;
      const boundary = boundaryOf(write);
      if (boundary !== 'a step' && strikes('after a step', life)) return true;
      return strikes(`after ${boundary}`, life);
    },
    fails(write) {
      if (write.name !== 'saveAlgorithmStep' || boundaryOf(write) !== 'children') return false;
      if (!chance.happens(failsProbability) || !faults.strikes('F16')) return false;
      faults.fired('F16', 'one write of an algorithm');
      return true;
    },
  };
}

function isOfAlgorithm(write: Write): write is AlgorithmWrite {
  return write.name === 'createAlgorithm' || write.name === 'saveAlgorithmStep';
}

function boundaryOf({ name, args }: AlgorithmWrite): Boundary {
  if (name === 'createAlgorithm') return 'a start';
  const { order, children } = args[1];
  if (children.some(({ stage }) => stage === 'intended')) return 'children';
  if (order.status === 'PAUSED') return 'a pause';
  if (order.status === 'CANCELLING') return 'a withdrawal';
  return order.ended_at_ms === null ? 'a step' : 'an end';
}

function noteSiblings(siblings: Map<string, Set<string>>, { args }: AlgorithmWrite): void {
  const intended = args[1].children.filter(({ stage }) => stage === 'intended');
  if (intended.length < 2) return;
  const together = new Set(intended.map((child) => child.client_order_id));
  for (const name of together) siblings.set(name, together);
}

/** True when it reserves a child of which a sibling has been reserved before. */
function isSecondChild(siblings: Map<string, Set<string>>, write: Write): boolean {
  if (write.name !== 'reserveOrder') return false;
  const name = write.args[1].client_order_id;
  const together = siblings.get(name);
  siblings.delete(name);
  if (!together) return false;
  return [...together].some((other) => other !== name && !siblings.has(other));
}

/** Returns the trace line of a step's write. */
export function algorithmSaid({ name, args }: AlgorithmWrite): string {
  const { order, children } = args[1];
  const parts = children.map(({ number, stage, filled }) => `${number}:${stage}:${filled}`);
  return `${name} ${order.id} ${order.status} ${parts.join(' ')}`;
}
