import { gateioSimulated } from '../../support/gateioExchange.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(gateioSimulated);
