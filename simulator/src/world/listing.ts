import type { NewAccount } from '../exchange/accounts.ts';
import type { MarketDefinition } from '../exchange/definition.ts';
import type { FundingPlan } from './funding.ts';

/** An account that exists from the start, with its purpose. */
export interface DemoAccount extends NewAccount {
  readonly purpose: string;
}

/** An exchange's markets and its customers with money. */
export interface Listing {
  /** Returns the markets; dated futures expire at the given time, in ms since the epoch. */
  markets(expiry: number): readonly MarketDefinition[];
  readonly funding: FundingPlan;
  /** True when its customers are addresses of a chain that sign with a private key. */
  readonly isWallet?: boolean;
  readonly accounts: readonly DemoAccount[];
}

/** The traded assets, with their starting prices. */
export const startPrices = { BTC: 65_000, ETH: 3_200, SOL: 180 } as const;

export type Asset = keyof typeof startPrices;

export const assets: readonly Asset[] = ['BTC', 'ETH', 'SOL'];

/** The steps of a market: price, quantity, minimum quantity. */
export type Steps = readonly [tick: string, lot: string, minQuantity: string];

/** The fields that all markets of one kind share. */
type Common = Omit<MarketDefinition, 'base' | 'tick' | 'lot' | 'minQuantity'>;

/** Returns one market of the kind for each asset. */
export function eachAsset(
  common: Common,
  steps: Readonly<Record<Asset, Steps>>,
): readonly MarketDefinition[] {
  return assets.map((base) => {
    const [tick, lot, minQuantity] = steps[base];
    return { ...common, base, tick, lot, minQuantity };
  });
}
