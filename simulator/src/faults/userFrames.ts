import type { UserFrameFaultName } from './frames.ts';
import { createTurns } from './turns.ts';

/** The frames of user streams that leave over one connection, in an order of their own. */
export interface UserFrames {
  /** What may strike the next one. */
  faults(): readonly UserFrameFaultName[];
  /** Sends a frame, and what is to be behind it. */
  pass(text: string): void;
  /** Sends something that is nothing to be behind. */
  add(text: string): void;
  /** Sends a frame behind the next one. */
  putBack(text: string): void;
  /** Lets all of them wait from now on; what else goes over the connection does not. */
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
