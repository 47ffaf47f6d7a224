import { AppError } from '../../kit/errors.ts';
import {
  addExact,
  type Exact,
  exactly,
  formatExact,
  subtractExact,
  zeroExact,
} from '../../kit/exact.ts';
import { roundTo } from '../../kit/numbers.ts';
import { type Accounts, reachableTypes } from '../accounts/index.ts';
import { tradedWallets, type WorldOf } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import { symbolParts } from '../model/symbol.ts';
import type { VenuePosition } from '../venues/perpsPort.ts';
import type { VenueBalances } from '../venues/venuePort.ts';
import type { AssetExposure, Exposures, Perps } from './types.ts';
import { baseOf } from './wire.ts';

export interface ExposuresDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly execution: {
    knownBalances(
      accountId: string,
      marketType: ReturnType<typeof reachableTypes>[number],
    ): Promise<{ readonly balances: VenueBalances }>;
  };
  readonly perps: Pick<Perps, 'positions'>;
  readonly worldOf: WorldOf<'quotes'>;
}

/** Adds up spot and contracts by asset: a hedged pair is no naked short. */
export function createExposures({ accounts, execution, perps, worldOf }: ExposuresDeps): Exposures {
  const heldBy = async (account: Account) => {
    const wallets = await Promise.all(
      tradedWallets(account).map(({ marketTypes: [marketType] }) =>
        execution.knownBalances(account.id, marketType),
      ),
    );
    return wallets.map(({ balances }) =>
      Object.fromEntries(Object.entries(balances).map(([asset, { total }]) => [asset, total])),
    );
  };
  const positionsOf = async (account: Account) => {
    const types = reachableTypes(account).filter((type) => type !== 'spot');
    const found = await Promise.all(
      types.map((marketType) =>
        perps.positions({ accountId: account.id, marketType }).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'NOT_SUPPORTED') return { positions: [] };
          throw error;
        }),
      ),
    );
    return found.flatMap(({ positions }) => positions);
  };
  return {
    async of(accountId) {
      const account = await accounts.find(accountId);
      const [wallets, positions] = await Promise.all([heldBy(account), positionsOf(account)]);
      const sums = exposuresOf({
        wallets,
        positions,
        baseline: tradedWallets(account).map(({ name }) => account.paperBalances?.[name] ?? {}),
      });
      const { quotes } = worldOf([account]);
      const assets = await Promise.all(
        sums.map(async (sum) => ({
          ...sum,
          priceUsd: await quotes.usd(sum.asset).catch(() => undefined),
        })),
      );
      return { account, assets: assets.sort(byWorth) };
    },
  };
}

/** Digits that are finer than any exchange's sizes. */
const sizeDigits = 12;

type Amounts = Readonly<Record<string, string>>;

interface Holdings {
  readonly wallets: readonly Amounts[];
  readonly baseline: readonly Amounts[];
  readonly positions: readonly VenuePosition[];
}

/** Returns every asset that is held, was held at first, or is owed by a contract. */
export function exposuresOf({
  wallets,
  baseline,
  positions,
}: Holdings): readonly Omit<AssetExposure, 'priceUsd'>[] {
  const held = sumsOf(wallets.flatMap((wallet) => Object.entries(wallet)));
  const first = sumsOf(baseline.flatMap((wallet) => Object.entries(wallet)));
  const perps = sumsOf(
    positions.map((position) => {
      // Contracts times their size may have a rounding error.
      const size = roundTo(baseOf(position), sizeDigits);
      return [symbolParts(position.symbol).base, position.side === 'long' ? size : -size];
    }),
  );
  const assets = new Set([...held.keys(), ...first.keys(), ...perps.keys()]);
  return [...assets]
    .map((asset) => {
      const [total, begun, perp] = [held, first, perps].map((sums) => sums.get(asset) ?? zeroExact);
      const spot = subtractExact(total ?? zeroExact, begun ?? zeroExact);
      return {
        asset,
        held: numberOf(total),
        baseline: numberOf(begun),
        spot: numberOf(spot),
        perp: numberOf(perp),
        net: numberOf(addExact(spot, perp ?? zeroExact)),
      };
    })
    .filter(({ held: has, baseline: had, perp }) => has !== 0 || had !== 0 || perp !== 0);
}

function sumsOf(
  entries: Iterable<readonly [asset: string, amount: string | number]>,
): ReadonlyMap<string, Exact> {
  const sums = new Map<string, Exact>();
  for (const [asset, amount] of entries) {
    sums.set(asset, addExact(sums.get(asset) ?? zeroExact, exactly(amount)));
  }
  return sums;
}

function numberOf(amount: Exact = zeroExact): number {
  return Number(formatExact(amount));
}

function byWorth(left: AssetExposure, right: AssetExposure): number {
  const worthOf = ({ net, priceUsd }: AssetExposure) =>
    priceUsd === undefined ? -1 : Math.abs(net * priceUsd);
  return worthOf(right) - worthOf(left) || (left.asset < right.asset ? -1 : 1);
}
