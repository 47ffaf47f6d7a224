import { binancePortfolioSimulated } from '../../support/binanceExchange.ts';
import { runHedgeMode } from './runHedgeMode.ts';

runHedgeMode({ own: binancePortfolioSimulated, at: 'binance' });
