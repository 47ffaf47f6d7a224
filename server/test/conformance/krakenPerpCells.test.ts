import { krakenSimulated } from '../support/exchanges/kraken/exchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: krakenSimulated,
  columns: ['kraken'],
});
