import type { Account } from '../../model/account.ts';
import { overriddenFees } from '../../model/feeOverrides.ts';
import { marketClassOf } from '../../model/order.ts';
import type { VenueTradingFee } from '../feesPort.ts';
import type { PaperVenue } from '../paperPort.ts';
import type { PerpMarket } from '../perpsPort.ts';

/** Fees that the engine charges, in whole parts per million; negative is a rebate. */
interface ChargedFees {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

const ppmPerBps = 100;

/**
 * Returns an account's fees in a market: its own, else the venue's base tier if it has such
 * markets.
 */
export function chargedFees(
  account: Account,
  { rules }: PaperVenue,
  { symbol, marketType }: PerpMarket,
): ChargedFees | undefined {
  const base = rules[marketClassOf(marketType)];
  if (!base) return undefined;
  const own = overriddenFees(account, symbol)?.fees;
  if (!own) return { makerFeePpm: base.makerFeePpm, takerFeePpm: base.takerFeePpm };
  return { makerFeePpm: toPpm(own.makerBps), takerFeePpm: toPpm(own.takerBps) };
}

/**
 * Returns the fees that the venue says accounts pay: the base tier. Overrides come from the owner
 * and not from the venue; callers that read fees apply them first.
 */
export function toTradingFee(
  { rules }: PaperVenue,
  { marketType }: PerpMarket,
): VenueTradingFee | undefined {
  const base = rules[marketClassOf(marketType)];
  return (
    base && {
      makerBps: base.makerFeePpm / ppmPerBps,
      takerBps: base.takerFeePpm / ppmPerBps,
      tier: 'base',
      isTierBased: true,
    }
  );
}

/** Converts bps to ppm. Fees in bps have two decimals, so rounding removes only float errors. */
function toPpm(bps: number): number {
  return Math.round(bps * ppmPerBps);
}
