import type { MarketType } from '../../../model/order.ts';
import { isFields } from '../../shared/json.ts';
import type { Dialect } from '../../shared/live/dialect.ts';
import { balancesOf, isClientId } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { krakenFuturesLimits } from '../limits.ts';
import { krakenFuturesListing } from '../listing.ts';
import { toUuid } from './clientIds.ts';
import { futuresAddresses, keyFacts, signedPaths, venueTime } from './futuresAccount.ts';
import { futuresFills } from './futuresFills.ts';
import { futuresMany, lookUpOne } from './futuresLookups.ts';
import { futuresDeadlineMs, sendFuturesOrder, stampFuturesOrder } from './futuresOrders.ts';
import { fromOpenOrder } from './futuresRecords.ts';
import { toStates } from './futuresStates.ts';
import { krakenFuturesStreams } from './futuresStreams.ts';
import { krakenFuturesSwitch } from './futuresSwitch.ts';
import { futuresTransfers } from './futuresTransfers.ts';
import { krakenFuturesWords } from './futuresWords.ts';
import { futuresPerps } from './perps.ts';
import { productTypeOf, symbolOfProduct } from './products.ts';

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
  words: krakenFuturesWords,
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
