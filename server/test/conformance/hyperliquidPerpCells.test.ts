import { hyperliquidSimulated } from '../support/hyperliquidExchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: hyperliquidSimulated,
  columns: ['hyperliquid'],
});
