import type { Canned } from '../ccxt/cannedHttp.ts';
import { binance } from './binance/markets.ts';
import { bybit } from './bybit/markets.ts';
import { gateio } from './gateio/markets.ts';
import { hyperliquid } from './hyperliquid/markets.ts';
import { kraken } from './kraken/markets.ts';
import type { VenueLists } from './markets.ts';
import { okx } from './okx/markets.ts';

/** Sample lists of markets in each exchange's own format, and their meaning in ours. */
export const venueLists: readonly VenueLists[] = [binance, bybit, gateio, kraken, okx, hyperliquid];

export function listsOf(venue: string): Canned {
  const lists = venueLists.find((one) => one.venue === venue);
  if (!lists) throw new Error(`no lists of ${venue}`);
  return lists.answer;
}
