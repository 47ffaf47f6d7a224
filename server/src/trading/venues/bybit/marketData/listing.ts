import type { ListedMarket } from '../../marketPort.ts';
import type { Fields } from '../../shared/json.ts';
import type {
  CcxtMarket,
  MarketGroup,
  TickerQuery,
  VenueListing,
} from '../../shared/venueListing.ts';
import { namedRows, readPositive, readVolume, valueAt } from '../../shared/wireFields.ts';

export const bybitListing: VenueListing = {
  ccxtClass: 'bybit',
  marketQueries: [{ types: ['spot', 'linear', 'inverse'] }],
  correct,
  tickerQueries: [tickersOf('spot'), tickersOf('linear'), tickersOf('inverse')],
  readTicker,
};

/** ccxt takes the smallest order as the size of an inverse contract; that is always 1 USD. */
function correct(market: CcxtMarket): CcxtMarket {
  return market.inverse === true ? { ...market, contractSize: 1 } : market;
}

function tickersOf(category: MarketGroup): TickerQuery {
  return {
    path: 'v5/market/tickers',
    api: 'public',
    params: { category },
    groups: [category],
    rows: (answer) => namedRows(valueAt(answer, 'result', 'list'), 'symbol'),
  };
}

/** `volume24h` has the unit of orders: USD for inverse contracts, and `turnover24h` the coins. */
function readTicker(fields: Fields, { isInverse }: ListedMarket) {
  const volume = readVolume(fields.volume24h);
  const turnover = readVolume(fields.turnover24h);
  return {
    last: readPositive(fields.lastPrice),
    quoteVolume24h: isInverse ? volume : turnover,
    baseVolume24h: isInverse ? turnover : volume,
  };
}
