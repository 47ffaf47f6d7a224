import { createHmac } from 'node:crypto';
import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import { required } from '../../shared/live/shapes.ts';
import type {
  OrderName,
  PreparedStream,
  StreamMessage,
  UserStream,
  UserStreamCall,
} from '../../shared/live/userStreams.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { clientIdOf } from './clientIds.ts';
import { type ChannelPing, type ChannelSubscribe, contractAccount } from './endpoints.ts';
import { rowOf, textAt } from './rows.ts';

const other: StreamMessage = { kind: 'other' };
/** Same as for the books: the venue's own pings come at longer, unpublished intervals. */
const pingMs = 15_000;

/** Returns the order of a row; undefined when the row only says that an order was taken. */
type NameOf = (row: Fields) => OrderName | undefined;

interface Subscriptions {
  readonly url: string;
  /** Prefix of its channels' names. */
  readonly product: 'spot' | 'futures';
  /**
   * A channel reports its fills as well: with channels of trades each order would be looked up
   * twice.
   */
  readonly channels: Readonly<Record<string, NameOf>>;
  readonly payload: readonly string[];
}

const spot: UserStream = {
  name: 'spot',
  marketTypes: ['spot'],
  prepare: async (call) =>
    prepared(call, {
      url: 'wss://api.gateio.ws/ws/v4/',
      product: 'spot',
      payload: ['!all'],
      channels: { 'spot.orders_v2': spotOrder, 'spot.priceorders': spotTrigger },
    }),
};

/** On contracts an account is named by its number, which its wallet gives. */
function contracts(name: string, marketType: 'swap' | 'future', url: string): UserStream {
  return {
    name,
    marketTypes: [marketType],
    async prepare(call) {
      const account = rowOf(await contractAccount(call.client, marketType, { settle: 'usdt' }));
      const user = required(textAt(account, 'user'), 'number of the account');
      return prepared(call, {
        url,
        product: 'futures',
        payload: [user, '!all'],
        channels: { 'futures.orders': contractOrder, 'futures.autoorders': contractTrigger },
      });
    },
  };
}

export const gateioUserStreams: readonly UserStream[] = [
  spot,
  contracts('perpetuals', 'swap', 'wss://fx-ws.gateio.ws/v4/ws/usdt'),
  contracts('dated', 'future', 'wss://fx-ws.gateio.ws/v4/ws/delivery/usdt'),
];

function prepared(call: UserStreamCall, subscriptions: Subscriptions): PreparedStream {
  const { url, product, channels, payload } = subscriptions;
  const seconds = () => Math.floor(call.client.milliseconds() / 1_000);
  return {
    url,
    hello: () => Object.keys(channels).map((channel) => subscribe(call, channel, payload)),
    read: createReader(channels),
    ping: {
      everyMs: pingMs,
      text() {
        const ping: ChannelPing = { time: seconds(), channel: `${product}.ping` };
        return JSON.stringify(ping);
      },
    },
  };
}

/** Each subscription is signed separately; its time is in whole seconds. */
function subscribe(
  { client, credentials }: UserStreamCall,
  channel: string,
  payload: readonly string[],
): string {
  const event = 'subscribe';
  const time = Math.floor(client.milliseconds() / 1_000);
  const key = required(credentials.apiKey?.reveal(), 'key of the account');
  const secret = required(credentials.apiSecret?.reveal(), 'secret');
  const signed = `channel=${channel}&event=${event}&time=${time}`;
  const signature = createHmac('sha512', secret).update(signed).digest('hex');
  const message: ChannelSubscribe = {
    time,
    channel,
    event,
    payload,
    auth: {
      method: 'api_key',
      KEY: key,
      SIGN: signature,
    },
  };
  return JSON.stringify(message);
}

/** Creates the reader of one connection: it is ready once every channel is confirmed. */
function createReader(channels: Subscriptions['channels']): (text: string) => StreamMessage {
  const missing = new Set(Object.keys(channels));
  return (text) => {
    const message = parseJson(withLongIds(text));
    if (!isFields(message) || typeof message.channel !== 'string') return other;
    const { channel, event, error, result } = message;
    if (isFields(error)) return refused(error);
    if (event === 'subscribe') {
      const isLast = missing.delete(channel) && missing.size === 0;
      return isLast ? { kind: 'ready' } : other;
    }
    if (event !== 'update') return other;
    if (channel.endsWith('.system')) return readSystem(result);
    return readOrders(channels[channel], result);
  };
}

/** Quotes ids, which are numbers with more digits than JavaScript keeps. */
function withLongIds(text: string): string {
  return text.replace(/([:[,]\s*)(\d{16,20})(?=\s*[,}\]])/g, '$1"$2"');
}

function refused({ code, message }: Fields): StreamMessage {
  const why = [code, message].map((each) => String(each).trim()).join(' ');
  return { kind: 'over', reason: `The exchange refused the stream: ${why}` };
}

/** The venue announces that it will end a connection. */
function readSystem(result: unknown): StreamMessage {
  if (valueAt(result, 'type') !== 'upgrade') return other;
  return { kind: 'over', reason: 'The exchange is about to end the stream (upgrade).' };
}

function readOrders(nameOf: NameOf | undefined, result: unknown): StreamMessage {
  const rows = (Array.isArray(result) ? result : [result]).filter(isFields);
  const names = nameOf ? rows.flatMap((row) => nameOf(row) ?? []) : [];
  const orders = names.filter((name) => name.clientId ?? name.venueOrderId);
  return orders.length === 0 ? other : { kind: 'orders', orders };
}

function spotOrder(row: Fields): OrderName | undefined {
  return row.event === 'put' ? undefined : named(row);
}

function contractOrder(row: Fields): OrderName | undefined {
  const isWhole = row.status === 'open' && String(row.left) === String(row.size);
  return isWhole && (row.finish_as ?? '_new') === '_new' ? undefined : named(row);
}

/**
 * Matches the text of an order that a conditional one triggered, which names that order: to us both
 * are one order.
 */
const setOff = /^ao-(\d{1,20})$/;

function named(row: Fields): OrderName {
  const { text } = row;
  const asleep = typeof text === 'string' ? setOff.exec(text)?.[1] : undefined;
  if (asleep !== undefined) return { venueOrderId: asleep };
  return { clientId: clientIdOf(text), venueOrderId: idIn(row) };
}

function idIn(row: Fields): string | undefined {
  return textAt(row, 'id_string', 'id');
}

/** A waiting order has no status: no order has been triggered, and its end time is not positive. */
function spotTrigger(row: Fields): OrderName | undefined {
  const isAsleep = String(row.fired_order_id) === '0' && Number(row.ftime) <= 0;
  return isAsleep ? undefined : { venueOrderId: idIn(row) };
}

function contractTrigger(row: Fields): OrderName | undefined {
  if (row.status === 'open') return undefined;
  return { clientId: clientIdOf(valueAt(row, 'initial', 'text')), venueOrderId: idIn(row) };
}
