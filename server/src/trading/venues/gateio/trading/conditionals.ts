import { compareExact, exactly, formatExact } from '../../../../kit/exact.ts';
import { isoTime } from '../../../../kit/isoTime.ts';
import { isInverse } from '../../../model/symbol.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required, sideOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive } from '../../shared/wireFields.ts';
import type { OrderRef, VenueOrderState, VenueOrderStatus } from '../../venuePort.ts';
import { clientIdOf, expirationSeconds } from './clientIds.ts';
import { triggerTypeOf } from './orderTypes.ts';
import { idOf, type Market, textAt, timeMsOf } from './rows.ts';
import { plainState } from './states.ts';
import { baseUnits, sideOfSize, triggeredGuard } from './units.ts';

// Conditional orders rest behind separate endpoints, and a plain order replaces one that triggers.
// To us it is one order, by the id under which it rested.

/** Returns the order that replaced it; the venue gives 0 or nothing before that. */
export function childOf(row: Fields): string | undefined {
  const id = textAt(row, 'trade_id_string', 'trade_id', 'fired_order_id');
  return id === '0' ? undefined : id;
}

/** True when a conditional order was sent with the client id. */
export function isSentAs(row: Fields, { clientId, sent }: SentName): boolean {
  const { initial } = row;
  if (isFields(initial)) return clientIdOf(initial.text) === clientId;
  const [put, trigger] = [part(row, 'put'), part(row, 'trigger')];
  // Two of our orders in 65,536 wait for the same time, so the sent terms have to match as well.
  if (textAt(trigger, 'expiration') !== String(expirationSeconds(clientId))) return false;
  if (!sent) return true;
  return (
    textAt(put, 'side') === sent.side &&
    isEqual(textAt(put, 'amount'), sent.quantity) &&
    isEqual(textAt(trigger, 'price'), sent.stopPrice) &&
    // An order without its own limit has a price that guards it, or none.
    (sent.price === undefined || isEqual(textAt(put, 'price'), sent.price))
  );
}

type SentName = Pick<OrderRef, 'clientId' | 'sent'>;

function isEqual(told: string | undefined, sent: string | undefined): boolean {
  if (told === undefined || sent === undefined) return told === sent;
  return compareExact(exactly(told), exactly(sent)) === 0;
}

/**
 * Returns the resting order, or what has become of it; `fetchChild` reads the one that replaced it.
 */
export async function triggerState(
  call: DialectCall,
  row: Fields,
  context: {
    readonly market: Market;
    /** On spot the venue does not know it. */
    readonly clientId: string | undefined;
    readonly fetchChild: (id: string) => Promise<Fields | undefined>;
  },
): Promise<VenueOrderState> {
  const { market, clientId, fetchChild } = context;
  const before = sleepingState(call, row, { market, clientId });
  const childId = childOf(row);
  if (before.clientId !== undefined) {
    const { clientId: name, venueOrderId } = before;
    call.links.set(venueOrderId, { venueOrderId, clientId: name });
  }
  if (childId === undefined) return before;
  const child = await fetchChild(childId);
  if (!child) return forgotten(call, before);
  const after = await plainState(call, child, market);
  return {
    ...before,
    // Contracts settled in their base are another quantity of it at the price of their fills.
    quantity: isInverse(market.symbol) ? after.quantity : before.quantity,
    status: after.status,
    reason: after.reason,
    filled: after.filled,
    cost: after.cost,
    average: after.average,
    fees: after.fees,
    lastTradeAtMs: after.lastTradeAtMs,
    updatedAtMs: Math.max(before.updatedAtMs, after.updatedAtMs),
  };
}

/** The venue keeps an order that ended without a trade for ten minutes, and any other longer. */
const forgetMs = 600_000;

/** Returns the state of an order whose replacement is not shown: either not yet, or no longer. */
function forgotten({ clock }: DialectCall, before: VenueOrderState): VenueOrderState {
  if (clock.now() - before.updatedAtMs < forgetMs) {
    throw new NoAnswerError('The exchange does not show the order that was set off.');
  }
  return { ...before, status: before.type.endsWith('_limit') ? 'canceled' : 'expired' };
}

function sleepingState(
  call: DialectCall,
  row: Fields,
  { market, clientId }: { readonly market: Market; readonly clientId: string | undefined },
): VenueOrderState {
  const { symbol, marketType } = market;
  const createdAtMs = required(timeMsOf(row, 'ctime', 'create_time'), 'time of an order');
  const terms =
    marketType === 'spot' ? spotTerms(call, row, market) : contractTerms(call, row, market);
  const end = endOf(row);
  return {
    symbol,
    marketType,
    venueOrderId: idOf(row),
    clientId: clientId ?? terms.clientId,
    side: terms.side,
    type: terms.type,
    price: terms.price,
    quantity: terms.quantity,
    stopPrice: readPositive(part(row, 'trigger').price),
    filled: '0',
    average: undefined,
    cost: '0',
    fees: {},
    lastTradeAtMs: undefined,
    status: end.status,
    reason: untilOf(row, { market, createdAtMs }) ?? end.reason,
    createdAtMs,
    updatedAtMs: timeMsOf(row, 'ftime', 'finish_time') ?? createdAtMs,
  };
}

/** Returns until when a waiting spot order waits, since the exchange then ends it by itself. */
function untilOf(
  row: Fields,
  { market, createdAtMs }: { readonly market: Market; readonly createdAtMs: number },
): string | undefined {
  const waitS = readPositive(part(row, 'trigger').expiration);
  const isAsleep = textAt(row, 'status') === 'open' && childOf(row) === undefined;
  if (market.marketType !== 'spot' || waitS === undefined || !isAsleep) return undefined;
  const until = isoTime(createdAtMs + waitS * 1_000);
  return `The exchange lets it wait for its trigger until ${until} at most.`;
}

function spotTerms(call: DialectCall, row: Fields, market: Market) {
  const [put, trigger] = [part(row, 'put'), part(row, 'trigger')];
  const side = sideOf(textAt(put, 'side'));
  const price = required(textAt(put, 'price'), 'price of an order');
  const stopPrice = required(textAt(trigger, 'price'), 'stop price of an order');
  const isGuarded =
    side === 'buy' &&
    textAt(put, 'time_in_force') === 'ioc' &&
    Number(price) === Number(triggeredGuard(call, market, stopPrice));
  const isLimit = textAt(put, 'type') !== 'market' && !isGuarded;
  return {
    clientId: undefined,
    side,
    type: triggerTypeOf(textAt(trigger, 'rule') === '>=', { side, isLimit }),
    price: isLimit ? readPositive(price) : undefined,
    quantity: formatExact(exactly(required(textAt(put, 'amount'), 'quantity of an order'))),
  };
}

function contractTerms(call: DialectCall, row: Fields, market: Market) {
  const [initial, trigger] = [part(row, 'initial'), part(row, 'trigger')];
  const size = required(textAt(initial, 'size'), 'size of an order');
  const side = sideOfSize(size);
  const price = readPositive(initial.price);
  const stopPrice = required(readPositive(trigger.price), 'stop price of an order');
  return {
    clientId: clientIdOf(initial.text),
    side,
    type: triggerTypeOf(textAt(trigger, 'rule') === '1', { side, isLimit: price !== undefined }),
    price,
    quantity: formatExact(baseUnits(call, market, { size, price: price ?? stopPrice })),
  };
}

const statuses: Readonly<Record<string, VenueOrderStatus>> = {
  open: 'open',
  inactive: 'open',
  // It triggered: the order that replaced it decides.
  finish: 'open',
  succeeded: 'open',
  cancelled: 'canceled',
  // Spot has been seen to spell it so.
  canceled: 'canceled',
  invalid: 'canceled',
  expired: 'expired',
  failed: 'rejected',
};

function endOf(row: Fields): Pick<VenueOrderState, 'status' | 'reason'> {
  // On contracts an order is `finished`, and another word tells how.
  const said = textAt(row, 'finish_as', 'status') ?? 'none';
  const status = statuses[said];
  if (!status) throw new NoAnswerError(`The exchange returned an unknown order status: ${said}.`);
  return { status, reason: status === 'rejected' ? textAt(row, 'reason') : undefined };
}

function part(row: Fields, name: string): Fields {
  const value = row[name];
  return isFields(value) ? value : {};
}
