import type { Reason } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import { type Call, marketOf } from './call.ts';
import { notSimulated, type Refusal, refusals } from './errors.ts';

/** GET leveragepreferences: contracts with a leverage of their own, and no others. */
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

/** PUT leveragepreferences: a contract is isolated with a leverage, and in cross without one. */
export function setPreference(call: Call): object {
  const market = contractOf(call);
  const text = call.parameters.decimal('maxLeverage');
  if (text === undefined) {
    set(call, market, { mode: 'cross', leverage: market.instrument.leverageDefault });
    return {};
  }
  const leverage = Number(text);
  if (!Number.isInteger(leverage)) throw notSimulated('leverage that is not whole');
  // In cross a contract has the first level of its margin schedule: no more can be chosen.
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

/** Both, or neither. */
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
 * The exchange takes positions into another mode where their margin allows it; the engine never
 * does, and so it is answered as where the margin does not allow it.
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
