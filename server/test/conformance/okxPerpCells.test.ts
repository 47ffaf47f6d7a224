import { okxSimulated } from '../support/exchanges/okx/exchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: okxSimulated,
  columns: ['okx'],
});
