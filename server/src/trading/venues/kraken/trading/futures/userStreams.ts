import { createHash, createHmac } from 'node:crypto';
import type { Credentials } from '../../../accountPort.ts';
import { type Fields, isFields, parseJson } from '../../../shared/json.ts';
import { required } from '../../../shared/live/shapes.ts';
import type {
  OrderName,
  PreparedStream,
  StreamMessage,
  UserStream,
} from '../../../shared/live/userStreams.ts';
import { fromVenue } from '../clientIds.ts';
import type { ChallengeAsk, FeedSubscribe, HeartbeatSubscribe } from './endpoints.ts';

const other: StreamMessage = { kind: 'other' };
/** The feeds that report orders: one for resting orders, one for fills. */
const feeds: readonly string[] = ['open_orders', 'fills'];
/** A third of the minute after which the venue ends a silent connection. */
const pingMs = 20_000;

/** Perpetuals and dated futures report over one connection, to clients that sign a challenge. */
export const krakenFuturesStreams: readonly UserStream[] = [
  {
    name: 'futures',
    marketTypes: ['swap', 'future'],
    prepare: async ({ credentials }) => prepared(credentials),
  },
];

function prepared(credentials: Credentials): PreparedStream {
  const apiKey = required(credentials.apiKey?.reveal(), 'key of the account');
  const subscribed = new Set<string>();
  return {
    url: 'wss://futures.kraken.com/ws/v1',
    hello: () => [JSON.stringify({ event: 'challenge', api_key: apiKey } satisfies ChallengeAsk)],
    read(text) {
      const message = parseJson(text);
      if (!isFields(message)) return other;
      switch (message.event) {
        case undefined:
          return readFeed(message);
        case 'challenge':
          return { kind: 'answer', texts: subscriptions(String(message.message), credentials) };
        case 'subscribed':
          return readSubscribed(String(message.feed), subscribed);
        case 'subscribed_failed':
        case 'unsubscribed':
        case 'alert':
        case 'error':
          return readRefusal(message);
        default:
          return other;
      }
    },
    // The venue names no message for it; this one is documented, harmless and answered.
    ping: {
      everyMs: pingMs,
      text: () =>
        JSON.stringify({ event: 'subscribe', feed: 'heartbeat' } satisfies HeartbeatSubscribe),
    },
  };
}

/** Each has the challenge, and the signature that only the owner of the secret can make. */
function subscriptions(challenge: string, { apiKey, apiSecret }: Credentials): string[] {
  const secret = required(apiSecret?.reveal(), 'secret');
  const digest = createHash('sha256').update(challenge).digest();
  const signed = createHmac('sha512', Buffer.from(secret, 'base64')).update(digest);
  const proof = signed.digest('base64');
  const subscribeTo = (feed: string): FeedSubscribe => ({
    event: 'subscribe',
    feed,
    api_key: apiKey?.reveal(),
    original_challenge: challenge,
    signed_challenge: proof,
  });
  return feeds.map((feed) => JSON.stringify(subscribeTo(feed)));
}

function readSubscribed(feed: string, subscribed: Set<string>): StreamMessage {
  if (!feeds.includes(feed)) return other;
  subscribed.add(feed);
  return subscribed.size === feeds.length ? { kind: 'ready' } : other;
}

function readRefusal({ event, message, feed }: Fields): StreamMessage {
  const why = String(message ?? `${event} ${feed}`);
  // This can be the answer to our own pings.
  if (/^Already subscribed/.test(why)) return other;
  return { kind: 'over', reason: `The exchange refused the stream: ${why}` };
}

function readFeed(message: Fields): StreamMessage {
  switch (message.feed) {
    case 'open_orders':
      return isNews(message) ? named([isFields(message.order) ? message.order : message]) : other;
    case 'fills':
      return named(Array.isArray(message.fills) ? message.fills.filter(isFields) : []);
    default:
      return other;
  }
}

/** False for the report that an order was placed, which its sender already knows. */
function isNews({ reason }: Fields): boolean {
  return reason !== 'new_placed_order_by_user';
}

function named(rows: readonly Fields[]): StreamMessage {
  const orders = rows.map(
    ({ order_id: id, cli_ord_id: clientId }): OrderName => ({
      clientId: fromVenue(clientId),
      venueOrderId: typeof id === 'string' ? id : undefined,
    }),
  );
  return orders.length === 0 ? other : { kind: 'orders', orders };
}
