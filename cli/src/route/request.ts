import type { endpoints, Input } from '@windlass/contract';
import type { GlobalOptions } from '../settings.ts';
import { toSymbolName } from '../symbol.ts';

type RouteInput = Input<typeof endpoints.estimateRoute>;

/** The order as the command's arguments give it. */
export interface GivenRoute {
  readonly symbol: string;
  readonly side: RouteInput['side'];
  readonly quantity: number;
}

export interface RouteOptions extends GlobalOptions {
  readonly accounts: readonly string[];
  readonly reduceOnly?: boolean;
  readonly maxVenues?: number;
  readonly maxSlippageBps?: number;
}

/** Returns the request as it is sent. */
export function toRoute(given: GivenRoute, options: RouteOptions): RouteInput {
  return {
    symbol: toSymbolName(given.symbol),
    side: given.side,
    quantity: given.quantity,
    exchange_account_ids: [...options.accounts],
    reduce_only: options.reduceOnly,
    max_venues: options.maxVenues,
    max_slippage_bps: options.maxSlippageBps,
  };
}
