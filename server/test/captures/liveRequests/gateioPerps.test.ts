import { Secret } from '../../../src/kit/secret.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../src/trading/model/symbol.ts';
import { gateioDialect } from '../../../src/trading/venues/gateio/trading/dialect.ts';
import { gateioPerps } from '../../../src/trading/venues/gateio/trading/perps.ts';
import { gateioTransfers } from '../../../src/trading/venues/gateio/trading/transfers.ts';
import type { PerpMarket } from '../../../src/trading/venues/perpsPort.ts';
import type { DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

const notOurs: Readonly<Record<string, string>> = {
  fetchLeverage: 'what spot may borrow is nothing of ours',
  fetchLeverages: 'what spot may borrow is nothing of ours',
  fetchPositionsHistory: 'profits are read from the account book, which has each of them',
  fetchFundingRates: 'we ask for the document of one contract by its path',
  fetchFundingRateHistory: 'the product shows no rates of the past',
  fetchLeverageTiers: 'the exchange itself judges a leverage',
  addMargin: 'the product moves no margin between positions',
  reduceMargin: 'the product moves no margin between positions',
};

runRecordedRequests({
  folder: 'gate',
  dialect: gateioDialect,
  markets: [
    { id: 'BTC_USDT', symbol: 'BTC/USDT:USDT', amountStep: 1 },
    { id: 'BTC_USDT_20240329', symbol: 'BTC/USDT:USDT-240329', amountStep: 1 },
    { id: 'BTC_USD', symbol: 'BTC/USD:BTC', amountStep: 1 },
  ],
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods: [
    'setLeverage',
    'fetchLeverage',
    'fetchLeverages',
    'fetchPositions',
    'fetchPositionsHistory',
    'fetchFundingHistory',
    'fetchFundingRates',
    'fetchFundingRateHistory',
    'fetchLeverageTiers',
    'addMargin',
    'reduceMargin',
    'transfer',
  ],
  // Our requests ask for a known span in pages of a known size.
  ownFields: ['to', 'limit'],
  translate,
});

function translate({ method, input }: RecordedCase): Attempt | string {
  switch (method) {
    case 'setLeverage':
      return leverage(input);
    case 'fetchPositions':
      return (_, call) => gateioPerps.positions(call, 'future', undefined);
    case 'fetchFundingHistory':
      return funding(input);
    case 'transfer':
      return (_, call) =>
        gateioTransfers.move(call, {
          asset: String(input[0]),
          amount: String(input[1]),
          from: 'swap',
          to: 'spot',
        });
    default:
      return notOurs[method] ?? 'no call of ours asks for it';
  }
}

function datedMarket(name: unknown): PerpMarket {
  const symbol = parseSymbol(String(name)) as InstrumentSymbol;
  return { symbol, marketType: 'future' };
}

/** Our code first reads the market's mode. */
function leverage([value, name]: readonly unknown[]): Attempt {
  return (_, call) => {
    const { client } = call;
    const request: typeof client.request = (...asked) =>
      asked[2] === 'GET' ? Promise.resolve({ leverage: '10' }) : client.request(...asked);
    const answered: DialectCall = {
      ...call,
      client: Object.assign(Object.create(client), { request }),
    };
    const setting = { ...datedMarket(name), leverage: Number(value) };
    return gateioPerps.leverage?.set(answered, setting) ?? Promise.reject(new Error('no leverage'));
  };
}

function funding([name, since]: readonly unknown[]): Attempt {
  const query = { ...datedMarket(name), sinceMs: Number(since), limit: 100 };
  return (_, call) => gateioPerps.fundingPayments(call, query);
}
