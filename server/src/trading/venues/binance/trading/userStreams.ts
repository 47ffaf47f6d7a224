import { createHmac, createPrivateKey, sign } from 'node:crypto';
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
import { fromVenueSymbol } from '../symbols.ts';
import { listenKey, type StreamSubscribe } from './endpoints.ts';
import { linkName } from './marginTypes.ts';

const other: StreamMessage = { kind: 'other' };
/** A listen key ends after an hour; half of that leaves time for a new connection. */
const renewMs = 30 * 60_000;
/** The venue does not accept signed requests older than this. */
const recvWindow = 5_000;
const subscribeId = 'orders';

/** Spot reports over the socket on which it takes requests, once a signed one asks for it. */
const spot: UserStream = {
  name: 'spot',
  marketTypes: ['spot'],
  prepare: async (call) => ({
    url: 'wss://ws-api.binance.com:443/ws-api/v3',
    hello: () => [subscribeText(call)],
    read: readSpot,
  }),
};

/** Contracts report over an address that holds a listen key. */
const contracts: UserStream = {
  name: 'contracts',
  marketTypes: ['swap', 'future'],
  prepare: (call) =>
    contractStream(call, {
      place: 'contracts',
      urlOf: (key) => `wss://fstream.binance.com/private/ws?listenKey=${key}`,
    }),
};

/** Accounts of portfolio margin receive all kinds of orders over a separate address. */
const portfolio: UserStream = {
  name: 'contracts',
  marketTypes: ['swap', 'future'],
  prepare: (call) =>
    contractStream(call, {
      place: 'portfolio',
      urlOf: (key) => `wss://fstream.binance.com/pm/ws/${key}`,
    }),
};

export const binancePortfolioStreams: readonly UserStream[] = [portfolio];

interface ListenPlace {
  /** The kind of account, each of which has listen keys of its own. */
  readonly place: keyof typeof listenKey;
  /** Builds the address from a key that is already encoded for it. */
  readonly urlOf: (key: string) => string;
}

async function contractStream(
  call: UserStreamCall,
  { place, urlOf }: ListenPlace,
): Promise<PreparedStream> {
  const key = required(keyIn(await listenKey[place].POST(call.client, {})), 'listen key');
  return {
    url: urlOf(encodeURIComponent(key)),
    hello: () => [],
    read: readContracts,
    renewal: {
      everyMs: renewMs,
      renew: async (again) => void (await listenKey[place].PUT(again.client, {})),
    },
  };
}

export const binanceUserStreams: readonly UserStream[] = [spot, contracts];

function keyIn(answer: unknown): string | undefined {
  const key = valueAt(answer, 'listenKey');
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/** The signed text is the parameters in the order of their names. */
function subscribeText({ client, credentials }: UserStreamCall): string {
  const apiKey = required(credentials.apiKey?.reveal(), 'key of the account');
  const timestamp = client.milliseconds();
  const unsigned = { apiKey, recvWindow, timestamp };
  const payload = Object.entries(unsigned)
    .map((pair) => pair.join('='))
    .join('&');
  const signature = signatureOf(payload, required(credentials.apiSecret?.reveal(), 'secret'));
  const message: StreamSubscribe = {
    id: subscribeId,
    method: 'userDataStream.subscribe.signature',
    params: {
      apiKey,
      recvWindow,
      timestamp,
      signature,
    },
  };
  return JSON.stringify(message);
}

/** A secret is a plain text or a private key, depending on how the account's key was created. */
function signatureOf(payload: string, secret: string): string {
  if (!secret.includes('PRIVATE KEY')) {
    return createHmac('sha256', secret).update(payload).digest('hex');
  }
  const key = createPrivateKey(secret);
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return sign(digest, Buffer.from(payload), key).toString('base64');
}

function readSpot(text: string): StreamMessage {
  const message = parseJson(text);
  if (!isFields(message)) return other;
  if (message.id === subscribeId) return readSubscribed(message);
  const event = valueAt(message, 'event');
  if (!isFields(event)) return other;
  switch (event.e) {
    case 'executionReport':
      // A cancel has a separate client id; then the order's is the original one.
      return isNews(event) ? named('spot', [event.C || event.c, event.i, event.s]) : other;
    case 'eventStreamTerminated':
    case 'serverShutdown':
      return { kind: 'over', reason: `The exchange ended the stream (${event.e}).` };
    default:
      return other;
  }
}

function readSubscribed({ status, error }: Fields): StreamMessage {
  if (status === 200) return { kind: 'ready' };
  const why = `${valueAt(error, 'code')} ${valueAt(error, 'msg')}`;
  return { kind: 'over', reason: `The exchange refused the stream: ${why}` };
}

function readContracts(text: string): StreamMessage {
  const message = parseJson(text);
  // We have no orders in coin-margined contracts; one of them may bear an id of ours.
  if (!isFields(message) || message.fs === 'CM') return other;
  const order = message.o;
  switch (message.e) {
    case 'ORDER_TRADE_UPDATE':
      return isFields(order) && isNews(order) ? named('usdm', [order.c, order.i, order.s]) : other;
    case 'ALGO_UPDATE':
      // An order that waits for its price; later it stands for the order that replaced it.
      return isFields(order) && order.X !== 'NEW'
        ? named('usdm', [order.caid, order.aid, order.s])
        : other;
    case 'listenKeyExpired':
      return { kind: 'over', reason: 'The listen key expired.' };
    default:
      return other;
  }
}

/** False for the report that an order was taken: its sender already knows that. */
function isNews({ x }: Fields): boolean {
  return x !== 'NEW';
}

function named(
  market: 'spot' | 'usdm',
  [clientId, id, listed]: readonly [clientId: unknown, id: unknown, listed: unknown],
): StreamMessage {
  const symbol = typeof listed === 'string' ? fromVenueSymbol(market, listed) : undefined;
  const name: OrderName = {
    clientId: typeof clientId === 'string' ? withoutLeg(clientId) : undefined,
    venueOrderId: typeof id === 'number' || typeof id === 'string' ? String(id) : undefined,
    linkName: symbol && linkName(symbol, String(id)),
  };
  return { kind: 'orders', orders: [name] };
}

/** Removes the ending that the stop leg of a pair adds to the pair's id. */
function withoutLeg(clientId: string): string {
  return clientId.replace(/-s$/, '');
}
