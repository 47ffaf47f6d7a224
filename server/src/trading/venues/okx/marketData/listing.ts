import type { ListedMarket } from '../../marketPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtMarket, TickerQuery, VenueListing } from '../../shared/venueListing.ts';
import { namedRows, product, readPositive, readVolume, valueAt } from '../../shared/wireFields.ts';

export const okxListing: VenueListing = {
  ccxtClass: 'okx',
  marketQueries: [{ types: ['spot', 'swap', 'future'] }],
  correct,
  tickerQueries: [tickersOf('SPOT'), tickersOf('SWAP'), tickersOf('FUTURES')],
  readTicker,
};

/** ccxt leaves out the multiplier of a contract's value. */
function correct(market: CcxtMarket): CcxtMarket {
  const multiplier = readPositive(market.info.ctMult);
  return { ...market, contractSize: product(market.contractSize, multiplier) };
}

function tickersOf(instType: 'SPOT' | 'SWAP' | 'FUTURES'): TickerQuery {
  return {
    path: 'market/tickers',
    api: 'public',
    params: { instType },
    groups: instType === 'SPOT' ? ['spot'] : ['linear', 'inverse'],
    rows: (answer) => namedRows(valueAt(answer, 'data'), 'instId'),
  };
}

/** `vol24h` counts contracts, and `volCcy24h` coins; for spot they are coins and turnover. */
function readTicker(fields: Fields, { kind, isInverse, contractSize }: ListedMarket) {
  const last = readPositive(fields.last);
  const volume = readVolume(fields.vol24h);
  const currencyVolume = readVolume(fields.volCcy24h);
  if (kind === 'spot') {
    return { last, quoteVolume24h: currencyVolume, baseVolume24h: volume };
  }
  const quoteVolume24h = isInverse
    ? product(volume, contractSize)
    : // The turnover is not said: at the last price, good to the day's move.
      product(currencyVolume, last);
  return { last, quoteVolume24h, baseVolume24h: currencyVolume };
}
