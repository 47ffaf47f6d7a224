import type { MarketType } from '../../../model/order.ts';
import { parseSymbol, symbolParts } from '../../../model/symbol.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { Dialect } from '../../shared/live/dialect.ts';
import { hyperliquidListing } from '../marketData/listing.ts';
import { checkKey, keyFacts, signerOf, venueTime } from './account.ts';
import { marginBalances } from './balances.ts';
import { toCloid } from './client.ts';
import { hyperliquidErrors } from './errors.ts';
import { hyperliquidAccountFees } from './fees.ts';
import { executionsFrom, type Market } from './fills.ts';
import { hyperliquidLimits } from './limits.ts';
import { hyperliquidPerps } from './perps.ts';
import { expiresMs, sendCancel, sendOrder, signOrder } from './sending.ts';
import { stateOf, statesOf } from './states.ts';
import { hyperliquidUserStreams } from './userStreams.ts';

/** Perpetuals. There are no dated futures, so none of those is ever open. */
export const hyperliquidDialect: Dialect = {
  ccxtClass: 'hyperliquid',
  marketTypes: ['swap', 'future'],
  credential: 'main',
  listing: hyperliquidListing,
  limits: hyperliquidLimits,
  comparisonCosts: { all: { quiet: 24, trading: 108 } },
  stamp: signOrder,
  signerOf,
  options: {
    // No fee for ccxt on any order, no approval of one, and no referral.
    builderFee: false,
    approvedBuilderFee: false,
    refSet: true,
  },
  userStreams: hyperliquidUserStreams,
  // Without a stream a look-up weighs 23 of what reads may take in a minute, with one it weighs 2.
  pollGapMs: 5_000,
  // Comparisons report all open orders each minute.
  auditMs: 90_000,
  words: hyperliquidErrors,
  takenWithinMs: () => expiresMs,
  submit: sendOrder,
  cancel: sendCancel,
  async lookup(call, { clientId, symbol, marketType, unchanged }) {
    const named = { clientOrderId: toCloid(clientId) };
    const order = await call.client.fetchOrder(undefined, symbol, named);
    // Only the executions give the fills of a resting order, at ten times the weight.
    if (unchanged && order.info.status === 'open') return unchanged;
    return stateOf(call, { order, market: { symbol, marketType } });
  },
  async openOrders(call, marketType, symbol) {
    if (marketType !== 'swap') return [];
    const orders = await call.client.fetchOpenOrders(symbol, undefined, undefined, {});
    const all = orders.flatMap((order) => {
      const market = marketOf(order, marketType);
      return market ? [{ order, market }] : [];
    });
    const states = await statesOf(call, all);
    return states.toSorted(
      (a, b) => a.createdAtMs - b.createdAtMs || Number(a.venueOrderId) - Number(b.venueOrderId),
    );
  },
  balances: marginBalances,
  perps: hyperliquidPerps,
  fees: hyperliquidAccountFees,
  time: venueTime,
  checkKey,
  keyFacts,
  listsAllFills: true,
  tellsFillsLater: true,
  provesEnds: true,
  async fills(call, { marketType, symbol, also = [], sinceMs, limit }) {
    if (marketType !== 'swap') return [];
    const asked = { marketType, symbols: [symbol, ...also], sinceMs };
    const isEnough = ({ length }: { readonly length: number }) => length >= limit;
    const fills = await executionsFrom(call, asked, isEnough);
    return fills.slice(0, limit);
  },
};

/** Returns undefined for spot and the builders' exchanges, which are listed with the rest. */
function marketOf({ symbol: name }: CcxtOrder, marketType: MarketType): Market | undefined {
  const symbol = name === undefined ? undefined : parseSymbol(name);
  if (!symbol || symbolParts(symbol).settle === undefined) return undefined;
  return { symbol, marketType };
}
