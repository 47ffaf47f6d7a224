import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { bybitDialect } from '../../../src/trading/venues/bybit/trading/dialect.ts';
import { bybitPerps } from '../../../src/trading/venues/bybit/trading/perps.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

const bases = ['BTC', 'LTC'];

runRecordedRequests({
  folder: 'bybit',
  dialect: bybitDialect,
  markets: bases.map((base) => ({ id: `${base}USDT`, symbol: `${base}/USDT:USDT` })),
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods: [
    'setLeverage',
    'setMarginMode',
    'setPositionMode',
    'fetchPositions',
    'transfer',
    'fetchPositionsHistory',
    'fetchFundingHistory',
    'fetchLedger',
  ],
  // We always send the time and the number of rows.
  ownFields: ['startTime', 'endTime', 'limit'],
  translate,
});

const all = { marketType: 'swap', symbol: undefined, sinceMs: undefined, limit: 10 } as const;

function translate({ method, input }: RecordedCase): Attempt | string {
  const symbol = parseSymbol(String(input[1]));
  switch (method) {
    case 'setLeverage':
      if (!symbol) return 'no symbol of ours';
      return async (_, call) =>
        bybitPerps.leverage?.set(call, { symbol, marketType: 'swap', leverage: Number(input[0]) });
    case 'setMarginMode':
      if (!symbol) return 'no symbol of ours';
      return async (_, call) =>
        bybitPerps.setMarginMode?.(call, {
          symbol,
          marketType: 'swap',
          marginMode: input[0] === 'isolated' ? 'isolated' : 'cross',
        });
    case 'setPositionMode':
      return 'the position mode is the owner’s to set';
    case 'fetchPositions':
      return (_, call) => bybitPerps.positions(call, 'swap', undefined);
    case 'fetchPositionsHistory':
      return (_, call) => bybitPerps.realizedPnl(call, all);
    case 'fetchFundingHistory':
      return 'executions have the other sign and no currency: we read the log of the account';
    case 'fetchLedger':
      return 'we ask the log for settlements alone';
    default:
      return 'one wallet serves all: there is nothing to transfer';
  }
}
