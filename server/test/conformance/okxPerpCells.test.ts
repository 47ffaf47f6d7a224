import { okxSimulated } from '../support/okxExchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: okxSimulated,
  columns: ['okx'],
});
