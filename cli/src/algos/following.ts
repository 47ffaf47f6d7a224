import type { AlgorithmEvent } from '@windlass/client';
import type { AlgorithmDetailsWire, AlgorithmEventWire, AlgorithmWire } from '@windlass/contract';

/** What is known of an algorithm that is followed. */
export interface Following {
  readonly algorithm: AlgorithmWire;
  /** Lines of its history that are still to be shown, by their numbers. */
  readonly lines: readonly AlgorithmEventWire[];
  /** Number of the last line that was shown. */
  readonly shownNumber: number;
  readonly connection: 'connecting' | 'connected' | 'disconnected';
  /** The stream may have left something out: the algorithm has to be read. */
  readonly isOutdated: boolean;
}

/** Lines of what was before that are shown first: enough to know what it is at. */
const linesBefore = 10;

export function beginFollowing(details: AlgorithmDetailsWire): Following {
  const lines = details.events.slice(-linesBefore);
  const shownNumber = (lines[0]?.number ?? 1) - 1;
  const { child_orders: _children, events: _events, tca: _tca, ...algorithm } = details;
  return { algorithm, lines, shownNumber, connection: 'connecting', isOutdated: false };
}

/** Returns what is known after one event of the stream. */
export function applyEvent(following: Following, event: AlgorithmEvent): Following {
  switch (event.type) {
    case 'state':
      // Connected is told again as subscribed, from when on something is heard.
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

/** Returns what is known after the algorithm was read. */
export function applyDetails(following: Following, details: AlgorithmDetailsWire): Following {
  const { algorithm } = beginFollowing(details);
  // The stream may have told more while the answer was on its way.
  const isNewer = algorithm.updated_at >= following.algorithm.updated_at;
  return {
    ...following,
    algorithm: isNewer ? algorithm : following.algorithm,
    lines: mergeLines(following, details.events),
  };
}

/** Returns what is known once all lines were shown. */
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
