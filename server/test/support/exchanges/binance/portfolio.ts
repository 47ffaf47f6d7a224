import { parseSymbol } from '../../../../src/trading/model/symbol.ts';
import { binancePortfolioDialect } from '../../../../src/trading/venues/binance/trading/portfolio/dialect.ts';
import { type WireAnswer, wireCall } from '../../ccxt/wireCall.ts';
import { binanceBtc, binanceOrderTypes } from './orders.ts';

/** A coin-margined perpetual, whose margin is BTC. */
export const binancePortfolioCoin = parseSymbol('BTC/USD:BTC') ?? ('' as never);

const markets = [
  { id: 'BTCUSDT', symbol: binanceBtc, info: { orderTypes: binanceOrderTypes } },
  { id: 'BTCUSD_PERP', symbol: binancePortfolioCoin, contractSize: 100 },
];

/** Opens a call of an account with portfolio margin, answered by path; lists are empty else. */
export function openBinancePortfolio(answer: Readonly<Record<string, WireAnswer>>) {
  return wireCall(binancePortfolioDialect, markets, ({ path }) => answer[path] ?? []);
}
