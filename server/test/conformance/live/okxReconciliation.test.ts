import { okxSimulated } from '../../support/okxExchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(okxSimulated);
