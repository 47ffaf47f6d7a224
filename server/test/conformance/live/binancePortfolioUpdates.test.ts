import { binancePortfolioSimulated } from '../../support/binanceExchange.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(binancePortfolioSimulated);
