import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { bybitDialect } from '../../../src/trading/venues/bybit/trading/dialect.ts';
import { runRecordedRequests } from '../../support/ccxt/recordedRequests.ts';

runRecordedRequests({
  folder: 'bybit',
  dialect: bybitDialect,
  markets: [{ id: 'BTCUSDT', symbol: 'BTC/USDT:USDT' }],
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods: ['fetchTradingFee', 'fetchTradingFees'],
  ownFields: [],
  translate({ input }) {
    const symbol = parseSymbol(String(input[0]));
    if (!symbol) return 'fees are asked for one market at a time';
    const market = { symbol, marketType: 'swap' } as const;
    return (dialect, call) => dialect.fees?.tradingFee(call, market) ?? Promise.resolve();
  },
});
