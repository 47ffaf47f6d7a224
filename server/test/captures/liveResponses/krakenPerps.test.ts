import { krakenFuturesDialect } from '../../../src/trading/venues/kraken/trading/futures/dialect.ts';
import { futuresFundingRate } from '../../../src/trading/venues/kraken/trading/futures/fundingRate.ts';
import type { TradeRequest } from '../../../src/trading/venues/shared/live/tradeHttp.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';
import { futuresMarkets, krakenSecrets, symbolOf } from '../../support/exchanges/kraken/client.ts';

runRecordedResponses({
  folder: 'krakenfutures',
  dialect: krakenFuturesDialect,
  markets: [...futuresMarkets, { id: 'PF_DOGEUSD', symbol: 'DOGE/USD:USD' }],
  credentials: krakenSecrets,
  methods: [
    'fetchPositions',
    'fetchPosition',
    'fetchBalance',
    'fetchLeverage',
    'fetchLeverages',
    'setLeverage',
    'setMarginMode',
    'fetchFundingHistory',
    'fetchLedger',
    'transfer',
    'fetchFundingRate',
    'fetchFundingRates',
  ],
  read,
});

/** The authors report parts of the value for an hour; ours are for eight. */
const hours = 8;

interface Theirs {
  readonly fundingRate: number;
  readonly nextFundingRate: number;
  readonly markPrice: number;
  readonly indexPrice: number;
}

function read({ method, input, httpResponse }: AnsweredCase): Reading | string {
  if (method !== 'fetchFundingRates') return 'no call of ours reads it';
  const [name = ''] = [input[0]].flat();
  const symbol = symbolOf(String(name));
  return {
    call: {
      async reads(call) {
        const rate = await futuresFundingRate(call, { symbol, marketType: 'swap' });
        const { markPrice, indexPrice } = rate;
        return { markPrice, indexPrice, rate: plain(rate.rate), next: plain(rate.nextRate) };
      },
    },
    // We ask for one product, and the recorded answer lists all.
    answer: (request) => tickerIn(httpResponse, request),
    meant(theirs) {
      const [own] = Object.values(theirs) as readonly Theirs[];
      if (!own) throw new Error('a rate for the symbol');
      const { markPrice, indexPrice, fundingRate, nextFundingRate } = own;
      const rates = { rate: plain(fundingRate * hours), next: plain(nextFundingRate * hours) };
      return { markPrice, indexPrice, ...rates };
    },
  };
}

/** Rounds to the digits that the authors keep. */
function plain(rate: number | undefined): string | undefined {
  return rate?.toPrecision(10);
}

function tickerIn(recorded: unknown, { url }: TradeRequest): unknown {
  const { tickers, ...envelope } = Object(recorded);
  const named = (each: { readonly symbol: string }) => url.endsWith(`/${each.symbol}`);
  return { ...envelope, ticker: tickers.find(named) };
}
