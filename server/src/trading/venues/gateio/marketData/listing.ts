import type { ListedMarket } from '../../marketPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtMarket, TickerQuery, VenueListing } from '../../shared/venueListing.ts';
import { namedRows, readPositive, readVolume } from '../../shared/wireFields.ts';

export const gateioListing: VenueListing = {
  ccxtClass: 'gate',
  marketQueries: [{ types: ['spot', 'swap', 'future'] }],
  correct,
  tickerQueries: [
    {
      path: 'tickers',
      api: ['public', 'spot'],
      groups: ['spot'],
      rows: (answer) => namedRows(answer, 'currency_pair'),
    },
    contractTickers('futures', 'usdt'),
    contractTickers('futures', 'btc'),
    contractTickers('delivery', 'usdt'),
  ],
  readTicker,
};

/**
 * ccxt calls a pair active that can only be lent, and a contract that is being delisted, where
 * positions can only be closed.
 */
function correct(market: CcxtMarket): CcxtMarket {
  const { trade_status: status, in_delisting: isLeaving } = market.info;
  const active = market.type === 'spot' ? status === 'tradable' : market.active && !isLeaving;
  return { ...market, active: active === true };
}

function contractTickers(folder: 'futures' | 'delivery', settle: string): TickerQuery {
  return {
    path: '{settle}/tickers',
    api: ['public', folder],
    params: { settle },
    groups: ['linear', 'inverse'],
    rows: (answer) => namedRows(answer, 'contract'),
  };
}

/** `volume_24h` counts contracts; the fields that name a currency do not. */
function readTicker(fields: Fields, { kind }: ListedMarket) {
  const isSpot = kind === 'spot';
  return {
    last: readPositive(fields.last),
    quoteVolume24h: readVolume(isSpot ? fields.quote_volume : fields.volume_24h_quote),
    baseVolume24h: readVolume(isSpot ? fields.base_volume : fields.volume_24h_base),
  };
}
