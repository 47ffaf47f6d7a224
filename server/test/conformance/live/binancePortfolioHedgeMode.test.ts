import { binancePortfolioSimulated } from '../../support/exchanges/binance/exchange.ts';
import { runHedgeMode } from './runHedgeMode.ts';

runHedgeMode({ own: binancePortfolioSimulated, at: 'binance' });
