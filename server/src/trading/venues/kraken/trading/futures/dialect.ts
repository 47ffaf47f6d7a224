import type { MarketType } from '../../../../model/order.ts';
import { isFields } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/live/dialect.ts';
import { balancesOf, isClientId } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { krakenFuturesListing } from '../../marketData/futures/listing.ts';
import { toUuid } from '../clientIds.ts';
import { futuresAddresses, keyFacts, signedPaths, venueTime } from './account.ts';
import { krakenFuturesSwitch } from './deadMansSwitch.ts';
import { krakenFuturesErrors } from './errors.ts';
import { futuresFills } from './fills.ts';
import { krakenFuturesLimits } from './limits.ts';
import { futuresMany, lookUpOne } from './lookup.ts';
import { futuresPerps } from './perps.ts';
import { productTypeOf, symbolOfProduct } from './products.ts';
import { fromOpenOrder } from './rows.ts';
import { futuresDeadlineMs, sendFuturesOrder, stampFuturesOrder } from './sending.ts';
import { toStates } from './states.ts';
import { futuresTransfers } from './transfers.ts';
import { krakenFuturesStreams } from './userStreams.ts';

const marketTypes: readonly MarketType[] = ['swap', 'future'];

/** Perpetuals and dated futures in US dollars, with a separate class and credential. */
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
  // Looking up an order with more than a page of fills costs 29 of the 500 of ten seconds.
  pollGapMs: 1_000,
  estimatesFees: true,
  words: krakenFuturesErrors,
  takenWithinMs: () => futuresDeadlineMs,
  async submit(call, order) {
    await sendFuturesOrder(call, order);
    return undefined;
  },
  async cancel({ client }, { symbol, clientId }) {
    if (isClientId(clientId)) {
      await client.cancelOrder(undefined, symbol, { cliOrdId: toUuid(clientId) });
    } else await client.cancelOrder(clientId, symbol, {});
  },
  lookup: lookUpOne,
  lookupMany: futuresMany,
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
  provesEnds: true,
  fills: futuresFills,
};
