import { compareExact, exactly, formatExact, multiplyExact } from '../../../../kit/exact.ts';
import type { MarketType } from '../../../model/order.ts';
import { isFields } from '../../shared/json.ts';
import type { Dialect, DialectCall } from '../../shared/live/dialect.ts';
import { endedBy, fillSlackMs } from '../../shared/live/fillWindow.ts';
import { balancesOf, type FillSums, sumsOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef, VenueFill, VenueOrderState } from '../../venuePort.ts';
import { krakenFuturesLimits } from '../limits.ts';
import { krakenFuturesListing } from '../listing.ts';
import { fromVenue, toUuid } from './clientIds.ts';
import { futuresAddresses, keyFacts, signedPaths, venueTime } from './futuresAccount.ts';
import { type FillsAsked, type FillsRead, futuresFills, readFills } from './futuresFills.ts';
import { fromHistories } from './futuresHistory.ts';
import { sendFuturesOrder } from './futuresOrders.ts';
import {
  type FuturesRecord,
  fromOpenOrder,
  fromStatus,
  isStatus,
  wentOff,
} from './futuresRecords.ts';
import { krakenFuturesStreams } from './futuresStreams.ts';
import { krakenFuturesSwitch } from './futuresSwitch.ts';
import { futuresTransfers } from './futuresTransfers.ts';
import { krakenFuturesWords } from './futuresWords.ts';
import { futuresPerps } from './perps.ts';
import { linearSymbolOf, productTypeOf } from './products.ts';

const marketTypes: readonly MarketType[] = ['swap', 'future'];

/** Perpetuals and dated futures in US dollars, with a class and a credential of their own. */
export const krakenFuturesDialect: Dialect = {
  ccxtClass: 'krakenfutures',
  marketTypes,
  credential: 'futures',
  listing: krakenFuturesListing,
  limits: krakenFuturesLimits,
  options: { access: signedPaths },
  addresses: futuresAddresses,
  userStreams: krakenFuturesStreams,
  // A look at an order with more than a page of fills costs 29 of the 500 of ten seconds.
  pollGapMs: 1_000,
  estimatesFees: true,
  words: krakenFuturesWords,
  async submit(call, order) {
    await sendFuturesOrder(call, order);
    return undefined;
  },
  async cancel({ client }, { symbol, clientId }) {
    await client.cancelOrder(undefined, symbol, { cliOrdId: toUuid(clientId) });
  },
  async lookup(call, ref) {
    const status = await fromStatuses(call, ref);
    const record = status ?? (await fromHistories(call, ref));
    if (!record) return undefined;
    linkTo(call, record, ref);
    const [state] = await toStates(call, [{ ...ref, record }]);
    if (state && !status) requireListed(call, state);
    return state;
  },
  async openOrders(call, marketType, symbol) {
    const answer = await call.client.request('openorders', 'private', 'GET', {});
    const rows = valueAt(answer, 'openOrders');
    if (!Array.isArray(rows)) throw new NoAnswerError('The exchange gave no list of orders.');
    const open = rows.filter(isFields).flatMap((row) => {
      const own = linearSymbolOf(row.symbol);
      const isMeant = own && productTypeOf(own) === marketType && (symbol ?? own) === own;
      return isMeant ? [{ symbol: own, marketType, record: fromOpenOrder(row) }] : [];
    });
    return toStates(call, open);
  },
  async balances({ client }) {
    return balancesOf(await client.fetchBalance({ type: 'flex' }));
  },
  deadMansSwitch: krakenFuturesSwitch,
  perps: futuresPerps,
  transfers: futuresTransfers,
  time: venueTime,
  keyFacts,
  listsAllFills: true,
  fills: futuresFills,
};

/**
 * A trigger that went off and the order that took its place may both be there, under one client
 * id: then the trigger tells what was sent, and the order what became of it.
 */
async function fromStatuses(
  { client, links }: DialectCall,
  { clientId, venueOrderId }: OrderRef,
): Promise<FuturesRecord | undefined> {
  const asked = { cliOrdIds: toUuid(clientId) };
  const rows = valueAt(await client.request('orders/status', 'private', 'GET', asked), 'orders');
  if (!Array.isArray(rows)) throw new NoAnswerError('The exchange gave no list of orders.');
  const records = rows.flatMap((row) => {
    if (!isFields(row) || !isFields(row.order) || !isStatus(row)) return [];
    const { cliOrdId, orderId } = row.order;
    const isOurs = fromVenue(cliOrdId) === clientId || orderId === venueOrderId;
    const isTrigger = row.order.type === 'TRIGGER_ORDER';
    return isOurs ? [{ row, isTrigger, record: fromStatus(row) }] : [];
  });
  const trigger = records.find(({ isTrigger }) => isTrigger);
  const order = records.find(({ isTrigger }) => !isTrigger)?.record;
  if (!trigger) return order;
  // Its end is not the order's: what took its place has to be found.
  if (!order) return wentOff(trigger.row) ? undefined : trigger.record;
  const { id, type, stopPrice, price } = trigger.record;
  links.set(order.id, { venueOrderId: id, clientId });
  return { ...order, type, stopPrice, price };
}

/** What bears our client id under another id took the place of the order that we know. */
function linkTo({ links }: DialectCall, { id }: FuturesRecord, ref: OrderRef): void {
  const { clientId, venueOrderId } = ref;
  if (venueOrderId === undefined || venueOrderId === id || links.get(id)) return;
  links.set(id, { venueOrderId, clientId });
}

type Known = Pick<VenueOrderState, 'symbol' | 'marketType'> & { readonly record: FuturesRecord };

/** Fills are listed this long after their order at the most. */
const listedMsMax = 5_000;

/**
 * The history tells an order that takes at once as it was placed, and what it then took may follow:
 * that it found nothing is believed once its fills would be listed.
 */
function requireListed({ clock }: DialectCall, state: VenueOrderState): void {
  const isEmpty = state.status === 'expired' && state.filled === '0';
  if (isEmpty && clock.now() - state.updatedAtMs < listedMsMax) throw new NoAnswerError(notListed);
}

const notListed = 'The exchange does not list all fills of an order yet.';

/**
 * With what the fills of the orders cost, which no list of orders tells. Fills are asked for of
 * each order that was taken and is over, also where its record says that nothing filled.
 */
async function toStates(call: DialectCall, known: readonly Known[]): Promise<VenueOrderState[]> {
  const asked = known.map(({ record }) => record).filter(isAskedFor);
  const read =
    asked.length === 0
      ? { fills: [], isWhole: true }
      : await readFills(call, windowOf(call, asked));
  call.heard(read.fills.filter((fill) => asked.some((record) => isOf(call, record, fill))));
  return known.map(({ symbol, marketType, record }) => {
    const { id, createdAtMs, updatedAtMs, clientId, ...told } = record;
    const sums = sumsFor(call, record, read);
    const venueOrderId = wholeIdOf(call, record);
    return {
      ...{ symbol, marketType, clientId, venueOrderId, ...told, ...sums },
      ...endedBy(told, { quantity: told.quantity, filled: sums.filled }),
      createdAtMs,
      updatedAtMs: Math.max(updatedAtMs, sums.lastTradeAtMs ?? 0),
    };
  });
}

function isAskedFor({ status, filled }: FuturesRecord): boolean {
  return Number(filled) > 0 || (status !== 'open' && status !== 'rejected');
}

/** An order of which nothing filled for so long is asked for no longer ago: its record counts. */
const lifeMsMax = 600_000;

/** Until all fills that are told of have been read, and beyond where there may be more of them. */
function windowOf(call: DialectCall, asked: readonly FuturesRecord[]): FillsAsked {
  const starts = asked.map(({ filled, createdAtMs, updatedAtMs }) =>
    Number(filled) > 0 ? createdAtMs : Math.max(createdAtMs, updatedAtMs - lifeMsMax),
  );
  const ends = asked.map(({ status, updatedAtMs }) =>
    status === 'open' ? Number.POSITIVE_INFINITY : updatedAtMs,
  );
  const untilMs = Math.max(...ends) + fillSlackMs;
  return {
    sinceMs: Math.min(...starts) - fillSlackMs,
    // The newest fills are a tenth of the price of any other.
    untilMs: call.clock.now() - untilMs > lifeMsMax ? untilMs : undefined,
    isEnough: (fills, isShort) =>
      asked.every((record) => (isShort || isSettled(record)) && hasAll(call, record, fills)),
  };
}

/** True where no more can have filled than is told: all of it, or so far. */
function isSettled({ status, quantity, filled }: FuturesRecord): boolean {
  return status === 'open' || compareExact(exactly(filled), exactly(quantity)) >= 0;
}

function sumsFor(
  call: DialectCall,
  record: FuturesRecord,
  { fills, isWhole: isRead }: FillsRead,
): FillSums {
  if (hasAll(call, record, fills)) {
    return sumsOf(fills.filter((fill) => isOf(call, record, fill)));
  }
  const { filled, price } = record;
  if (isRead || price === undefined) throw new NoAnswerError(notListed);
  // So long ago that thousands of fills came after: what rested then filled at its own price.
  const cost = formatExact(multiplyExact(exactly(filled), exactly(price)));
  return { filled, cost, average: price, fees: {}, lastTradeAtMs: undefined };
}

/** True once the fills that were read are all that the record tells of, or more. */
function hasAll(call: DialectCall, record: FuturesRecord, fills: readonly VenueFill[]): boolean {
  const own = fills.filter((fill) => isOf(call, record, fill));
  return compareExact(exactly(sumsOf(own).filled), exactly(record.filled)) >= 0;
}

/** Fills are told under the id that the order has for us. */
function isOf(call: DialectCall, record: FuturesRecord, { venueOrderId }: VenueFill): boolean {
  return venueOrderId === wholeIdOf(call, record);
}

function wholeIdOf({ links }: DialectCall, { id }: FuturesRecord): string {
  return links.get(id)?.venueOrderId ?? id;
}
