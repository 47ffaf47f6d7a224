import type { Exchange } from '../../exchange/exchange.ts';
import type { FrameInfo } from '../../faults/frameInfo.ts';
import type { Line } from '../../ws/sockets.ts';

/** Milliseconds without a message from the client after which its connection is cut. */
const quietMsMax = 60_000;
const normalEnd = 1000;

/** A connection with its subscriptions to accounts. */
export interface Hearing {
  /** Names of the subscriptions. */
  readonly subscriptions: Set<string>;
  say(channel: string, data?: unknown, about?: FrameInfo): void;
  send(text: string, about?: FrameInfo): void;
  /** Ends the connection and all its subscriptions. */
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
