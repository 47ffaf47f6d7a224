import type { MarketType } from '../../../model/order.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { isFields } from '../../shared/json.ts';
import type { CcxtClient, CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { Dialect, DialectCall } from '../../shared/live/dialect.ts';
import { balancesOf } from '../../shared/live/shapes.ts';
import { noteTaken } from '../../shared/live/taken.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef } from '../../venuePort.ts';
import { krakenLimits } from '../limits.ts';
import { krakenSpotListing } from '../listing.ts';
import { fromVenue } from './clientIds.ts';
import { krakenAccountFees } from './fees.ts';
import { signAsJson } from './jsonRequests.ts';
import { spotKeyFacts, spotTime } from './spotAccount.ts';
import { eachFill, spotFills } from './spotFills.ts';
import { sendSpotOrder, stampSpotOrder } from './spotOrders.ts';
import { fromReports, untilEnded } from './spotReports.ts';
import { type SpotOrder, spotStates } from './spotStates.ts';
import { krakenSpotStreams } from './spotStreams.ts';
import { krakenSpotSwitch } from './spotSwitch.ts';
import { spotTransfers } from './spotTransfers.ts';
import { krakenSpotWords } from './spotWords.ts';

const marketTypes: readonly MarketType[] = ['spot'];

/**
 * The lowest tier has fifteen calls in 45 seconds. Polls take six of them: one is a call as long as
 * nothing fills.
 */
const pollGapMs = 7_500;

/** Longer than between two comparisons, which cost one call for all orders. */
const auditMs = 90_000;

/** Spot, with a class and a credential of its own. */
export const krakenSpotDialect: Dialect = {
  ccxtClass: 'kraken',
  marketTypes,
  credential: 'main',
  listing: krakenSpotListing,
  isOrdered: true,
  signOtherwise: signAsJson,
  stamp: stampSpotOrder,
  limits: krakenLimits,
  options: {},
  userStreams: krakenSpotStreams,
  pollGapMs,
  auditMs,
  words: krakenSpotWords,
  async submit(call, order) {
    // By its id an order is found at once and for one call; the lists come later and cost more.
    noteTaken(call, order, (await sendSpotOrder(call, order)).id);
    return undefined;
  },
  async cancel(call, ref) {
    await call.client.cancelOrder(undefined, ref.symbol, { clientOrderId: ref.clientId });
    await untilEnded(call, ref);
  },
  async lookup(call, ref) {
    const reported = await fromReports(call, ref);
    if (reported) return reported;
    const order = await find(call, ref);
    const [state] = order ? await spotStates(call, [{ order, symbol: ref.symbol }]) : [];
    return state;
  },
  async openOrders(call, _, symbol) {
    const open = await withEachTrade(call, await list(call, 'open', {}));
    const orders = open.toReversed().flatMap((order): SpotOrder[] => {
      const own = order.symbol === undefined ? undefined : parseSymbol(order.symbol);
      return own && (symbol ?? own) === own ? [{ order, symbol: own }] : [];
    });
    const states = await spotStates(call, orders);
    // One may have ended between two answers: what is not open is looked up by itself.
    const resting = states.filter(({ status }) => status === 'open');
    return resting.sort((a, b) => a.createdAtMs - b.createdAtMs);
  },
  async balances({ client }) {
    return balancesOf(await client.fetchBalance({}));
  },
  time: spotTime,
  deadMansSwitch: krakenSpotSwitch,
  fees: krakenAccountFees,
  transfers: spotTransfers,
  keyFacts: spotKeyFacts,
  listsAllFills: true,
  fills: spotFills,
};

/** By the venue's id where it is known, else by ours among the open and then the ended ones. */
async function find(call: DialectCall, ref: OrderRef): Promise<CcxtOrder | undefined> {
  const { clientId, venueOrderId, symbol } = ref;
  if (venueOrderId !== undefined) return call.client.fetchOrder(venueOrderId, symbol, eachFill);
  // Whatever the venue makes of the question, only an order with our id is ours.
  const isOurs = ({ info }: CcxtOrder) => fromVenue(info.cl_ord_id) === clientId;
  const told = call.links.get(clientId)?.venueOrderId;
  if (told !== undefined) {
    const order = await call.client.fetchOrder(told, symbol, eachFill);
    return isOurs(order) ? order : undefined;
  }
  const asked = { cl_ord_id: clientId };
  const [open] = await withEachTrade(call, (await list(call, 'open', asked)).filter(isOurs));
  if (open) return open;
  return (await list(call, 'closed', { ...asked, ...eachFill })).find(isOurs);
}

/** Orders in one request of QueryOrders, which is the most the venue takes. */
const idsMax = 50;

/** The list of open orders may show what was taken at once as one trade, and has no word for it. */
async function withEachTrade(
  { client }: DialectCall,
  orders: readonly CcxtOrder[],
): Promise<readonly CcxtOrder[]> {
  const ids = orders.flatMap(({ id, filled = 0 }) => (filled > 0 && id !== undefined ? [id] : []));
  const asked = new Map<string | undefined, CcxtOrder>();
  for (let from = 0; from < ids.length; from += idsMax) {
    const txid = ids.slice(from, from + idsMax).join(',');
    const params = { txid, trades: 'true', ...eachFill };
    const answer = await client.request('QueryOrders', 'private', 'POST', params);
    for (const order of ordersIn(client, valueAt(answer, 'result'))) asked.set(order.id, order);
  }
  return orders.map((order) => asked.get(order.id) ?? order);
}

/** Open orders are all in one answer, ended ones in pages; the newest come first. */
async function list(
  { client }: DialectCall,
  kind: 'open' | 'closed',
  params: Readonly<Record<string, string>>,
): Promise<readonly CcxtOrder[]> {
  const path = kind === 'open' ? 'OpenOrders' : 'ClosedOrders';
  const asked = { trades: 'true', ...params };
  const answer = await client.request(path, 'private', 'POST', asked);
  return ordersIn(client, valueAt(answer, 'result', kind));
}

/** An object with a field for each order. */
function ordersIn(client: CcxtClient, rows: unknown): CcxtOrder[] {
  if (!isFields(rows)) throw new NoAnswerError('The exchange gave no list of orders.');
  return Object.entries(rows).flatMap(([id, row]) =>
    isFields(row) ? [client.parseOrder({ id, ...row }, undefined)] : [],
  );
}
