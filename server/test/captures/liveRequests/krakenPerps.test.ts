import { krakenFuturesDialect } from '../../../src/trading/venues/kraken/trading/futures/dialect.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';
import { futuresMarkets, krakenSecrets, symbolOf } from '../../support/exchanges/kraken/client.ts';

runRecordedRequests({
  folder: 'krakenfutures',
  dialect: krakenFuturesDialect,
  markets: futuresMarkets,
  credentials: krakenSecrets,
  methods: [
    'fetchPositions',
    'fetchPosition',
    'fetchLeverage',
    'fetchLeverages',
    'setLeverage',
    'setMarginMode',
    'fetchFundingHistory',
    'fetchLedger',
    'fetchFundingRate',
    'fetchFundingRates',
    'transfer',
  ],
  ownFields: [],
  translate,
});

function translate({ method, input }: RecordedCase): Attempt | string {
  switch (method) {
    case 'fetchLeverage': {
      const market = { symbol: symbolOf(String(input[0])), marketType: 'swap' } as const;
      return async (dialect, call) => dialect.perps?.leverage?.get(call, market);
    }
    case 'transfer':
      return 'it goes from the wallet for cash to the same one, under another of its names';
    default:
      return 'no call of ours makes it';
  }
}
