import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(okxSimulated);
