import type { Exchange } from '../../exchange/exchange.ts';
import type { FrameNote } from '../../faults/frameNote.ts';
import type { Line } from '../../ws/sockets.ts';

/** A connection over which nothing was said for so long is cut. */
const quietMsMax = 60_000;
const normalEnd = 1000;

/** A connection, and what it hears of accounts. */
export interface Hearing {
  /** By their names. */
  readonly subscriptions: Set<string>;
  say(channel: string, data?: unknown, about?: FrameNote): void;
  send(text: string, about?: FrameNote): void;
  /** Ends it with all that it hears. */
  cut(): void;
}

export function toHearing(exchange: Exchange, name: string, line: Line): Hearing {
  const countDown = () => exchange.later(name, quietMsMax, () => line.close(normalEnd, 'Inactive'));
  countDown();
  const send: Hearing['send'] = (text, about) => {
    countDown();
    line.send(text, about);
  };
  return {
    subscriptions: new Set(),
    send,
    say: (channel, data, about) =>
      send(JSON.stringify({ channel, ...(data !== undefined && { data }) }), about),
    cut: () => line.close(normalEnd, ''),
  };
}
