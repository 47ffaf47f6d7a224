import { bybitSimulated } from '../support/bybitExchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: bybitSimulated,
  columns: ['bybit'],
});
