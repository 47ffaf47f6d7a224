import { binanceSimulated } from './binanceExchange.ts';
import { bybitSimulated } from './bybitExchange.ts';
import { gateioSimulated } from './gateioExchange.ts';
import { hyperliquidSimulated } from './hyperliquidExchange.ts';
import { krakenSimulated } from './krakenExchange.ts';
import { okxSimulated } from './okxExchange.ts';
import type { SimulatedVenue } from './simulatedExchange.ts';

/** Every exchange at which live accounts are tested. */
export const simulatedVenues: readonly SimulatedVenue[] = [
  binanceSimulated,
  bybitSimulated,
  gateioSimulated,
  krakenSimulated,
  okxSimulated,
  hyperliquidSimulated,
];
