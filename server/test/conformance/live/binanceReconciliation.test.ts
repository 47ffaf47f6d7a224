import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(binanceSimulated);
