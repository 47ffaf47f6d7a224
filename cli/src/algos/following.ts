import type { AlgorithmEvent } from '@windlass/client';
import type { AlgorithmDetailsWire, AlgorithmEventWire, AlgorithmWire } from '@windlass/contract';

/** State of an algorithm that is followed. */
export interface Following {
  readonly algorithm: AlgorithmWire;
  /** Entries of its history that are still to be shown, by number. */
  readonly lines: readonly AlgorithmEventWire[];
  /** Number of the last entry that was shown. */
  readonly shownNumber: number;
  readonly connection: 'connecting' | 'connected' | 'disconnected';
  /** True when the stream may have left something out: the algorithm must be read. */
  readonly isOutdated: boolean;
}

/** Earlier entries that are shown first: enough to see what it is doing. */
const linesBefore = 10;

export function beginFollowing(details: AlgorithmDetailsWire): Following {
  const lines = details.events.slice(-linesBefore);
  const shownNumber = (lines[0]?.number ?? 1) - 1;
  const { child_orders: _children, events: _events, tca: _tca, ...algorithm } = details;
  return { algorithm, lines, shownNumber, connection: 'connecting', isOutdated: false };
}

/** Returns the state after one event of the stream. */
export function applyEvent(following: Following, event: AlgorithmEvent): Following {
  switch (event.type) {
    case 'state':
      // A new connection is reported by `subscribed`, from which on events come.
      if (event.state === 'connected') return following;
      return { ...following, connection: 'disconnected' };
    case 'subscribed': {
      const isOutdated = following.isOutdated || !event.isContinued;
      return { ...following, connection: 'connected', isOutdated };
    }
    case 'update': {
      const { sequence: _sequence, ...algorithm } = event.algorithm;
      return { ...following, algorithm };
    }
    case 'line': {
      const { sequence: _sequence, order_id: _id, ...line } = event.line;
      return { ...following, lines: mergeLines(following, [line]) };
    }
  }
}

/** Returns the state after the algorithm was read. */
export function applyDetails(following: Following, details: AlgorithmDetailsWire): Following {
  const { algorithm } = beginFollowing(details);
  // The stream may have sent newer changes while the answer was under way.
  const isNewer = algorithm.updated_at >= following.algorithm.updated_at;
  return {
    ...following,
    algorithm: isNewer ? algorithm : following.algorithm,
    lines: mergeLines(following, details.events),
  };
}

/** Returns the state after all entries were shown. */
export function afterShown(following: Following): Following {
  const shownNumber = following.lines.at(-1)?.number ?? following.shownNumber;
  return { ...following, lines: [], shownNumber };
}

export function hasEnded({ algorithm }: Following): boolean {
  return algorithm.ended_at !== null;
}

function mergeLines(
  { lines, shownNumber }: Following,
  more: readonly AlgorithmEventWire[],
): AlgorithmEventWire[] {
  const byNumber = new Map([...lines, ...more].map((line) => [line.number, line]));
  const due = [...byNumber.values()].filter(({ number }) => number > shownNumber);
  return due.sort((one, other) => one.number - other.number);
}
