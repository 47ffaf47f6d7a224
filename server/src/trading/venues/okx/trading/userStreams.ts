import { createHmac } from 'node:crypto';
import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import { required } from '../../shared/live/shapes.ts';
import type {
  OrderName,
  StreamMessage,
  UserStream,
  UserStreamCall,
} from '../../shared/live/userStreams.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { ourIdIn, textIn } from './rows.ts';

const other: StreamMessage = { kind: 'other' };
/** The venue cuts after 30 s without a message; it answers no pings but this text. */
const ping = { everyMs: 20_000, text: () => 'ping' };
/** The venue announces that the connection will end in a minute. */
const upgradeCode = '64008';

/** Orders on the book, including those that an algo order has placed. */
const orders = streamOf('orders', {
  url: 'wss://ws.okx.com:8443/ws/v5/private',
  channels: { orders: plainName },
});

/** Waiting algo orders; trailing stops have a separate channel. */
const algos = streamOf('algos', {
  url: 'wss://ws.okx.com:8443/ws/v5/business',
  channels: { 'orders-algo': algoName, 'algo-advance': algoName },
});

export const okxUserStreams: readonly UserStream[] = [orders, algos];

interface Told {
  readonly url: string;
  /** By name, with the function that reads the order named in a record. */
  readonly channels: Readonly<Record<string, (record: Fields) => OrderName>>;
}

/** The stream of one address: a login, then the subscriptions, of all markets at once. */
function streamOf(name: string, { url, channels }: Told): UserStream {
  const subscribe = JSON.stringify({
    op: 'subscribe',
    args: Object.keys(channels).map((channel) => ({ channel, instType: 'ANY' })),
  });
  return {
    name,
    marketTypes: ['spot', 'swap', 'future'],
    async prepare(call) {
      const open = new Set(Object.keys(channels));
      return {
        url,
        ping,
        hello: () => [loginText(call)],
        read(text) {
          const message = parseJson(text);
          if (!isFields(message)) return other;
          if (message.event !== undefined) return readEvent(message, { open, subscribe });
          const nameOf = channels[String(valueAt(message, 'arg', 'channel'))];
          return nameOf ? readRecords(message.data, nameOf) : other;
        },
      };
    },
  };
}

/** The signed text is the time in seconds and a request that is never made. */
function loginText({ client, credentials }: UserStreamCall): string {
  const timestamp = String(Math.floor(client.milliseconds() / 1_000));
  const secret = required(credentials.apiSecret?.reveal(), 'secret');
  const signed = createHmac('sha256', secret).update(`${timestamp}GET/users/self/verify`);
  const login = {
    apiKey: required(credentials.apiKey?.reveal(), 'key of the account'),
    passphrase: required(credentials.passphrase?.reveal(), 'passphrase'),
    timestamp,
    sign: signed.digest('base64'),
  };
  return JSON.stringify({ op: 'login', args: [login] });
}

interface Conversation {
  /** Channels that are not confirmed yet. */
  readonly open: Set<string>;
  readonly subscribe: string;
}

function readEvent(message: Fields, { open, subscribe }: Conversation): StreamMessage {
  switch (message.event) {
    case 'login':
      return { kind: 'answer', texts: [subscribe] };
    case 'subscribe':
      open.delete(String(valueAt(message, 'arg', 'channel')));
      return open.size === 0 ? { kind: 'ready' } : other;
    case 'notice':
      return message.code === upgradeCode ? over('ends the connection', message) : other;
    // Its text may repeat the login, so only the code is reported.
    case 'error':
      return over('refused the stream', message);
    case 'channel-conn-count-error':
      return over('has too many streams of this account', message);
    case 'unsubscribe':
      return over('ended the subscription', message);
    default:
      return other;
  }
}

function over(what: string, message: Fields): StreamMessage {
  const code = textIn(message, 'code') ?? 'none';
  return { kind: 'over', reason: `The exchange ${what} (code ${code}).` };
}

function readRecords(records: unknown, nameOf: (record: Fields) => OrderName): StreamMessage {
  const all = Array.isArray(records) ? records.filter(isFields) : [];
  const named = all.filter(isNews).map(nameOf);
  return named.length === 0 ? other : { kind: 'orders', orders: named };
}

/** False for the report that an order was accepted, or is unchanged: its sender knows that. */
function isNews(record: Fields): boolean {
  return record.state !== 'live' || textIn(record, 'amendResult') !== undefined;
}

/** An order that an algo order has placed is named as the algo order. */
function plainName(record: Fields): OrderName {
  return {
    clientId: ourIdIn(record, 'clOrdId') ?? ourIdIn(record, 'algoClOrdId'),
    venueOrderId: textIn(record, 'algoId') ?? textIn(record, 'ordId'),
  };
}

function algoName(record: Fields): OrderName {
  return { clientId: ourIdIn(record, 'algoClOrdId'), venueOrderId: textIn(record, 'algoId') };
}
