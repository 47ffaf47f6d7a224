import { type Books, createBooks } from './books.ts';
import type { Course } from './course.ts';
import { type FrameInfo, isOfBook, isOfUser, marketOf } from './frameInfo.ts';
import type { FrameFaultName } from './frames.ts';
import { createTurns, type Turns } from './turns.ts';
import { createUserFrames, type UserFrames } from './userFrames.ts';

/** A connection, for outgoing frames. */
export interface Outlet {
  send(text: string): void;
  /** Sends nothing more over it. */
  silence(): void;
  cut(): void;
}

/** Passes frames on to an outlet, and lets some fail. */
export interface Gate {
  /** Sends a frame. Frames without a note are never lost, doubled or reordered. */
  send(text: string, about?: FrameInfo): void;
  /** Runs work in its turn among the frames. */
  inTurn(work: () => void): void;
  /** Releases what is held back, and ends a connection that would stay silent. */
  calm(): void;
}

export interface GateParts {
  /** Returns the current faults; undefined while there are none. */
  readonly course: () => Course | undefined;
  readonly schedule: (ms: number, work: () => void) => void;
  readonly outlet: Outlet;
}

export function createGate({ course, schedule, outlet }: GateParts): Gate {
  const turns = createTurns(schedule);
  const emit = (text: string) => turns.take(() => outlet.send(text));
  const books = createBooks(emit);
  const user = createUserFrames({ schedule, emit });
  let isStalled = false;
  const stall = () => {
    isStalled = true;
    outlet.silence();
  };
  const carryOut = carriers({ turns, emit, books, user, stall, cut: outlet.cut });
  const pass = ({ text, about }: Frame) => {
    if (isOfUser(about)) user.pass(text);
    else if (!isOfBook(about)) emit(text);
    else if (books.pass(text, about)) course()?.struck('reorderedFrames', { market: about.book });
  };
  return {
    send(text, about) {
      if (isStalled) return;
      const frame = { text, about };
      const chosen = course()?.choose(faultsOf(frame, { books, user, turns }));
      if (!chosen) return pass(frame);
      const { fault, seconds } = chosen;
      // A reordered frame of a book counts as struck only after the next frame was sent.
      const isLater = fault === 'reorderedFrames';
      const market = about ? marketOf(about) : books.any();
      if (!isLater) course()?.struck(fault, market === undefined ? {} : { market });
      if (isOfBook(about)) books.stepsOf(about).struck();
      carryOut[fault](frame, seconds);
    },
    inTurn: turns.take,
    calm() {
      books.release();
      user.release();
      turns.release();
      if (isStalled) outlet.cut();
    },
  };
}

interface Frame {
  readonly text: string;
  readonly about: FrameInfo | undefined;
}

/** The outgoing frames of the connection. */
interface Leaving {
  readonly turns: Turns;
  readonly books: Books;
  readonly user: UserFrames;
}

interface Carrying extends Leaving {
  emit(text: string): void;
  stall(): void;
  cut(): void;
}

type Carry = (frame: Frame, seconds: number) => void;

/** Returns, for each fault, a function that carries it out on the frame that it strikes. */
function carriers(carrying: Carrying): Readonly<Record<FrameFaultName, Carry>> {
  const { turns, books, user, emit, stall, cut } = carrying;
  return {
    stall,
    cut,
    lostFrame: () => undefined,
    duplicatedFrame({ text }) {
      emit(text);
      emit(text);
    },
    reorderedFrames({ text, about }) {
      if (isOfBook(about)) books.putBack(text, about);
    },
    delayedFrames({ text }, seconds) {
      turns.wait(seconds * 1_000);
      emit(text);
    },
    garbageFrame: ({ text }) => emit(halfOf(text)),
    badChecksum({ text, about }) {
      const changed = isOfBook(about) ? about.withWrongChecksum?.() : undefined;
      emit(changed ?? text);
    },
    lostUserFrame: () => undefined,
    duplicatedUserFrame({ text }) {
      user.add(text);
      user.pass(text);
    },
    reorderedUserFrames: ({ text }) => user.putBack(text),
    delayedUserFrames({ text }, seconds) {
      user.wait(seconds * 1_000);
      user.pass(text);
    },
    garbageUserFrame: ({ text }) => user.add(halfOf(text)),
  };
}

function halfOf(text: string): string {
  return text.slice(0, text.length >> 1);
}

/** Returns the faults that can strike a frame now. */
function faultsOf({ about }: Frame, { books, user, turns }: Leaving): FrameFaultName[] {
  // The end of a connection would hide a recent fault of a book.
  const ofConnection = books.isSettled() ? (['stall', 'cut'] as const) : [];
  if (isOfUser(about)) return [...user.faults(), ...ofConnection];
  if (!isOfBook(about) || about.isSnapshot || !books.stepsOf(about).isInStep())
    return [...ofConnection];
  return [
    ...(['lostFrame', 'duplicatedFrame', 'reorderedFrames', 'garbageFrame'] as const),
    ...(turns.isWaiting() ? [] : (['delayedFrames'] as const)),
    ...(about.withWrongChecksum ? (['badChecksum'] as const) : []),
    ...ofConnection,
  ];
}
