import { type Fields, isFields, parseJson } from '../../../shared/json.ts';
import { required } from '../../../shared/live/shapes.ts';
import type {
  OrderName,
  StreamMessage,
  UserStream,
  UserStreamCall,
} from '../../../shared/live/userStreams.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { fromVenue } from '../clientIds.ts';
import { type ExecutionsSubscribe, streamToken } from './endpoints.ts';
import { executionsStream } from './reports.ts';

const other: StreamMessage = { kind: 'other' };
/** The venue ends a connection without traffic after about a minute. */
const pingMs = 30_000;

/**
 * Version 2 over a separate host. The token is valid for fifteen minutes and one subscription, and
 * lasts as long as that does: nothing is renewed.
 */
const executions: UserStream = {
  name: executionsStream,
  marketTypes: ['spot'],
  async prepare(call) {
    const token = await askToken(call);
    return {
      url: 'wss://ws-auth.kraken.com/v2',
      hello: () => [subscribeText(token)],
      read: (text) => read(text, call),
      ping: { everyMs: pingMs, text: () => JSON.stringify({ method: 'ping' }) },
    };
  },
};

export const krakenSpotStreams: readonly UserStream[] = [executions];

async function askToken({ client }: UserStreamCall): Promise<string> {
  const answer = await streamToken(client, {});
  const token = valueAt(answer, 'result', 'token');
  return required(
    typeof token === 'string' && token !== '' ? token : undefined,
    'token of the stream',
  );
}

/** Snapshots are left out: open orders and fills are looked up anyway once the stream is live. */
function subscribeText(token: string): string {
  const message: ExecutionsSubscribe = {
    method: 'subscribe',
    params: {
      channel: 'executions',
      snap_orders: false,
      snap_trades: false,
      token,
    },
  };
  return JSON.stringify(message);
}

function read(text: string, call: UserStreamCall): StreamMessage {
  const message = parseJson(text);
  if (!isFields(message)) return other;
  if (message.channel === 'executions') return readExecutions(message.data, call);
  // The refusal of an unreadable message does not name its method.
  if (message.success === false && message.method !== 'ping') {
    return { kind: 'over', reason: `The exchange refused the stream: ${message.error}` };
  }
  const isSubscribed = message.method === 'subscribe' && message.success === true;
  return isSubscribed && valueAt(message, 'result', 'channel') === 'executions'
    ? { kind: 'ready' }
    : other;
}

function readExecutions(rows: unknown, { told: orders }: UserStreamCall): StreamMessage {
  const reports = Array.isArray(rows) ? rows.filter(isFields) : [];
  for (const report of reports) {
    for (const name of nameOf(report)) orders?.note(name, report);
  }
  const named = reports.filter(isNews).flatMap(nameOf);
  return named.length === 0 ? other : { kind: 'orders', orders: named };
}

/**
 * False for the reports that an order was accepted and then rests, which its sender already knows.
 */
function isNews({ exec_type: kind }: Fields): boolean {
  return kind !== 'pending_new' && kind !== 'new';
}

function nameOf({ order_id: id, cl_ord_id: name }: Fields): OrderName[] {
  const clientId = fromVenue(name);
  const venueOrderId = typeof id === 'string' && id !== '' ? id : undefined;
  return clientId === undefined && venueOrderId === undefined ? [] : [{ clientId, venueOrderId }];
}
