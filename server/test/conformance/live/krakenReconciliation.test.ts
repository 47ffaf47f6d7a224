import { krakenSimulated } from '../../support/krakenExchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(krakenSimulated);
