import { krakenSpot } from '../../support/exchanges/kraken/exchange.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(krakenSpot, {
  // Two orders are open and are polled in turn, 7.5 s apart.
  polledMs: 19_000,
  // As many trades as one request takes.
  stormFills: 20,
});
