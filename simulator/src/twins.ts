import { binance } from './binance/index.ts';
import { binanceListing } from './binance/listing.ts';
import { bybit } from './bybit/index.ts';
import { bybitListing } from './bybit/listing.ts';
import { gateio } from './gateio/index.ts';
import { gateioListing } from './gateio/listing.ts';
import { hyperliquid } from './hyperliquid/index.ts';
import { hyperliquidListing } from './hyperliquid/listing.ts';
import { kraken } from './kraken/index.ts';
import { krakenListing } from './kraken/listing.ts';
import { krakenfutures } from './krakenfutures/index.ts';
import { krakenfuturesListing } from './krakenfutures/listing.ts';
import { okx } from './okx/index.ts';
import { okxListing } from './okx/listing.ts';
import type { Protocol } from './venue.ts';
import type { Listing } from './world/listing.ts';

/** A simulated exchange: how it is spoken to, and its markets and accounts in the world. */
export interface Twin {
  readonly protocol: Protocol;
  readonly listing: Listing;
}

/** Every simulated exchange. */
export const twins = {
  binance: { protocol: binance, listing: binanceListing },
  bybit: { protocol: bybit, listing: bybitListing },
  gateio: { protocol: gateio, listing: gateioListing },
  kraken: { protocol: kraken, listing: krakenListing },
  krakenfutures: { protocol: krakenfutures, listing: krakenfuturesListing },
  okx: { protocol: okx, listing: okxListing },
  hyperliquid: { protocol: hyperliquid, listing: hyperliquidListing },
} as const satisfies Readonly<Record<string, Twin>>;
