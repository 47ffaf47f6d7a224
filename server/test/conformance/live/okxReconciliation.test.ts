import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(okxSimulated);
