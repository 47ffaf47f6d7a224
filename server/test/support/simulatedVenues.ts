import { binanceSimulated } from './binanceExchange.ts';
import type { SimulatedVenue } from './simulatedExchange.ts';

/** Every exchange that live accounts are tested at. */
export const simulatedVenues: readonly SimulatedVenue[] = [binanceSimulated];
