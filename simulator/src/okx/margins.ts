import type { MarginMode, Reason } from '@windlass/matching';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { Account } from '../exchange/records.ts';

/**
 * The exchange keeps a leverage for each margin mode of a market, and every order names the mode.
 * The engine has one mode for a market, with the leverage of that mode.
 */
export interface Margins {
  leverage(account: Account, market: Market, mode: MarginMode): number;
  /** Sets a leverage; returns why it was refused, or undefined when it is set. */
  setLeverage(account: Account, market: Market, setting: LeverageSetting): Reason | undefined;
  /** Puts a market into the mode of an order, unless something is open there in the other mode. */
  enter(account: Account, market: Market, mode: MarginMode): Reason | undefined;
}

export interface LeverageSetting {
  readonly mode: MarginMode;
  readonly leverage: number;
}

export function createMargins({ accounts }: Pick<Exchange, 'accounts'>): Margins {
  /** Leverages of the mode that the engine is not in. */
  const others = new Map<string, number>();
  const keyOf = (account: Account, { name }: Market) => `${account.number} ${name}`;
  const isCurrent = (account: Account, market: Market, mode: MarginMode) =>
    accounts.marginMode(account, market) === mode;
  const otherOf = (account: Account, market: Market) =>
    others.get(keyOf(account, market)) ?? market.instrument.leverageDefault;
  return {
    leverage: (account, market, mode) =>
      isCurrent(account, market, mode)
        ? accounts.leverage(account, market)
        : otherOf(account, market),
    setLeverage(account, market, { mode, leverage }) {
      if (isCurrent(account, market, mode)) {
        return accounts.setLeverage(account, market, leverage);
      }
      if (leverage < 1 || leverage > market.instrument.leverageMax) return 'BAD_LEVERAGE';
      others.set(keyOf(account, market), leverage);
      return undefined;
    },
    enter(account, market, mode) {
      if (isCurrent(account, market, mode)) return undefined;
      const [left, entered] = [accounts.leverage(account, market), otherOf(account, market)];
      const refused = accounts.setMarginMode(account, market, mode);
      if (refused !== undefined) return refused;
      others.set(keyOf(account, market), left);
      return accounts.setLeverage(account, market, entered);
    },
  };
}
