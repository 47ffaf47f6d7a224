import { krakenFuturesSimulated } from '../../support/exchanges/kraken/futuresExchange.ts';
import { runUpdates } from './runUpdates.ts';

// The exchange lists at most one page of fills of the same millisecond.
runUpdates(krakenFuturesSimulated, { stormFills: 100 });
