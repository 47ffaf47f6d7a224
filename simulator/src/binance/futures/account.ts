import { fixedText } from '../../exchange/amounts.ts';
import type { Call, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { decimalsFor } from '../decimals.ts';
import { averageText, money } from './answers.ts';
import { type AssetSums, assetSums, type Holding, holdingsOf, isHeld } from './holdings.ts';

/** The largest position, as far as the exchange names one. */
export const notionalMax = '100000000';

/** @param versions Of the house's endpoints: two lists all markets, three those that are held. */
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
      ...{ feeTier: 0, canTrade: true, canDeposit: true, canWithdraw: true, updateTime: 0 },
      ...(!coin && { feeBurn: false, multiAssetsMargin: false, tradeGroupId: -1 }),
    }),
    ...(!coin && totals(assets)),
    assets: assets.map((sums) => ({
      asset: sums.asset,
      walletBalance: money(sums.total),
      unrealizedProfit: money(sums.unrealised),
      marginBalance: money(sums.total + sums.unrealised),
      ...margins(sums),
      crossWalletBalance: money(sums.total),
      crossUnPnl: money(sums.unrealised),
      availableBalance: money(sums.available),
      maxWithdrawAmount: money(sums.available),
      ...(!coin && !isShort && { marginAvailable: true }),
      updateTime: at,
    })),
    positions: holdings
      .filter((holding) => !isShort || isHeld(holding))
      .map((holding) => (isShort ? shortPosition(holding, at) : position(holding, at))),
  };
}

function margins(sums: Pick<AssetSums, 'maintenance' | 'positions' | 'orders'>): object {
  return {
    maintMargin: money(sums.maintenance),
    initialMargin: money(sums.positions + sums.orders),
    positionInitialMargin: money(sums.positions),
    openOrderInitialMargin: money(sums.orders),
  };
}

/** In dollars: every asset of this house is one. */
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
    totalCrossWalletBalance: money(wallet),
    totalCrossUnPnl: money(unrealised),
    availableBalance: money(available),
    maxWithdrawAmount: money(available),
  };
}

function identity({ market, amounts }: Holding): object {
  return {
    symbol: market.id,
    positionSide: 'BOTH',
    positionAmt: fixedText(amounts.quantity, decimalsFor(market).quantity),
  };
}

function shortPosition(holding: Holding, at: number): object {
  const { amounts, maintenance, ordersMargin } = holding;
  return {
    ...identity(holding),
    unrealizedProfit: money(amounts.unrealised),
    ...{ isolatedMargin: money(0n), notional: money(amounts.notional), isolatedWallet: money(0n) },
    initialMargin: money(amounts.margin + ordersMargin),
    maintMargin: money(maintenance),
    updateTime: at,
  };
}

function position(holding: Holding, at: number): object {
  const { market, amounts, maintenance, ordersMargin, leverage, isIsolated } = holding;
  const coin = market.wallet === 'coinm';
  const entry = averageText(market, amounts.entryPrice);
  return {
    ...identity(holding),
    ...margins({ maintenance, positions: amounts.margin, orders: ordersMargin }),
    unrealizedProfit: money(amounts.unrealised),
    leverage: String(leverage),
    isolated: isIsolated,
    ...{ entryPrice: entry, breakEvenPrice: entry },
    ...(coin
      ? { maxQty: notionalMax, notionalValue: money(amounts.notional) }
      : { maxNotional: notionalMax, notional: money(amounts.notional) }),
    ...(!coin && { bidNotional: '0', askNotional: '0' }),
    isolatedWallet: money(0n),
    updateTime: at,
  };
}

function balance({ exchange, wallet, account: owner }: Call) {
  return ({ asset, total, unrealised, available }: AssetSums) => ({
    accountAlias: `account${owner.number}`,
    asset,
    balance: money(total),
    ...(wallet === 'coinm' && { withdrawAvailable: money(available) }),
    crossWalletBalance: money(total),
    crossUnPnl: money(unrealised),
    availableBalance: money(available),
    ...(wallet === 'usdm' && { maxWithdrawAmount: money(available), marginAvailable: true }),
    updateTime: exchange.now(),
  });
}

/** What is isolated keeps its margin apart from the wallet. */
function positionRisk(call: Call, isShort: boolean): object[] {
  const at = call.exchange.now();
  return holdingsOf(call)
    .filter((holding) => !isShort || isHeld(holding))
    .map((holding) => {
      const { market, amounts, isIsolated, mark } = holding;
      const coin = market.wallet === 'coinm';
      const own = isIsolated ? amounts.margin : 0n;
      const entry = averageText(market, amounts.entryPrice);
      const shared = {
        ...identity(holding),
        ...{ entryPrice: entry, breakEvenPrice: entry, markPrice: money(mark) },
        ...{ unRealizedProfit: money(amounts.unrealised), liquidationPrice: '0' },
        ...{ isolatedMargin: money(own), isolatedWallet: money(own) },
        [coin ? 'notionalValue' : 'notional']: money(amounts.notional),
        updateTime: at,
      };
      return { ...shared, ...(isShort ? riskMargins(holding) : riskSettings(holding)) };
    });
}

function riskMargins({ market, amounts, maintenance, ordersMargin }: Holding): object {
  const sums = { maintenance, positions: amounts.margin, orders: ordersMargin };
  return {
    ...margins(sums),
    ...{ marginAsset: market.settle, adl: 0, bidNotional: '0', askNotional: '0' },
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
