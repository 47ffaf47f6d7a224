import { krakenSimulated } from '../../support/exchanges/kraken/exchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(krakenSimulated);
