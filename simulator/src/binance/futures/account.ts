import { fixedText } from '../../exchange/amounts.ts';
import type { Call, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { decimalsFor } from '../decimals.ts';
import { pairOf } from '../publicRoutes.ts';
import { averageText, money } from './answers.ts';
import { type AssetSums, assetSums, type Holding, holdingsOf, isHeld } from './holdings.ts';
import { positionSideOf } from './positionSides.ts';

/** Notional of the largest position, wherever the exchange names one. */
export const notionalMax = '100000000';

/**
 * @param versions Versions of the endpoints: version 2 lists all markets, version 3 only those
 * held.
 */
export function accountRoutes(
  root: string,
  versions: readonly { readonly path: string; readonly isShort: boolean }[],
): Routes {
  const routes = versions.flatMap(({ path, isShort }) => [
    [`GET ${root}${path}/account`, signed((call) => account(call, isShort))] as const,
    [`GET ${root}${path}/balance`, signed((call) => assetSums(call).map(balance(call)))] as const,
    [`GET ${root}${path}/positionRisk`, signed((call) => positionRisk(call, isShort))] as const,
  ]);
  return Object.fromEntries(routes);
}

function account(call: Call, isShort: boolean): object {
  const assets = assetSums(call);
  const holdings = holdingsOf({ ...call, optionalMarket: () => undefined });
  const at = call.exchange.now();
  const coin = call.wallet === 'coinm';
  return {
    ...(!isShort && {
      feeTier: 0,
      canTrade: true,
      canDeposit: true,
      canWithdraw: true,
      updateTime: 0,
      ...(!coin && { feeBurn: false, multiAssetsMargin: false, tradeGroupId: -1 }),
    }),
    ...(!coin && totals(assets)),
    assets: assets.map((sums) => ({
      asset: sums.asset,
      walletBalance: money(sums.total),
      unrealizedProfit: money(sums.unrealised),
      marginBalance: money(sums.total + sums.unrealised),
      ...margins(sums),
      crossWalletBalance: money(sums.cross),
      crossUnPnl: money(sums.crossUnrealised),
      availableBalance: money(sums.available),
      maxWithdrawAmount: money(sums.available),
      ...(!coin && !isShort && { marginAvailable: true }),
      updateTime: at,
    })),
    positions: holdings
      .filter((holding) => !isShort || isHeld(holding))
      .map((holding) => (isShort ? shortPosition(holding) : position(holding))),
  };
}

export function margins(sums: Pick<AssetSums, 'maintenance' | 'positions' | 'orders'>): object {
  return {
    maintMargin: money(sums.maintenance),
    initialMargin: money(sums.positions + sums.orders),
    positionInitialMargin: money(sums.positions),
    openOrderInitialMargin: money(sums.orders),
  };
}

/** Returns totals in dollars: every asset of this API is worth one dollar. */
function totals(assets: readonly AssetSums[]): object {
  const sum = (part: (sums: AssetSums) => bigint) =>
    assets.reduce((all, each) => all + part(each), 0n);
  const [wallet, unrealised] = [sum(({ total }) => total), sum((each) => each.unrealised)];
  const [positions, orders] = [sum((each) => each.positions), sum((each) => each.orders)];
  const available = sum((each) => each.available);
  return {
    totalInitialMargin: money(positions + orders),
    totalMaintMargin: money(sum(({ maintenance }) => maintenance)),
    totalWalletBalance: money(wallet),
    totalUnrealizedProfit: money(unrealised),
    totalMarginBalance: money(wallet + unrealised),
    totalPositionInitialMargin: money(positions),
    totalOpenOrderInitialMargin: money(orders),
    totalCrossWalletBalance: money(sum(({ cross }) => cross)),
    totalCrossUnPnl: money(sum(({ crossUnrealised }) => crossUnrealised)),
    availableBalance: money(available),
    maxWithdrawAmount: money(available),
  };
}

function identity({ market, leg, amounts }: Holding): object {
  return {
    symbol: market.id,
    positionSide: positionSideOf(leg),
    positionAmt: fixedText(amounts.quantity, decimalsFor(market).quantity),
  };
}

function shortPosition(holding: Holding): object {
  const { amounts, maintenance, ordersMargin, updatedAt } = holding;
  return {
    ...identity(holding),
    unrealizedProfit: money(amounts.unrealised),
    ...isolatedSums(holding),
    notional: money(amounts.notional),
    initialMargin: money(amounts.margin + ordersMargin),
    maintMargin: money(maintenance),
    updateTime: updatedAt,
  };
}

function position(holding: Holding): object {
  const { market, amounts, maintenance, ordersMargin, leverage, isIsolated, updatedAt } = holding;
  const coin = market.wallet === 'coinm';
  const entry = averageText(market, amounts.entryPrice);
  return {
    ...identity(holding),
    ...margins({ maintenance, positions: amounts.margin, orders: ordersMargin }),
    unrealizedProfit: money(amounts.unrealised),
    leverage: String(leverage),
    isolated: isIsolated,
    entryPrice: entry,
    breakEvenPrice: entry,
    ...(coin
      ? { maxQty: notionalMax, notionalValue: money(amounts.notional) }
      : { maxNotional: notionalMax, notional: money(amounts.notional) }),
    ...(!coin && { bidNotional: '0', askNotional: '0' }),
    isolatedWallet: isolatedSums(holding).isolatedWallet,
    updateTime: updatedAt,
  };
}

/** Returns an isolated position's own margin, with and without the position's profit. */
function isolatedSums({ isIsolated, amounts }: Holding) {
  const [wallet, unrealised] = isIsolated ? [amounts.margin, amounts.unrealised] : [0n, 0n];
  return { isolatedMargin: money(wallet + unrealised), isolatedWallet: money(wallet) };
}

function balance({ exchange, wallet, account: owner }: Call) {
  return ({ asset, total, cross, crossUnrealised, available }: AssetSums) => ({
    accountAlias: `account${owner.number}`,
    asset,
    balance: money(total),
    ...(wallet === 'coinm' && { withdrawAvailable: money(available) }),
    crossWalletBalance: money(cross),
    crossUnPnl: money(crossUnrealised),
    availableBalance: money(available),
    ...(wallet === 'usdm' && { maxWithdrawAmount: money(available), marginAvailable: true }),
    updateTime: exchange.now(),
  });
}

function positionRisk(call: Call, isShort: boolean): object[] {
  return risksOf(call)
    .filter((holding) => !isShort || isHeld(holding))
    .map((holding) => {
      const { market, amounts, mark, liquidationPrice, updatedAt } = holding;
      const coin = market.wallet === 'coinm';
      const entry = averageText(market, amounts.entryPrice);
      const shared = {
        ...identity(holding),
        entryPrice: entry,
        breakEvenPrice: entry,
        markPrice: money(mark),
        unRealizedProfit: money(amounts.unrealised),
        liquidationPrice: liquidationPrice === 0n ? '0' : money(liquidationPrice),
        ...isolatedSums(holding),
        [coin ? 'notionalValue' : 'notional']: money(amounts.notional),
        updateTime: updatedAt,
      };
      return { ...shared, ...(isShort ? riskMargins(holding) : riskSettings(holding)) };
    });
}

/** The coin-margined API takes a pair or an asset here, and ignores a symbol. */
export function risksOf(call: Call): Holding[] {
  if (call.wallet !== 'coinm') return holdingsOf(call);
  const [pair, asset] = [call.parameters.text('pair'), call.parameters.text('marginAsset')];
  return holdingsOf({ ...call, optionalMarket: () => undefined }).filter(
    ({ market }) =>
      (pair === undefined || pairOf(market) === pair) &&
      (asset === undefined || market.settle === asset),
  );
}

function riskMargins({ market, amounts, maintenance, ordersMargin }: Holding): object {
  const sums = { maintenance, positions: amounts.margin, orders: ordersMargin };
  return {
    ...margins(sums),
    marginAsset: market.settle,
    adl: 0,
    bidNotional: '0',
    askNotional: '0',
  };
}

function riskSettings({ market, leverage, isIsolated }: Holding): object {
  return {
    leverage: String(leverage),
    [market.wallet === 'coinm' ? 'maxQty' : 'maxNotionalValue']: notionalMax,
    marginType: isIsolated ? 'isolated' : 'cross',
    isAutoAddMargin: 'false',
  };
}
