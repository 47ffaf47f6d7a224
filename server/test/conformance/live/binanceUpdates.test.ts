import { binanceSimulated } from '../../support/binanceExchange.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(binanceSimulated);
