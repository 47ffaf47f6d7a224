import { binancePortfolioSimulated } from '../../support/exchanges/binance/exchange.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(binancePortfolioSimulated);
