import type { ListedMarket } from '../../../marketPort.ts';
import type { Fields } from '../../../shared/json.ts';
import type { CcxtMarket, VenueListing } from '../../../shared/venueListing.ts';
import {
  namedRows,
  product,
  readPositive,
  readVolume,
  valueAt,
} from '../../../shared/wireFields.ts';

export const krakenFuturesListing: VenueListing = {
  ccxtClass: 'krakenfutures',
  marketQueries: [{}],
  correct: correctFuture,
  tickerQueries: [
    {
      path: 'tickers',
      api: 'public',
      groups: ['linear', 'inverse'],
      rows: (answer) => namedRows(valueAt(answer, 'tickers'), 'symbol'),
    },
  ],
  readTicker: readFutureTicker,
};

/** ccxt takes every contract for one in USD: `PV_XRPXBT` would become XRP/USD. */
function correctFuture(market: CcxtMarket): CcxtMarket | undefined {
  return /^[a-z]+_[a-z0-9]+usd(_\d{6})?$/i.test(market.id) ? market : undefined;
}

/** `vol24h` has the unit of orders: coins, or USD for inverse contracts. */
function readFutureTicker(fields: Fields, { isInverse, contractSize }: ListedMarket) {
  const last = readPositive(fields.last);
  const volume = readVolume(fields.vol24h);
  if (!isInverse) {
    const stated = readVolume(fields.volumeQuote);
    const quoteVolume24h = stated ?? product(volume, last);
    return { last, quoteVolume24h, baseVolume24h: volume };
  }
  const quoteVolume24h = product(volume, contractSize);
  // The coins are not given: at the last price they are accurate to the day's move.
  return { last, quoteVolume24h, baseVolume24h: product(quoteVolume24h, last && 1 / last) };
}
