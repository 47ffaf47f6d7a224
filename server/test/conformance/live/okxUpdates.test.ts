import { okxSimulated } from '../../support/okxExchange.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(okxSimulated);
