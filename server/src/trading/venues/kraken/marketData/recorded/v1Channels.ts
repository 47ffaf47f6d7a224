import type { Fields } from '../../../shared/json.ts';
import type { Frame } from '../../../shared/stream/protocol.ts';
import { depthOfChannel, fromOldSpotName } from './v1.ts';

type TornFrame = Extract<Frame<never>, { kind: 'malformed' | 'other' }>;

/**
 * Finds the book of a torn frame of version 1. A frame begins with the number of its channel and
 * ends with the names of channel and pair, so that either end is enough: one torn frame concerns
 * one book and not all books of its connection.
 */
export interface V1Channels {
  /** Learns from a whole frame. */
  learnFrame(root: readonly unknown[]): void;
  /** Learns from the confirmation of a subscription. */
  learnStatus(status: Fields): void;
  /** Returns undefined when the text is of another version, or of an unknown channel. */
  torn(text: string): TornFrame | undefined;
}

export function createV1Channels(): V1Channels {
  // One for each channel that was ever named: a venue has some thousands. Undefined: it has no
  // book.
  const keys = new Map<number, string | undefined>();
  const learn = (number: unknown, channel: unknown, pair: unknown) => {
    if (typeof number !== 'number' || typeof channel !== 'string') return;
    if (typeof pair === 'string') keys.set(number, keyOf(channel, pair));
  };
  const tornOf = (key: string | undefined): TornFrame =>
    key === undefined ? { kind: 'other' } : { kind: 'malformed', key };
  return {
    learnFrame: (root) => learn(root[0], root.at(-2), root.at(-1)),
    learnStatus: ({ channelID, channelName, pair }) => learn(channelID, channelName, pair),
    torn(text) {
      const [, channel, pair] = /"([a-z]+(?:-\d+)?)","([^"\\]+)"\]$/.exec(text) ?? [];
      if (channel !== undefined && pair !== undefined) return tornOf(keyOf(channel, pair));
      // The comma shows that the number is whole.
      const number = Number(/^\[(\d+),/.exec(text)?.[1]);
      return keys.has(number) ? tornOf(keys.get(number)) : undefined;
    },
  };
}

function keyOf(channel: string, pair: string): string | undefined {
  return depthOfChannel(channel) === undefined ? undefined : fromOldSpotName(pair);
}
