import type { OrderType, TimeInForce } from '@windlass/matching';
import type { MarketDefinition } from '../exchange/definition.ts';
import { yymmdd } from '../exchange/market.ts';
import type { Traits } from '../exchange/traits.ts';

/**
 * Dollar-margined contracts share the multi-collateral wallet; each coin has a wallet of its own.
 */
export const walletNames = ['flex', 'margin'] as const;

/** The `cash` wallet holds money on its way from and to spot; nothing trades from it. */
export type Wallet = (typeof walletNames)[number] | 'cash';

const orderTypes: readonly OrderType[] = [
  'market',
  'limit',
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
];
const timeInForce: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK', 'POST_ONLY'];
/** A market order is an immediate-or-cancel order with one percent of price protection. */
export const marketBoundPpm = 10_000;

export const krakenfuturesTraits: Traits = {
  /**
   * Returns `PF_XBTUSD` for a perpetual in dollars, `PI_` for one in coins; dated ones are
   * `FF_XBTUSD_261225` and `FI_`.
   */
  idOf(definition) {
    const { base, quote, kind, expiry, isInverse } = definition;
    if (kind === 'spot') throw new RangeError('There is no spot market at krakenfutures');
    const prefix = `${kind === 'future' ? 'F' : 'P'}${isInverse === true ? 'I' : 'F'}`;
    const product = `${prefix}_${assetId(base)}${assetId(quote)}`;
    return kind === 'future' ? `${product}_${yymmdd(expiry)}` : product;
  },
  walletOf,
  marketTraits: () => ({
    orderTypes,
    timeInForce,
    spotFeeAsset: 'quote',
    refusesPassedStop: false,
    marketBoundPpm,
  }),
  unpublishedFilters: () => ['minimum'],
  takenAndEnded: () => [],
};

function walletOf({ isInverse }: MarketDefinition): Wallet {
  return isInverse === true ? 'margin' : 'flex';
}

/** Returns the exchange's name of an asset; only bitcoin has another one. */
export function assetId(asset: string): string {
  return asset === 'BTC' ? 'XBT' : asset;
}

/** Returns the asset of a name in a request, in upper or lower case. */
export function assetNamed(id: string): string {
  const name = id.toUpperCase();
  return name === 'XBT' ? 'BTC' : name;
}

/** Returns the name of a coin's wallet for contracts, such as `fi_xbtusd`. */
export function marginName(asset: string): string {
  return `fi_${assetId(asset)}usd`.toLowerCase();
}
