import { Secret } from '../../../src/kit/secret.ts';
import { marketTypeOf } from '../../../src/trading/model/order.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { binanceDialect } from '../../../src/trading/venues/binance/trading/dialect.ts';
import { binancePortfolioDialect } from '../../../src/trading/venues/binance/trading/portfolio/dialect.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

const shared = {
  folder: 'binance',
  markets: [
    { id: 'BTCUSDT', symbol: 'BTC/USDT' },
    { id: 'BTCUSDT', symbol: 'BTC/USDT:USDT' },
  ],
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
} as const;
const ofOneMarket = { ...shared, methods: ['fetchTradingFee'], ownFields: [] } as const;

const isOfPortfolio = ({ input }: RecordedCase) =>
  JSON.stringify(input).includes('portfolioMargin');

runRecordedRequests({
  ...ofOneMarket,
  dialect: binanceDialect,
  translate: (recorded) =>
    isOfPortfolio(recorded) ? 'is of portfolio margin' : feeOf(recorded.input[0]),
});

runRecordedRequests({
  ...shared,
  dialect: binanceDialect,
  methods: ['fetchTradingFees'],
  // ccxt's request asks for all pairs.
  ownFields: ['symbol'],
  translate: ({ description }) =>
    description.endsWith('spot')
      ? feeOf('BTC/USDT')
      : 'the account of coins tells a level alone, and no fees: we ask for those of one market',
});

runRecordedRequests({
  ...ofOneMarket,
  dialect: binancePortfolioDialect,
  translate: (recorded) =>
    isOfPortfolio(recorded) ? feeOf(recorded.input[0]) : 'is of the usual accounts',
});

function feeOf(name: unknown): Attempt {
  const symbol = parseSymbol(String(name));
  if (!symbol) throw new Error(`${String(name)} is no symbol of ours`);
  const market = { symbol, marketType: marketTypeOf(symbol) };
  return (dialect, call) => dialect.fees?.tradingFee(call, market) ?? Promise.resolve();
}
