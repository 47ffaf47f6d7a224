import { binanceSimulated } from './binance/exchange.ts';
import { bybitSimulated } from './bybit/exchange.ts';
import { gateioSimulated } from './gateio/exchange.ts';
import { hyperliquidSimulated } from './hyperliquid/exchange.ts';
import { krakenSimulated } from './kraken/exchange.ts';
import { okxSimulated } from './okx/exchange.ts';
import type { SimulatedVenue } from './simulated.ts';

/** Every exchange at which live accounts are tested. */
export const simulatedVenues: readonly SimulatedVenue[] = [
  binanceSimulated,
  bybitSimulated,
  gateioSimulated,
  krakenSimulated,
  okxSimulated,
  hyperliquidSimulated,
];
