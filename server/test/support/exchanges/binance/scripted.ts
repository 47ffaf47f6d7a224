import type {
  Connection,
  ConnectionEvents,
  FeedTransport,
} from '../../../../src/trading/venues/transportPort.ts';
import type { ManualClock } from '../../manualClock.ts';
import {
  documentOf,
  frameOf,
  type ScriptedMarket,
  type TrueBook,
  truths,
} from '../../marketData/scriptedMarket.ts';

/** Time between our message and the venue's answer. */
const answerMs = 5;
const aliveEveryMs = 5_000;

/** binance spot with one symbol, as far as a collector of books sees it. */
export interface ScriptedBinance {
  readonly transport: FeedTransport;
  /** Makes event `i` happen; it may get lost on the way. */
  step(i: number, isLost?: boolean): void;
  /** Breaks every connection. */
  disconnect(): void;
  stop(): void;
}

export function createScriptedBinance(
  market: ScriptedMarket,
  clock: ManualClock,
  venueSymbol = 'BTCUSDT',
): ScriptedBinance {
  const history = truths(market);
  const subscribers = new Map<ConnectionEvents, boolean>();
  let now: TrueBook = market.start;

  const say = (events: ConnectionEvents, text: string) => {
    if (subscribers.has(events)) events.frame(text);
  };
  const heard = (events: ConnectionEvents, sent: string) => {
    const { method, id } = JSON.parse(sent);
    if (method === 'SUBSCRIBE') subscribers.set(events, true);
    say(events, JSON.stringify({ result: null, id }));
  };
  const end = (events: ConnectionEvents, reason: string) => {
    if (subscribers.delete(events)) events.closed(reason);
  };
  const cancelAlive = clock.every(aliveEveryMs, () => {
    for (const events of subscribers.keys()) events.alive();
  });

  return {
    transport: {
      isRecording: false,
      connect(_, events): Connection {
        subscribers.set(events, false);
        clock.schedule(answerMs, () => subscribers.has(events) && events.opened());
        return {
          send: (text) => void clock.schedule(answerMs, () => heard(events, text)),
          close: () => end(events, 'closed by us'),
        };
      },
      async get(url) {
        // These books have as many levels out of 5,000 as a probe's few out of its hundred.
        const depth = Number(new URL(url).searchParams.get('limit')) / 50;
        const { bids, asks, ...rest } = JSON.parse(documentOf(now));
        return JSON.stringify({ ...rest, bids: bids.slice(0, depth), asks: asks.slice(0, depth) });
      },
    },
    step(i, isLost = false) {
      const event = market.events[i];
      now = history[i + 1] ?? now;
      if (!event || isLost) return;
      const frame = frameOf(event, venueSymbol);
      for (const [events, isSubscribed] of subscribers) if (isSubscribed) say(events, frame);
    },
    disconnect() {
      for (const events of [...subscribers.keys()]) end(events, 'reset');
    },
    stop: cancelAlive,
  };
}
