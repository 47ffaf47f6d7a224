import type { CollectorDeps } from '../../../src/trading/venues/shared/collector.ts';
import { isFields, parseJson } from '../../../src/trading/venues/shared/json.ts';
import type { BookDialect } from '../../../src/trading/venues/shared/stream/dialect.ts';
import { createMarketFeed } from '../../../src/trading/venues/shared/stream/marketFeed.ts';
import type { StreamProtocol } from '../../../src/trading/venues/shared/stream/protocol.ts';
import { createPushedBook } from '../../../src/trading/venues/shared/stream/pushedBook.ts';
import { createVenueFeed, lazily } from '../../../src/trading/venues/shared/stream/venueFeed.ts';
import { createWeightGate } from '../../../src/trading/venues/shared/weightGate.ts';
import type { TextLevel } from './venueMarket.ts';
import type { VenueScript } from './venueScript.ts';

/** The simplest possible venue: everything the core does is then its own doing. */
interface PlainMessage {
  readonly first: number;
  readonly last: number;
  readonly full: boolean;
  readonly bids: readonly TextLevel[];
  readonly asks: readonly TextLevel[];
}

const dialect: BookDialect<PlainMessage> = {
  last: (message) => message.last,
  joins: (message, local) => message.first <= local + 1,
  follows: (message, local) => message.first === local + 1,
  isSnapshot: (message) => message.full,
  venueTimeMs: () => undefined,
  unasked: (message) => (message.last === 1 ? 'restart' : 'gap'),
};

export const plainProtocol: StreamProtocol<PlainMessage> = {
  market: 'plain',
  url: 'wss://plain.test/stream',
  streamsMax: 3,
  batchMax: 2,
  messageSpacingMs: 100,
  heartbeatMs: 15_000,
  silentMsMax: 35_000,
  subscribe: (keys, { id }) => JSON.stringify({ do: 'subscribe', keys, id }),
  unsubscribe: (keys, { id }) => JSON.stringify({ do: 'unsubscribe', keys, id }),
  ping: ({ id }) => JSON.stringify({ do: 'ping', id }),
  read(text) {
    const root = parseJson(text);
    if (!isFields(root)) return { kind: 'malformed', key: /"key":"([^"]+)"/.exec(text)?.[1] };
    if (root.bye === true) return { kind: 'shutdown' };
    const id = typeof root.id === 'number' ? { id: root.id } : {};
    const keys = Array.isArray(root.keys) ? { keys: root.keys.map(String) } : {};
    if (root.ok === true) return { kind: 'accepted', ...id, ...keys };
    if (typeof root.error === 'string') {
      const isLimit = root.error === 'too fast';
      return { kind: 'refused', reason: root.error, isLimit, ...id, ...keys };
    }
    if (typeof root.key !== 'string') return { kind: 'other' };
    return { kind: 'book', key: root.key, message: root as unknown as PlainMessage };
  },
};

export function createPlainFeed(deps: CollectorDeps) {
  const gate = createWeightGate({ clock: deps.clock, capacity: 100, refillPerMinute: 100 });
  const market = lazily(() => createMarketFeed({ ...deps, protocol: plainProtocol }));
  return createVenueFeed({
    venue: 'okx',
    route: (symbol) => (book) =>
      market.get().open(symbol, (renew) =>
        createPushedBook<PlainMessage>({
          ...deps,
          key: symbol,
          book,
          dialect,
          decoder: { snapshot: (message) => message, changes: (message) => message },
          renew,
          gate,
          proof: {
            url: 'https://plain.test/book',
            weight: 1,
            parse: (text) => JSON.parse(text),
          },
        }),
      ),
    stop: () => market.made()?.stop(),
  });
}

export const plainScript: VenueScript = {
  name: 'plain',
  createFeed: createPlainFeed,
  symbol: 'BTC/USDT',
  numbering: 'ranges',
  levels: 'many',
  request(sent) {
    const { do: what } = JSON.parse(sent);
    return what === 'ping' ? 'other' : what;
  },
  accepted: (sent) => [JSON.stringify({ ok: true, id: JSON.parse(sent).id })],
  refused: (sent) => JSON.stringify({ error: 'no such symbol', id: JSON.parse(sent).id }),
  limited: (sent) => JSON.stringify({ error: 'too fast', id: JSON.parse(sent).id }),
  snapshot: ({ id, bids, asks }) =>
    JSON.stringify({ key: 'BTC/USDT', full: true, first: id, last: id, bids, asks }),
  change: ({ first, last, bids, asks }) =>
    JSON.stringify({ key: 'BTC/USDT', full: false, first, last, bids, asks }),
  document: (url, { bids, asks }) =>
    url === 'https://plain.test/book' ? JSON.stringify({ bids, asks }) : undefined,
  detects: 'numbers',
  oldSnapshot: 'gap',
  restart: 'snapshot',
};
