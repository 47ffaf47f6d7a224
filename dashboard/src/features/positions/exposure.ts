import type { DataOf } from '@windlass/client';
import { dollars } from './risk.ts';

export type AccountExposure = DataOf<'getExposure'>;
type Asset = AccountExposure['assets'][number];

/** Exposure of one part (an asset, an exchange), over spot and perpetuals. */
export interface ExposurePart {
  readonly name: string;
  /** Base units. Summed over accounts, they only make sense for a single asset. */
  readonly spot: number;
  readonly perp: number;
  readonly spotUsd: number;
  readonly perpUsd: number;
  readonly netUsd: number;
  /** True when spot and perpetuals cancel each other out within half a percent. */
  readonly isHedged: boolean;
}

const hedgedShare = 0.005;

/** Returns the exposure by part, the largest legs first. Dollars, its unit, are left out. */
export function exposureBy(
  accounts: readonly AccountExposure[],
  nameOf: (account: AccountExposure, asset: Asset) => string,
): readonly ExposurePart[] {
  const parts = new Map<string, Omit<ExposurePart, 'name' | 'netUsd' | 'isHedged'>>();
  for (const account of accounts) {
    for (const asset of account.assets) {
      const { spot, perp, price_usd: price } = asset;
      if (dollars.has(asset.asset) || price === null || (spot === 0 && perp === 0)) continue;
      const name = nameOf(account, asset);
      const known = parts.get(name);
      parts.set(name, {
        spot: (known?.spot ?? 0) + spot,
        perp: (known?.perp ?? 0) + perp,
        spotUsd: (known?.spotUsd ?? 0) + spot * price,
        perpUsd: (known?.perpUsd ?? 0) + perp * price,
      });
    }
  }
  const legsOf = ({ spotUsd, perpUsd }: ExposurePart) => Math.abs(spotUsd) + Math.abs(perpUsd);
  return [...parts]
    .map(([name, sums]) => {
      const netUsd = sums.spotUsd + sums.perpUsd;
      const smaller = Math.min(Math.abs(sums.spotUsd), Math.abs(sums.perpUsd));
      const isHedged = smaller > 0 && Math.abs(netUsd) <= smaller * hedgedShare;
      return { ...sums, name, netUsd, isHedged };
    })
    .sort((left, right) => legsOf(right) - legsOf(left) || (left.name < right.name ? -1 : 1));
}

/** Returns the net exposure of everything in dollars; null before anything is known. */
export function netUsdOf(accounts: readonly AccountExposure[]): number | null {
  if (accounts.length === 0) return null;
  return exposureBy(accounts, () => '').reduce((total, { netUsd }) => total + netUsd, 0);
}

/** Returns assets that are in no sum, because their value is unknown. */
export function unpricedOf(accounts: readonly AccountExposure[]): readonly string[] {
  const unpriced = accounts.flatMap(({ assets }) =>
    assets
      .filter(({ price_usd, net }) => price_usd === null && net !== 0)
      .map(({ asset }) => asset),
  );
  return [...new Set(unpriced)].sort();
}
