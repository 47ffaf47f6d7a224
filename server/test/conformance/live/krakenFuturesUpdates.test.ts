import { krakenFuturesSimulated } from '../../support/krakenFuturesExchange.ts';
import { runUpdates } from './runUpdates.ts';

// Of fills of one millisecond the exchange lists a page at most.
runUpdates(krakenFuturesSimulated, { stormFills: 100 });
