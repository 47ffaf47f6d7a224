import type { ListedMarket } from '../../marketPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { VenueListing } from '../../shared/venueListing.ts';
import { namedRows, product, readPositive, readVolume } from '../../shared/wireFields.ts';

const rows = (answer: unknown) => namedRows(answer, 'symbol');

export const binanceListing: VenueListing = {
  ccxtClass: 'binance',
  marketQueries: [
    // Permission sets are two thirds of the longest document, and nobody reads them.
    { types: ['spot'], params: { showPermissionSets: 'false' } },
    { types: ['linear', 'inverse'] },
  ],
  tickerQueries: [
    { path: 'ticker/24hr', api: 'public', groups: ['spot'], rows },
    { path: 'ticker/24hr', api: 'fapiPublic', groups: ['linear'], rows },
    { path: 'ticker/24hr', api: 'dapiPublic', groups: ['inverse'], rows },
  ],
  readTicker,
};

function readTicker(fields: Fields, market: ListedMarket) {
  const volume = readVolume(fields.volume);
  return {
    last: readPositive(fields.lastPrice),
    // COIN-M counts `volume` in contracts and gives the coins beside it.
    quoteVolume24h: market.isInverse
      ? product(volume, market.contractSize)
      : readVolume(fields.quoteVolume),
    baseVolume24h: market.isInverse ? readVolume(fields.baseVolume) : volume,
  };
}
