import type { MarketType } from '../../../model/order.ts';
import { isFields } from '../../shared/json.ts';
import type { Dialect, DialectCall } from '../../shared/live/dialect.ts';
import { balancesOf, isClientId } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef } from '../../venuePort.ts';
import { krakenFuturesLimits } from '../limits.ts';
import { krakenFuturesListing } from '../listing.ts';
import { fromVenue, toUuid } from './clientIds.ts';
import { futuresAddresses, keyFacts, signedPaths, venueTime } from './futuresAccount.ts';
import { futuresFills } from './futuresFills.ts';
import { fromHistories } from './futuresHistory.ts';
import { sendFuturesOrder, stampFuturesOrder } from './futuresOrders.ts';
import {
  type FuturesRecord,
  fromOpenOrder,
  fromStatus,
  isStatus,
  wentOff,
} from './futuresRecords.ts';
import { requireListed, toStates } from './futuresStates.ts';
import { krakenFuturesStreams } from './futuresStreams.ts';
import { krakenFuturesSwitch } from './futuresSwitch.ts';
import { futuresTransfers } from './futuresTransfers.ts';
import { krakenFuturesWords } from './futuresWords.ts';
import { futuresPerps } from './perps.ts';
import { productTypeOf, symbolOfProduct } from './products.ts';

const marketTypes: readonly MarketType[] = ['swap', 'future'];

/** Perpetuals and dated futures in US dollars, with a class and a credential of their own. */
export const krakenFuturesDialect: Dialect = {
  ccxtClass: 'krakenfutures',
  marketTypes,
  credential: 'futures',
  listing: krakenFuturesListing,
  limits: krakenFuturesLimits,
  options: { access: signedPaths },
  stamp: stampFuturesOrder,
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
    if (isClientId(clientId)) {
      await client.cancelOrder(undefined, symbol, { cliOrdId: toUuid(clientId) });
    } else await client.cancelOrder(clientId, symbol, {});
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
      const own = symbolOfProduct(row.symbol);
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
  const asked = isClientId(clientId) ? { cliOrdIds: toUuid(clientId) } : { orderIds: clientId };
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
  // Of an order that is not stored both are the name that the caller gave.
  const isKnown = venueOrderId !== undefined && venueOrderId !== clientId;
  if (!isKnown || venueOrderId === id || links.get(id)) return;
  links.set(id, { venueOrderId, clientId });
}
