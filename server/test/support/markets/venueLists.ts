import type { Canned } from '../cannedHttp.ts';
import { binance } from './binance.ts';
import { bybit } from './bybit.ts';
import { gateio } from './gateio.ts';
import { hyperliquid } from './hyperliquid.ts';
import { kraken } from './kraken.ts';
import { okx } from './okx.ts';
import type { VenueLists } from './venueMarkets.ts';

/** Sample lists of markets in each exchange's own format, and their meaning in ours. */
export const venueLists: readonly VenueLists[] = [binance, bybit, gateio, kraken, okx, hyperliquid];

export function listsOf(venue: string): Canned {
  const lists = venueLists.find((one) => one.venue === venue);
  if (!lists) throw new Error(`no lists of ${venue}`);
  return lists.answer;
}
