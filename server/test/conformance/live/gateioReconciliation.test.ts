import { gateioSimulated } from '../../support/gateioExchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(gateioSimulated);
