import type { Clock } from '../../server/src/kit/clock.ts';
import { createBookTopic } from '../../server/src/trading/orderbook/stream/bookTopic.ts';
import { createOutbox, type Outbox } from '../../server/src/trading/stream/backpressure.ts';
import { createPacketJoiner } from '../../server/src/trading/stream/packets.ts';
import type { Incarnation, SimulationRun } from './incarnation.ts';

/** Two clients of the book stream: one reads, the other has stopped. */
export interface StreamClients {
  /** Checks that no queue builds up for the stopped client, and that the other is served. */
  check(): void;
}

/**
 * Maximum waiting messages: one book per symbol and venue and the global ones; more would be a
 * queue.
 */
const owedMax = 20;
/** Milliseconds after which a reading client has received something. */
const servedMs = 2_000;

/** Returns two clients of the stream's own topic and outbox, on connections that only count. */
export function followStream(
  { world, scenery }: SimulationRun,
  { app, life }: Incarnation,
): StreamClients | undefined {
  const orderbook = app.trading?.orderbook;
  if (!orderbook || !world.faults.strikes('F17')) return undefined;
  const clock = world.clock.of(life);
  const topic = createBookTopic({ orderbook, clock });
  const reader = createClient(clock, { reads: true });
  const sleeper = createClient(clock, { reads: false });
  for (const { outbox } of [reader, sleeper]) {
    const { handlers } = topic.open({ outbox, fail: () => undefined, drop: () => undefined });
    for (const symbol of scenery.symbols) handlers.subscribe_orderbook?.({ symbol });
    outbox.flush();
  }
  const sinceMs = clock.monotonic();
  world.faults.fired('F17', 'stream');
  return {
    check() {
      const owed = sleeper.outbox.pendingCount();
      if (owed > owedMax) world.wrong(`a client that does not read is owed ${owed} books`);
      if (sleeper.sent() > 0) world.wrong('a client that does not read was sent something');
      const isServed = reader.sent() > 0 || clock.monotonic() - sinceMs < servedMs;
      if (!isServed) world.wrong('a client that reads is not served beside one that does not');
    },
  };
}

function createClient(clock: Clock, { reads }: { readonly reads: boolean }) {
  let sent = 0;
  const none = () => undefined;
  const outbox: Outbox = createOutbox({
    connection: {
      readyState: 'open',
      transport: { writable: reads, on: none, off: none },
      send: () => {
        sent += 1;
      },
      on: none,
      off: none,
    },
    clock,
    join: createPacketJoiner(),
    onUnread: none,
  });
  return { outbox, sent: () => sent };
}
