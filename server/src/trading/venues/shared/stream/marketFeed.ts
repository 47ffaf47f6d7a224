import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { Logger } from '../../../../kit/logger.ts';
import type { Random } from '../../../../kit/random.ts';
import type { OpenFeed } from '../../bookPort.ts';
import type { FeedTransport } from '../../transportPort.ts';
import type { BookStream, StreamProtocol } from './protocol.ts';
import { createStreamConnection, type StreamConnection } from './streamConnection.ts';

/** Fine enough for ages counted in half seconds, and little work beside the frames themselves. */
const beatMs = 500;

export interface MarketFeedDeps<M> {
  readonly protocol: StreamProtocol<M>;
  readonly transport: FeedTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** A stream calls this when it stopped; `again` when renewing did not help. */
export type Renew = (again: boolean) => void;

/** The connections of one market, as many as its streams need. */
export interface MarketFeed<M> {
  /**
   * Opens a stream. Refuses a key that is open already, as when two symbols have one name at the
   * venue.
   */
  open(key: string, createStream: (renew: Renew) => BookStream<M>): OpenFeed;
  stop(): void;
}

export function createMarketFeed<M>(deps: MarketFeedDeps<M>): MarketFeed<M> {
  const connections = new Set<StreamConnection<M>>();
  const keys = new Set<string>();
  let cancelBeat: Cancel | undefined;

  const withRoom = (): StreamConnection<M> => {
    for (const connection of connections) {
      if (connection.size() < deps.protocol.streamsMax) return connection;
    }
    const connection = createStreamConnection(deps);
    connections.add(connection);
    cancelBeat ??= deps.clock.every(beatMs, () => {
      for (const each of connections) each.beat();
    });
    return connection;
  };

  const rest = () => {
    if (connections.size > 0) return;
    cancelBeat?.();
    cancelBeat = undefined;
  };

  return {
    open(key, createStream) {
      if (keys.has(key)) {
        const stream = createStream(() => undefined);
        stream.refused(`${key} is open already, under another symbol`);
        return { close: () => stream.close() };
      }
      const connection = withRoom();
      let isOpen = true;
      keys.add(key);
      connection.add(createStream((again) => connection.renew(key, again)));
      return {
        close() {
          if (!isOpen) return;
          isOpen = false;
          keys.delete(key);
          connection.remove(key);
          if (connection.size() > 0) return;
          connections.delete(connection);
          rest();
        },
      };
    },
    stop() {
      for (const connection of connections) connection.stop();
      connections.clear();
      keys.clear();
      rest();
    },
  };
}
