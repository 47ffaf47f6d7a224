import type { CcxtTrade } from '../../shared/live/ccxtClient.ts';
import type { Dialect } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import type { NoFields } from '../../shared/live/endpoint.ts';
import { byPlace, sequenceOf } from '../../shared/live/shapes.ts';
import type { VenueFill } from '../../venuePort.ts';
import { tradeFill } from './contracts.ts';
import { linkName } from './marginTypes.ts';

/** Longest window of a list of trades: a day on spot, a week on contracts. */
const windowMs = { spot: 24 * 3_600_000, contract: 7 * 24 * 3_600_000 } as const;
/** Maximum number of trades in one answer. */
const tradesMax = 1_000;
/**
 * Number of windows that are read one by one. When there are more, the newest trades are requested
 * first, which may be all: three months of days would take the weight of a whole minute.
 */
const windowsMax = 7;

const ofAllOrders = encodeRequest<NoFields>({});

/** Oldest first; the venue lists them in windows, and the newest of them without one. */
export const binanceFills: Dialect['fills'] = async (call, query) => {
  const { client, clock, links } = call;
  const { marketType, symbol, sinceMs, limit } = query;
  const window = marketType === 'spot' ? windowMs.spot : windowMs.contract;
  const context = { symbol, marketType, clientId: undefined };
  const toFill = (trade: CcxtTrade): VenueFill => ({
    ...tradeFill(call, trade, context),
    ...links.get(linkName(symbol, trade.order ?? '')),
    ...sequenceOf(trade.id),
  });
  // A list of contracts without a time covers the last week, whatever there is before it.
  if (marketType === 'spot' && clock.now() - sinceMs > windowsMax * window) {
    const trades = await client.fetchMyTrades(symbol, undefined, tradesMax, ofAllOrders);
    const newest = trades.map(toFill);
    const isWhole = newest.length < tradesMax || newest.some(({ atMs }) => atMs < sinceMs);
    if (isWhole)
      return newest
        .filter(({ atMs }) => atMs >= sinceMs)
        .sort(byPlace)
        .slice(0, limit);
  }
  const fills: VenueFill[] = [];
  // A window with few trades says nothing about the next; only fewer than requested are all.
  for (let fromMs = sinceMs; fromMs <= clock.now() && fills.length < limit; fromMs += window) {
    const trades = await client.fetchMyTrades(symbol, fromMs, limit - fills.length, ofAllOrders);
    fills.push(...trades.map(toFill).sort(byPlace));
  }
  return fills;
};
