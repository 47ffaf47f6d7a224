import type { Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import { type PriceProvider, PriceProviderError } from './priceProvider.ts';
import { createSimulatedPrices } from './simulatedPrices.ts';

/** Assets that count as a dollar at a simulated exchange, whose dollars never leave par. */
const dollars = new Map(['USD', 'USDT', 'USDC'].map((asset) => [asset, 1]));

/**
 * Creates the price provider of a service whose exchanges are simulated: their current prices,
 * which also serve as those of the day. A provider of real prices would value a simulated market.
 */
export function createWirePrices(deps: {
  /** USD of one unit of an asset. */
  readonly prices: (signal: AbortSignal) => Promise<ReadonlyMap<string, number>>;
  readonly clock: Clock;
}): PriceProvider {
  const { clock } = deps;
  const providerOf = (prices: ReadonlyMap<string, number>) => {
    const priceAt = (asset: string) => dollars.get(asset) ?? prices.get(asset);
    return createSimulatedPrices({ market: { priceAt, marketTimeMs: clock.now }, clock });
  };
  const load = async (signal: AbortSignal) => {
    try {
      return await deps.prices(signal);
    } catch (error) {
      throw new PriceProviderError('unavailable', errorText(error));
    }
  };
  return {
    ...providerOf(new Map()),
    tickers: async (vsCurrency, ids, signal) =>
      providerOf(await load(signal)).tickers(vsCurrency, ids, signal),
  };
}
