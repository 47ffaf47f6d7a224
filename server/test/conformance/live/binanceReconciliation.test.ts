import { binanceSimulated } from '../../support/binanceExchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(binanceSimulated);
