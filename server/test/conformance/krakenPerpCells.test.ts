import { krakenSimulated } from '../support/krakenExchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: krakenSimulated,
  columns: ['kraken'],
});
