import { bybitSimulated } from '../support/exchanges/bybit/exchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: bybitSimulated,
  columns: ['bybit'],
});
