import { assetsOf } from '../exchange/assets.ts';
import { type Call, type Routes, signed } from './call.ts';
import { unified } from './traits.ts';

export const coinRoutes: Routes = { 'GET /v5/asset/coin/query-info': signed(coins) };

/** Returns every coin or the named one; no deposits and withdrawals over a chain are simulated. */
function coins({ exchange, parameters }: Call): object {
  const named = parameters.text('coin');
  const assets = assetsOf(exchange.markets(unified));
  const shown = named === undefined ? assets : assets.filter((coin) => coin === named);
  return { rows: shown.map((coin) => ({ name: coin, coin, remainAmount: '0', chains: [] })) };
}
