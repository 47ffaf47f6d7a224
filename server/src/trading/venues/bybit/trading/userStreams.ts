import { createHmac, sign } from 'node:crypto';
import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import { required } from '../../shared/live/shapes.ts';
import type {
  OrderName,
  StreamMessage,
  UserStream,
  UserStreamCall,
} from '../../shared/live/userStreams.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { ownId, textAt } from './rows.ts';

const other: StreamMessage = { kind: 'other' };
/** Validity of a login; a second, as in the documents, is too short on a slow connection. */
const loginMs = 10_000;
/** The venue asks for a ping this often, and ends a connection that is quiet for ten minutes. */
const pingMs = 20_000;
/**
 * An order reports first, and its fill is listed a moment later: the fill's report wakes as well.
 */
const topics = ['order', 'execution'] as const;

/** One connection for all markets, logged in by a signed message. */
export const bybitUserStreams: readonly UserStream[] = [
  {
    name: 'orders',
    marketTypes: ['spot', 'swap', 'future'],
    prepare: async (call) => ({
      url: 'wss://stream.bybit.com/v5/private',
      hello: () => [loginText(call)],
      read,
      ping: { everyMs: pingMs, text: () => JSON.stringify({ op: 'ping' }) },
    }),
  },
];

function loginText({ client, credentials }: UserStreamCall): string {
  const apiKey = required(credentials.apiKey?.reveal(), 'key of the account');
  const expires = client.milliseconds() + loginMs;
  const secret = required(credentials.apiSecret?.reveal(), 'secret of the account');
  const signature = signatureOf(`GET/realtime${expires}`, secret);
  return JSON.stringify({ op: 'auth', args: [apiKey, expires, signature] });
}

/**
 * A secret is a plain text or a private RSA key, depending on how the account's key was created.
 */
function signatureOf(payload: string, secret: string): string {
  if (secret.includes('PRIVATE KEY')) {
    return sign('sha256', Buffer.from(payload), secret).toString('base64');
  }
  return createHmac('sha256', secret).update(payload).digest('hex');
}

function read(text: string): StreamMessage {
  const message = parseJson(text);
  if (!isFields(message)) return other;
  const { topic, data } = message;
  const rows = Array.isArray(data) ? data.filter(isFields).filter(isTraded) : [];
  if (topic === 'order') return named(rows.filter(isNews));
  if (topic === 'execution') return named(rows.filter(isTrade));
  switch (message.op ?? valueAt(message, 'request', 'op')) {
    case 'auth':
      return answered(message, {
        kind: 'answer',
        texts: [JSON.stringify({ op: 'subscribe', args: topics })],
      });
    case 'subscribe':
      return answered(message, { kind: 'ready' });
    default:
      return other;
  }
}

/** A refusal may repeat the request with the key, so only its reason is reported. */
function answered(message: Fields, next: StreamMessage): StreamMessage {
  if (message.success === true) return next;
  const why = textAt(message, 'ret_msg') ?? 'no reason was given';
  return { kind: 'over', reason: `The exchange refused the stream: ${why}` };
}

/** There are no orders of ours in other categories. */
function isTraded({ category }: Fields): boolean {
  return category !== 'option' && category !== 'inverse';
}

const takenStatuses: readonly unknown[] = ['Created', 'New', 'Untriggered'];

/**
 * False for the report that an order was taken, which its sender already knows. A triggered order
 * is new once more.
 */
function isNews(row: Fields): boolean {
  const hadStop = (textAt(row, 'stopOrderType') ?? 'UNKNOWN') !== 'UNKNOWN';
  return !takenStatuses.includes(row.orderStatus) || (row.orderStatus === 'New' && hadStop);
}

/** Funding, settlements and liquidations come over the same topic. */
function isTrade({ execType }: Fields): boolean {
  return execType === 'Trade';
}

function named(rows: readonly Fields[]): StreamMessage {
  const orders = rows.map(
    (row): OrderName => ({ clientId: ownId(row), venueOrderId: textAt(row, 'orderId') }),
  );
  return orders.length === 0 ? other : { kind: 'orders', orders };
}
