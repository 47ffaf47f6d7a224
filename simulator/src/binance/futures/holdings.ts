import type { Market } from '../../exchange/market.ts';
import { type PositionAmounts, positionAmounts } from '../../exchange/positions.ts';
import { isOpen } from '../../exchange/records.ts';
import type { Call } from '../call.ts';

/** A part in a million of a position's worth: the first bracket of the larger markets. */
const maintenancePpm = 4_000n;

/** A market of the account, with what is held in it. */
export interface Holding {
  readonly market: Market;
  readonly amounts: PositionAmounts;
  readonly maintenance: bigint;
  readonly leverage: number;
  readonly isIsolated: boolean;
  readonly mark: bigint;
  /** What its open orders hold. */
  readonly ordersMargin: bigint;
}

/** An asset of the account, with what its positions are worth. */
export interface AssetSums {
  readonly asset: string;
  readonly total: bigint;
  readonly unrealised: bigint;
  readonly maintenance: bigint;
  readonly positions: bigint;
  readonly orders: bigint;
  readonly available: bigint;
}

export function holdingsOf({ exchange, account, wallet, settings, ...call }: Call): Holding[] {
  const one = call.optionalMarket();
  const open = exchange.orders(account, wallet).filter(isOpen);
  return (one ? [one] : exchange.markets(wallet)).map((market) => {
    const mark = exchange.prices.markPrice(market);
    const amounts = positionAmounts(market, exchange.accounts.position(account, market), mark);
    const worth = amounts.notional < 0n ? -amounts.notional : amounts.notional;
    const orders = open.filter((order) => order.market === market);
    return {
      ...{ market, amounts, mark: mark ?? 0n },
      maintenance: (worth * maintenancePpm) / 1_000_000n,
      leverage: exchange.accounts.leverage(account, market),
      isIsolated: settings.marginType(account, market.id) === 'ISOLATED',
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
        ...{ asset, total, positions },
        unrealised: sum(({ amounts }) => amounts.unrealised),
        maintenance: sum(({ maintenance }) => maintenance),
        orders: reserved - positions,
        available: total > reserved ? total - reserved : 0n,
      };
    });
}
