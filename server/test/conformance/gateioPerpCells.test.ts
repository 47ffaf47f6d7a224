import { gateioSimulated } from '../support/gateioExchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: gateioSimulated,
  columns: ['gateio'],
});
