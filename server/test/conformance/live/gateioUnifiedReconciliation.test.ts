import { gateioUnifiedSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(gateioUnifiedSimulated);
