import { type Books, createBooks, type Frame, type FrameNote } from './books.ts';
import type { Course } from './course.ts';
import type { FrameFaultName } from './frames.ts';
import { createTurns, type Turns } from './turns.ts';

/** A connection, for what leaves over it. */
export interface Outlet {
  send(text: string): void;
  /** Nothing comes over it any more. */
  silence(): void;
  cut(): void;
}

/** Stands before an outlet, and lets frames fail. */
export interface Gate {
  /** Frames without a note are never lost, doubled or reordered. */
  send(text: string, about?: FrameNote): void;
  /** Does something in its turn among the frames. */
  inTurn(work: () => void): void;
  /** Lets go of what is held back, and ends a connection that would stay silent. */
  calm(): void;
}

export interface GateParts {
  /** The faults of now; undefined while there are none. */
  readonly course: () => Course | undefined;
  readonly schedule: (ms: number, work: () => void) => void;
  readonly outlet: Outlet;
}

export function createGate({ course, schedule, outlet }: GateParts): Gate {
  const turns = createTurns(schedule);
  const emit = (text: string) => turns.take(() => outlet.send(text));
  const books = createBooks(emit);
  let isStalled = false;
  const stall = () => {
    isStalled = true;
    outlet.silence();
  };
  const carryOut = carriers({ turns, emit, books, stall, cut: outlet.cut });
  return {
    send(text, about) {
      if (isStalled) return;
      const frame = { text, about };
      const chosen = course()?.choose(faultsOf(frame, books, turns.isWaiting()));
      if (!chosen) {
        const isReordered = books.pass(frame);
        if (isReordered && about) course()?.struck('reorderedFrames', { market: about.book });
        return;
      }
      const { fault, seconds } = chosen;
      // A frame out of turn strikes once the next one was sent.
      const isLater = fault === 'reorderedFrames';
      const market = about?.book ?? books.any();
      if (!isLater) course()?.struck(fault, market === undefined ? {} : { market });
      if (about) books.stepsOf(about).struck();
      carryOut[fault](frame, seconds);
    },
    inTurn: turns.take,
    calm() {
      books.release();
      turns.release();
      if (isStalled) outlet.cut();
    },
  };
}

interface Carrying {
  readonly turns: Turns;
  readonly books: Books;
  emit(text: string): void;
  stall(): void;
  cut(): void;
}

type Carry = (frame: Frame, seconds: number) => void;

/** What each fault makes of the frame that it strikes. */
function carriers(carrying: Carrying): Readonly<Record<FrameFaultName, Carry>> {
  const { turns, books, emit, stall, cut } = carrying;
  return {
    ...{ stall, cut },
    lostFrame: () => undefined,
    duplicatedFrame({ text }) {
      emit(text);
      emit(text);
    },
    reorderedFrames({ text, about }) {
      if (about) books.putBack(text, about);
    },
    delayedFrames({ text }, seconds) {
      turns.wait(seconds * 1_000);
      emit(text);
    },
    garbageFrame: ({ text }) => emit(text.slice(0, text.length >> 1)),
    badChecksum: ({ text, about }) => emit(about?.withWrongChecksum?.() ?? text),
  };
}

/** What may strike a frame now. */
function faultsOf({ about }: Frame, books: Books, isWaiting: boolean): FrameFaultName[] {
  // The end of a connection would hide what struck a book just before.
  const ofConnection = books.isSettled() ? (['stall', 'cut'] as const) : [];
  if (!about || about.isSnapshot || !books.stepsOf(about).isInStep()) return [...ofConnection];
  return [
    ...(['lostFrame', 'duplicatedFrame', 'reorderedFrames', 'garbageFrame'] as const),
    ...(isWaiting ? [] : (['delayedFrames'] as const)),
    ...(about.withWrongChecksum ? (['badChecksum'] as const) : []),
    ...ofConnection,
  ];
}
