import { gateioUnifiedSimulated } from '../../support/gateioExchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(gateioUnifiedSimulated);
