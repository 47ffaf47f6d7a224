import { krakenFuturesSimulated } from '../../support/krakenFuturesExchange.ts';
import { runUpdates } from './runUpdates.ts';

// The exchange lists at most one page of fills of the same millisecond.
runUpdates(krakenFuturesSimulated, { stormFills: 100 });
