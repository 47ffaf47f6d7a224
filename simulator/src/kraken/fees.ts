import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { marketOf } from '../krakenfutures/call.ts';
import { type Call, pairNamed, type Routes } from './call.ts';
import { refusals } from './errors.ts';

/** A fee of so many millionths is one percent. */
const ppmPerPercent = 10_000;
const percentDecimals = 4;

/** Routes of fees: of pairs, and of the futures exchange's contracts, which has no such route. */
export function createFeeRoutes(futures: () => Exchange): Routes<Call> {
  return { TradeVolume: (call) => tradeVolume(call, futures) };
}

/** Returns the fees; a simulated month has no volume. */
function tradeVolume(call: Call, futures: () => Exchange): object {
  const volume = { currency: 'ZUSD', volume: '0.0000' };
  const markets = marketsAsked(call, futures);
  if (markets.length === 0) return volume;
  return {
    ...volume,
    fees: byName(markets, ({ definition }) => definition.takerFeePpm),
    fees_maker: byName(markets, ({ definition }) => definition.makerFeePpm),
  };
}

/** Returns the named markets: by name, or as JSON objects with the class of each. */
function marketsAsked(call: Call, futures: () => Exchange): readonly Market[] {
  const { parameters } = call;
  const objects = parameters.objects('pair');
  if (!objects) return parameters.list('pair').map((name) => pairNamed(call, name));
  return objects.map(({ asset, aclass }) => {
    if (aclass === undefined || aclass === 'forex') return pairNamed(call, String(asset));
    if (aclass !== 'derivatives') throw refusals.badArgument('pair');
    const market = marketOf(futures(), String(asset));
    if (!market) throw refusals.noPair();
    return market;
  });
}

function byName(markets: readonly Market[], ppmOf: (market: Market) => number): object {
  return Object.fromEntries(markets.map((market) => [market.id, tierOf(ppmOf(market))]));
}

/** Returns the only tier. */
function tierOf(ppm: number): object {
  const fee = (ppm / ppmPerPercent).toFixed(percentDecimals);
  const none = { nextfee: null, nextvolume: null };
  return { fee, minfee: fee, maxfee: fee, ...none, tiervolume: '0.0000' };
}
