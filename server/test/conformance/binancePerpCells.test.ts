import { binanceSimulated } from '../support/binanceExchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: binanceSimulated,
  columns: ['binance', 'binance portfolio margin'],
});
