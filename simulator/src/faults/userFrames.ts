import type { UserFrameFaultName } from './frames.ts';
import { createTurns } from './turns.ts';

/** The frames of user streams of one connection, which have an order of their own. */
export interface UserFrames {
  /** Returns the faults that can strike the next one. */
  faults(): readonly UserFrameFaultName[];
  /** Sends a frame, and behind it a frame that was put back. */
  pass(text: string): void;
  /** Sends a frame, and keeps a frame that was put back waiting. */
  add(text: string): void;
  /** Sends a frame behind the next one. */
  putBack(text: string): void;
  /** Makes all of them wait from now on; other frames of the connection do not wait. */
  wait(ms: number): void;
  /** Sends all that is held back. */
  release(): void;
}

export interface UserFramesParts {
  readonly schedule: (ms: number, work: () => void) => void;
  readonly emit: (text: string) => void;
}

export function createUserFrames({ schedule, emit }: UserFramesParts): UserFrames {
  const turns = createTurns(schedule);
  let behind: string | undefined;
  const add = (text: string) => turns.take(() => emit(text));
  const letGo = () => {
    if (behind !== undefined) add(behind);
    behind = undefined;
  };
  return {
    add,
    faults: () => [
      ...(['lostUserFrame', 'duplicatedUserFrame', 'garbageUserFrame'] as const),
      ...(behind === undefined ? (['reorderedUserFrames'] as const) : []),
      ...(turns.isWaiting() ? [] : (['delayedUserFrames'] as const)),
    ],
    pass(text) {
      add(text);
      letGo();
    },
    putBack(text) {
      behind = text;
    },
    wait: turns.wait,
    release() {
      turns.release();
      letGo();
    },
  };
}
