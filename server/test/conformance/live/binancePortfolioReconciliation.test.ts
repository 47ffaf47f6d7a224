import { binancePortfolioSimulated } from '../../support/binanceExchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(binancePortfolioSimulated);
