import type { FaultEntry } from './entry.ts';

const strikes = 'streams' as const;

/** Faults of the frames of books, and of the connections that carry them. */
export const streamFaults = {
  lostFrame: { strikes, says: 'One frame of a book is not sent.' },
  duplicatedFrame: { strikes, says: 'One frame of a book is sent twice.' },
  reorderedFrames: { strikes, says: 'One frame of a book is sent behind the next one.' },
  delayedFrames: {
    strikes,
    says: 'One frame of a book and all that follow on the connection wait for a while.',
    lasts: [0.2, 3],
  },
  garbageFrame: { strikes, says: 'Of one frame of a book only the first half is sent.' },
  badChecksum: {
    strikes,
    says: 'One frame of a book has a wrong checksum, where the exchange sends any.',
  },
  stall: {
    strikes,
    says: 'Nothing comes any more over a connection, not even the answer to a ping.',
  },
  cut: { strikes, says: 'A connection is cut instead of the next frame.' },
  refusedStream: { strikes, says: 'A stream that is asked for is refused with 503.' },
} as const satisfies Readonly<Record<string, FaultEntry & { readonly strikes: 'streams' }>>;

/** Faults of the frames that tell an account what became of its orders. */
export const userFrameFaults = {
  lostUserFrame: { strikes, says: 'One frame of a user stream is not sent.' },
  duplicatedUserFrame: { strikes, says: 'One frame of a user stream is sent twice.' },
  reorderedUserFrames: {
    strikes,
    says: 'One frame of a user stream is sent behind the next one, whenever that comes.',
  },
  delayedUserFrames: {
    strikes,
    says: 'One frame of a user stream and those behind it are late; requests show it before.',
    lasts: [0.5, 10],
  },
  garbageUserFrame: { strikes, says: 'Of one frame of a user stream only the first half is sent.' },
} as const satisfies Readonly<Record<string, FaultEntry & { readonly strikes: 'streams' }>>;

export type UserFrameFaultName = keyof typeof userFrameFaults;

/** Faults of a frame, or of the connection that carries it. */
export type FrameFaultName =
  | Exclude<keyof typeof streamFaults, 'refusedStream'>
  | UserFrameFaultName;
