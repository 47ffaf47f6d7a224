import type { PositionLeg } from '@windlass/matching';
import type { Market } from '../../exchange/market.ts';
import { type PositionAmounts, positionAmounts } from '../../exchange/positions.ts';
import { priceOf } from '../../exchange/prices.ts';
import { isOpen } from '../../exchange/records.ts';
import type { Call } from '../call.ts';

/** A market of the account, with the position in it. */
export interface Holding {
  readonly market: Market;
  /** Undefined for a market's only position. */
  readonly leg: PositionLeg | undefined;
  readonly amounts: PositionAmounts;
  readonly maintenance: bigint;
  readonly leverage: number;
  readonly isIsolated: boolean;
  readonly mark: bigint;
  /** Zero when no price would liquidate the position. */
  readonly liquidationPrice: bigint;
  /** Time of the last change; zero when there was none. */
  readonly updatedAt: number;
  /** Margin that the open orders hold. */
  readonly ordersMargin: bigint;
}

/** An asset of the account, with the value of its positions. */
export interface AssetSums {
  readonly asset: string;
  readonly total: bigint;
  /** Balance without the margin of isolated positions. */
  readonly cross: bigint;
  readonly crossUnrealised: bigint;
  readonly unrealised: bigint;
  readonly maintenance: bigint;
  readonly positions: bigint;
  readonly orders: bigint;
  readonly available: bigint;
}

export function holdingsOf({ exchange, account, wallet, ...call }: Call): Holding[] {
  const one = call.optionalMarket();
  const open = exchange.orders(account, wallet).filter(isOpen);
  const { accounts } = exchange;
  const markets = one ? [one] : exchange.markets(wallet);
  const all = markets.flatMap((market) =>
    accounts.legs(account, market).map((leg) => ({ market, leg })),
  );
  return all.map(({ market, leg }) => {
    const mark = exchange.prices.markPrice(market);
    const position = accounts.position(account, market, leg);
    const amounts = positionAmounts(market, position, mark);
    const risk = accounts.risk(account, market, leg);
    const orders = open.filter(
      (order) => order.market === market && order.state.positionLeg === leg,
    );
    return {
      market,
      leg,
      amounts,
      mark: mark ?? 0n,
      maintenance: risk?.maintenance ?? 0n,
      liquidationPrice: priceOf(market, risk?.liquidationTicks ?? 0),
      updatedAt: position?.updatedAt ?? 0,
      leverage: accounts.leverage(account, market),
      isIsolated: accounts.marginMode(account, market) === 'isolated',
      ordersMargin: orders.reduce((sum, { state }) => sum + state.reserved, 0n),
    };
  });
}

export function isHeld({ amounts, ordersMargin }: Holding): boolean {
  return amounts.quantity !== 0n || ordersMargin !== 0n;
}

export function assetSums(call: Call): AssetSums[] {
  const holdings = holdingsOf({ ...call, optionalMarket: () => undefined });
  return call.exchange.accounts
    .wallets(call.account, call.wallet)
    .map(({ asset, total, reserved }) => {
      const own = holdings.filter(({ market }) => market.settle === asset);
      const sum = (part: (holding: Holding) => bigint) =>
        own.reduce((all, holding) => all + part(holding), 0n);
      const positions = sum(({ amounts }) => amounts.margin);
      return {
        asset,
        total,
        positions,
        cross: total - sum((each) => (each.isIsolated ? each.amounts.margin : 0n)),
        crossUnrealised: sum((each) => (each.isIsolated ? 0n : each.amounts.unrealised)),
        unrealised: sum(({ amounts }) => amounts.unrealised),
        maintenance: sum(({ maintenance }) => maintenance),
        orders: reserved - positions,
        available: total > reserved ? total - reserved : 0n,
      };
    });
}
