import { hyperliquidSimulated } from '../support/exchanges/hyperliquid/exchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: hyperliquidSimulated,
  columns: ['hyperliquid'],
});
