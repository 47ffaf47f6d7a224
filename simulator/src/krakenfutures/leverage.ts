import type { Reason } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import { type Call, marketOf } from './call.ts';
import { notSimulated, type Refusal, refusals } from './errors.ts';

/** GET leveragepreferences: only the contracts with a leverage of their own. */
export function preferences({ exchange, account }: Call): object {
  const { accounts } = exchange;
  const isolated = exchange
    .markets('flex')
    .filter((market) => accounts.marginMode(account, market) === 'isolated');
  return {
    leveragePreferences: isolated.map((market) => ({
      symbol: market.id,
      maxLeverage: accounts.leverage(account, market),
    })),
  };
}

/** PUT leveragepreferences: makes a contract isolated with a leverage, or cross without one. */
export function setPreference(call: Call): object {
  const market = contractOf(call);
  const text = call.parameters.decimal('maxLeverage');
  if (text === undefined) {
    set(call, market, { mode: 'cross', leverage: market.instrument.leverageDefault });
    return {};
  }
  const leverage = Number(text);
  if (!Number.isInteger(leverage)) throw notSimulated('leverage that is not whole');
  // In cross mode a contract has the first level of its margin schedule, the highest leverage.
  if (leverage < 1) throw refusals.invalid('maxLeverage');
  if (leverage > market.instrument.leverageDefault) throw refusals.tooHigh();
  set(call, market, { mode: 'isolated', leverage });
  return {};
}

function contractOf({ exchange, parameters }: Call): Market {
  const market = marketOf(exchange, parameters.required('symbol'));
  if (!market) throw refusals.unknownContract();
  if (market.wallet !== 'flex') throw refusals.notFlexible();
  return market;
}

interface Preference {
  readonly mode: 'cross' | 'isolated';
  readonly leverage: number;
}

/** Sets mode and leverage, or neither. */
function set({ exchange, account }: Call, market: Market, { mode, leverage }: Preference): void {
  const { accounts } = exchange;
  const before = accounts.marginMode(account, market);
  const refused = accounts.setMarginMode(account, market, mode);
  if (refused) throw refusalOf(refused);
  const unset = accounts.setLeverage(account, market, leverage);
  if (!unset) return;
  accounts.setMarginMode(account, market, before);
  throw refusalOf(unset);
}

/**
 * Returns the refusal. The exchange changes the mode of positions when their margin allows it. The
 * engine never does, so the answer is that of a margin that does not allow it.
 */
function refusalOf(reason: Reason): Refusal {
  switch (reason) {
    case 'POSITION_OPEN':
    case 'ORDERS_OPEN':
      return refusals.wouldLiquidate();
    case 'INSUFFICIENT_BALANCE':
      return refusals.noMargin();
    case 'BAD_LEVERAGE':
      return refusals.tooHigh();
    default:
      throw new Error(`Must hold: a preference is not refused for ${reason}`);
  }
}
