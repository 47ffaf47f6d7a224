import { gateioSimulated } from '../support/exchanges/gateio/exchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: gateioSimulated,
  columns: ['gateio'],
});
