import type { MarketType } from '../../../../model/order.ts';
import { parseSymbol } from '../../../../model/symbol.ts';
import type { CcxtOrder } from '../../../shared/live/ccxtClient.ts';
import type { Dialect, DialectCall } from '../../../shared/live/dialect.ts';
import { balancesOf } from '../../../shared/live/shapes.ts';
import { noteTaken } from '../../../shared/live/taken.ts';
import type { OrderRef } from '../../../venuePort.ts';
import { krakenSpotListing } from '../../marketData/spot/listing.ts';
import { fromVenue } from '../clientIds.ts';
import { spotKeyFacts, spotTime } from './account.ts';
import { krakenSpotSwitch } from './deadMansSwitch.ts';
import { krakenSpotErrors } from './errors.ts';
import { krakenAccountFees } from './fees.ts';
import { eachFill, spotFills } from './fills.ts';
import { signAsJson } from './jsonRequests.ts';
import { krakenSpotLimits } from './limits.ts';
import { createSpotMany } from './lookup.ts';
import { listOrders, withEachTrade } from './orderLists.ts';
import { fromReports, untilEnded } from './reports.ts';
import { sendSpotOrder, spotDeadlineMs, stampSpotOrder } from './sending.ts';
import { type SpotOrder, spotStates } from './states.ts';
import { spotTransfers } from './transfers.ts';
import { krakenSpotStreams } from './userStreams.ts';

const marketTypes: readonly MarketType[] = ['spot'];

/**
 * The lowest tier has fifteen calls in 45 seconds. Polls take six of them: a poll is one call as
 * long as nothing fills.
 */
const pollGapMs = 7_500;

/** Longer than between two comparisons, which cost one call for all orders. */
const auditMs = 90_000;

/** Spot, with a separate class and credential. */
export const krakenSpotDialect: Dialect = {
  ccxtClass: 'kraken',
  marketTypes,
  credential: 'main',
  listing: krakenSpotListing,
  isOrdered: true,
  signOtherwise: signAsJson,
  stamp: stampSpotOrder,
  limits: krakenSpotLimits,
  options: {},
  userStreams: krakenSpotStreams,
  pollGapMs,
  auditMs,
  words: krakenSpotErrors,
  takenWithinMs: () => spotDeadlineMs,
  async submit(call, order) {
    // By its id an order is found at once with one call; the lists come later and cost more.
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
  lookupMany: createSpotMany(),
  async openOrders(call, _, symbol) {
    const open = await withEachTrade(call, await listOrders(call, 'open', {}));
    const orders = open.toReversed().flatMap((order): SpotOrder[] => {
      const own = order.symbol === undefined ? undefined : parseSymbol(order.symbol);
      return own && (symbol ?? own) === own ? [{ order, symbol: own }] : [];
    });
    const states = await spotStates(call, orders);
    // One may have ended between two answers, so orders that are not open are looked up separately.
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

/**
 * Finds an order by the venue's id when it is known, else by ours among the open and then the ended
 * ones.
 */
async function find(call: DialectCall, ref: OrderRef): Promise<CcxtOrder | undefined> {
  const { clientId, venueOrderId, symbol } = ref;
  if (venueOrderId !== undefined) return call.client.fetchOrder(venueOrderId, symbol, eachFill);
  // However the venue reads the request, only an order with our id is ours.
  const isOurs = ({ info }: CcxtOrder) => fromVenue(info.cl_ord_id) === clientId;
  const told = call.links.get(clientId)?.venueOrderId;
  if (told !== undefined) {
    const order = await call.client.fetchOrder(told, symbol, eachFill);
    return isOurs(order) ? order : undefined;
  }
  const asked = { cl_ord_id: clientId };
  const [open] = await withEachTrade(call, (await listOrders(call, 'open', asked)).filter(isOurs));
  if (open) return open;
  return (await listOrders(call, 'closed', { ...asked, ...eachFill })).find(isOurs);
}
