import type { VenueName } from '../simulator.ts';
import type { Listing } from './listing.ts';
import { binanceListing } from './venues/binance.ts';
import { bybitListing } from './venues/bybit.ts';
import { gateioListing } from './venues/gateio.ts';
import { hyperliquidListing } from './venues/hyperliquid.ts';
import { krakenListing } from './venues/kraken.ts';
import { krakenfuturesListing } from './venues/krakenfutures.ts';
import { okxListing } from './venues/okx.ts';

/** Markets and accounts of every exchange in the world. */
export const listings: Readonly<Record<VenueName, Listing>> = {
  binance: binanceListing,
  bybit: bybitListing,
  gateio: gateioListing,
  kraken: krakenListing,
  krakenfutures: krakenfuturesListing,
  okx: okxListing,
  hyperliquid: hyperliquidListing,
};
