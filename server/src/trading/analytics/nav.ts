import { AppError } from '../../kit/errors.ts';
import { otherWalletNames, reachableTypes, tradedWalletNames } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import { walletFor } from '../model/market.ts';
import type { MarketType } from '../model/order.ts';
import { symbolParts } from '../model/symbol.ts';
import type { Perps } from '../perps/types.ts';
import type { WalletName } from '../venues/perpsPort.ts';
import type { VenueBalances } from '../venues/venuePort.ts';
import { positionsIfAny } from './positions/positions.ts';

export interface NavDeps {
  readonly perps: Pick<Perps, 'positions'>;
  readonly balances: (
    accountId: string,
    marketType: MarketType,
  ) => Promise<{ readonly balances: VenueBalances }>;
  /**
   * Returns the balances of a wallet that does not pay for trading; undefined where the exchange
   * refuses to report them. Rejects when they are not known now.
   */
  readonly walletBalances: (
    accountId: string,
    wallet: WalletName,
  ) => Promise<VenueBalances | undefined>;
  /** USD of one unit of an asset; rejects when it is not known. */
  readonly usd: (asset: string) => Promise<number>;
}

/**
 * Returns an account's current worth in USD: its balances, each wallet once, and what closing its
 * positions would bring. Undefined when any part of it is not known: a share of half of the account
 * would look like twice the cost.
 */
export async function navUsd(deps: NavDeps, account: Account): Promise<number | undefined> {
  try {
    const parts = await Promise.all([balancesUsd(deps, account), positionsUsd(deps, account)]);
    return parts[0] + parts[1];
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function balancesUsd(deps: NavDeps, account: Account): Promise<number> {
  const names = tradedWalletNames(account);
  const walletOf = (marketType: MarketType) => walletFor(names, marketType);
  const types = reachableTypes(account);
  const firsts = types.filter(
    (type, at) => types.findIndex((other) => walletOf(other) === walletOf(type)) === at,
  );
  const [wallets, others] = await Promise.all([
    Promise.all(firsts.map((type) => deps.balances(account.id, type))),
    Promise.all(otherWalletNames(account).map((name) => deps.walletBalances(account.id, name))),
  ]);
  const all = [...wallets.map(({ balances }) => balances), ...others.map((each) => each ?? {})];
  const held = all.flatMap((balances) =>
    Object.entries(balances).map(([asset, { total }]) => ({ asset, amount: Number(total) })),
  );
  return worthOf(deps, held);
}

async function positionsUsd(deps: NavDeps, account: Account): Promise<number> {
  const positions = await positionsIfAny(deps.perps, account);
  const open = positions.map(({ symbol, unrealizedPnl }) => {
    const { quote, settle = quote } = symbolParts(symbol);
    if (unrealizedPnl === undefined) throw new AppError('PRICES_UNAVAILABLE');
    return { asset: settle, amount: unrealizedPnl };
  });
  return worthOf(deps, open);
}

interface Amount {
  readonly asset: string;
  readonly amount: number;
}

async function worthOf({ usd }: NavDeps, amounts: readonly Amount[]): Promise<number> {
  const worths = amounts
    .filter(({ amount }) => amount !== 0)
    .map(async ({ asset, amount }) => amount * (await usd(asset)));
  return (await Promise.all(worths)).reduce((sum, worth) => sum + worth, 0);
}
