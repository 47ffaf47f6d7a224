import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(gateioSimulated);
