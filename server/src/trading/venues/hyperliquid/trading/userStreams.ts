import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import { required } from '../../shared/live/shapes.ts';
import type {
  OrderName,
  PreparedStream,
  StreamMessage,
  UserStream,
} from '../../shared/live/userStreams.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { fromCloid } from './client.ts';

const other: StreamMessage = { kind: 'other' };
/** The venue cuts a connection over which it sent nothing for 60 seconds. */
const pingMs = 20_000;

/** Statuses, and executions: the status does not report partial fills. */
const subscriptions = ['orderUpdates', 'userFills'] as const;

/** One connection without a login: any client that names an account receives its messages. */
const orders: UserStream = {
  name: 'orders',
  marketTypes: ['swap', 'future'],
  async prepare({ credentials }) {
    const address = credentials.vaultAddress ?? credentials.walletAddress;
    const user = required(address?.reveal(), 'address of the account').toLowerCase();
    const awaited = new Set<unknown>(subscriptions);
    return {
      url: 'wss://api.hyperliquid.xyz/ws',
      hello: () =>
        subscriptions.map((type) =>
          JSON.stringify({ method: 'subscribe', subscription: { type, user } }),
        ),
      read: (text) => read(text, awaited),
      ping: { everyMs: pingMs, text: () => JSON.stringify({ method: 'ping' }) },
    } satisfies PreparedStream;
  },
};

export const hyperliquidUserStreams: readonly UserStream[] = [orders];

/** @param awaited Subscriptions that are not confirmed yet. */
function read(text: string, awaited: Set<unknown>): StreamMessage {
  const message = parseJson(text);
  if (!isFields(message)) return other;
  const { channel, data } = message;
  switch (channel) {
    case 'subscriptionResponse':
      awaited.delete(valueAt(data, 'subscription', 'type'));
      return awaited.size === 0 ? { kind: 'ready' } : other;
    case 'orderUpdates':
      return named(recordsOf(data).filter(isNews).map(orderOf));
    case 'userFills':
      // It begins with what was there before.
      if (valueAt(data, 'isSnapshot') === true) return other;
      return named(recordsOf(valueAt(data, 'fills')));
    case 'error':
      return { kind: 'over', reason: `The exchange refused the stream: ${sentenceOf(data)}` };
    default:
      return other;
  }
}

/** Removes the request that its text repeats, with the address of the account. */
function sentenceOf(data: unknown): string {
  return String(data).replace(/[:\s]*\{.*$/s, '');
}

function recordsOf(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : [];
}

function orderOf({ order }: Fields): Fields {
  return isFields(order) ? order : {};
}

/** False for the report that an order was taken, which its sender already knows. */
function isNews(update: Fields): boolean {
  const { sz, origSz } = orderOf(update);
  return update.status !== 'open' || Number(sz) !== Number(origSz);
}

/** Returns the names of the orders in records, which are orders or executions. */
function named(records: readonly Fields[]): StreamMessage {
  const names = records.filter(isOurMarket).map(
    ({ cloid, oid }): OrderName => ({
      clientId: fromCloid(cloid),
      venueOrderId: typeof oid === 'number' ? String(oid) : undefined,
    }),
  );
  return names.length === 0 ? other : { kind: 'orders', orders: names };
}

/** Spot (`@107`, `PURR/USDC`) and the builders' exchanges (`xyz:TSLA`) are not traded. */
function isOurMarket({ coin }: Fields): boolean {
  return typeof coin === 'string' && !/[@:/]/.test(coin);
}
