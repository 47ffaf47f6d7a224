import { wholeUnit } from '@windlass/matching';
import type { Call, Wallet } from '../call.ts';
import { money } from '../futures/answers.ts';
import { assetSums } from '../futures/holdings.ts';
import { earnedIn } from './earned.ts';

const wallets: readonly Wallet[] = ['spot', 'usdm', 'coinm'];

/** An asset with all that the account has of it. */
interface Holdings {
  readonly asset: string;
  /**
   * Balance of the cross margin wallet: all but the profit of contracts since the last collection.
   */
  readonly cross: bigint;
  readonly locked: bigint;
  readonly um: bigint;
  readonly cm: bigint;
  readonly umUnrealised: bigint;
  readonly cmUnrealised: bigint;
  readonly maintenance: bigint;
}

function assetsOf(call: Call): Holdings[] {
  const rows = wallets.map((wallet) => call.exchange.accounts.wallets(call.account, wallet));
  const names = new Set(rows.flat().map(({ asset }) => asset));
  const [um, cm] = [earnedIn(call, 'usdm'), earnedIn(call, 'coinm')];
  const [umSums, cmSums] = (['usdm', 'coinm'] as const).map((wallet) => {
    const sums = assetSums({ ...call, wallet });
    return new Map(sums.map((each) => [each.asset, each]));
  });
  return [...names].map((asset) => {
    const own = rows.flat().filter((each) => each.asset === asset);
    const earned = { um: um.get(asset) ?? 0n, cm: cm.get(asset) ?? 0n };
    const total = own.reduce((sum, each) => sum + each.total, 0n);
    return {
      asset,
      ...earned,
      cross: total - earned.um - earned.cm,
      locked: own.reduce((sum, { reserved }) => sum + reserved, 0n),
      umUnrealised: umSums?.get(asset)?.unrealised ?? 0n,
      cmUnrealised: cmSums?.get(asset)?.unrealised ?? 0n,
      maintenance:
        (umSums?.get(asset)?.maintenance ?? 0n) + (cmSums?.get(asset)?.maintenance ?? 0n),
    };
  });
}

export function balance(call: Call): object[] {
  return assetsOf(call).map(({ asset, cross, locked, um, cm, ...sums }) => ({
    asset,
    totalWalletBalance: money(cross + um + cm),
    crossMarginAsset: money(cross),
    crossMarginBorrowed: '0.0',
    crossMarginFree: money(cross - locked),
    crossMarginInterest: '0.0',
    crossMarginLocked: money(locked),
    umWalletBalance: money(um),
    umUnrealizedPNL: money(sums.umUnrealised),
    cmWalletBalance: money(cm),
    cmUnrealizedPNL: money(sums.cmUnrealised),
    updateTime: call.exchange.now(),
    negativeBalance: '0.0',
  }));
}

/** Returns the account's sums in dollars over all assets, as the exchange reports them. */
export function marginAccount(call: Call): object {
  const assets = assetsOf(call);
  const sum = (part: (each: Holdings) => bigint) =>
    assets.reduce((all, each) => all + (part(each) * priceOf(call, each.asset)) / wholeUnit, 0n);
  const unrealised = sum(({ umUnrealised, cmUnrealised }) => umUnrealised + cmUnrealised);
  const equity = sum(({ cross, um, cm }) => cross + um + cm) + unrealised;
  const locked = sum((each) => each.locked);
  const maintenance = sum((each) => each.maintenance);
  const ratio = maintenance === 0n ? '999' : money((equity * wholeUnit) / maintenance);
  return {
    uniMMR: ratio,
    accountEquity: money(equity),
    actualEquity: money(equity),
    accountInitialMargin: money(locked),
    accountMaintMargin: money(maintenance),
    accountStatus: 'NORMAL',
    virtualMaxWithdrawAmount: money(equity - locked),
    totalAvailableBalance: money(equity - locked),
    totalMarginOpenLoss: '0.00000000',
    updateTime: call.exchange.now(),
  };
}

/** Returns an asset's price in dollars; one dollar when there is no market against the dollar. */
function priceOf({ exchange }: Call, asset: string): bigint {
  const market = exchange.market('usdm', `${asset}USDT`);
  return (market && exchange.prices.markPrice(market)) ?? wholeUnit;
}
