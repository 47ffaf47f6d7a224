import type { NewAccount } from '../exchange/accounts.ts';
import type { MarketDefinition } from '../exchange/definition.ts';
import type { FundingPlan } from './funding.ts';

/** An account that is there from the start, and what it is for. */
export interface DemoAccount extends NewAccount {
  readonly purpose: string;
}

/** What an exchange has in this world: its markets, and customers with money. */
export interface Listing {
  /** Its dated futures end then, in epoch ms. */
  markets(expiry: number): readonly MarketDefinition[];
  readonly funding: FundingPlan;
  /** Its customers are addresses of a chain, and sign with a private key. */
  readonly isWallet?: boolean;
  readonly accounts: readonly DemoAccount[];
}

/** The assets that are traded against money, and where their prices start. */
export const startPrices = { BTC: 65_000, ETH: 3_200, SOL: 180 } as const;

export type Asset = keyof typeof startPrices;

export const assets: readonly Asset[] = ['BTC', 'ETH', 'SOL'];

/** The steps of a market: price, quantity, least quantity. */
export type Steps = readonly [tick: string, lot: string, minQuantity: string];

/** What the markets of one kind have in common. */
type Common = Omit<MarketDefinition, 'base' | 'tick' | 'lot' | 'minQuantity'>;

/** One market an asset, of the same kind. */
export function eachAsset(
  common: Common,
  steps: Readonly<Record<Asset, Steps>>,
): readonly MarketDefinition[] {
  return assets.map((base) => {
    const [tick, lot, minQuantity] = steps[base];
    return { ...common, base, tick, lot, minQuantity };
  });
}
