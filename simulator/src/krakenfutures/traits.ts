import type { OrderType, TimeInForce } from '@windlass/matching';
import type { MarketDefinition } from '../exchange/definition.ts';
import { yymmdd } from '../exchange/market.ts';
import type { Traits } from '../exchange/traits.ts';

/** Contracts in dollars share the multi-collateral wallet; those in coins have one of their own. */
export const walletNames = ['flex', 'margin'] as const;

/** Money lies in `cash` on its way from and to spot; nothing is traded from there. */
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
  /** `PF_XBTUSD` is perpetual in dollars, `PI_` in coins; `FF_XBTUSD_261225`, `FI_` have a date. */
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

/** Bitcoin has its old name here; nothing else has. */
export function assetId(asset: string): string {
  return asset === 'BTC' ? 'XBT' : asset;
}

/** The asset that a request calls so, in letters of any size. */
export function assetNamed(id: string): string {
  const name = id.toUpperCase();
  return name === 'XBT' ? 'BTC' : name;
}

/** The wallet of a contract in coins, one for each coin: `fi_xbtusd`. */
export function marginName(asset: string): string {
  return `fi_${assetId(asset)}usd`.toLowerCase();
}
