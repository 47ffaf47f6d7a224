import type { Account } from '../../model/account.ts';
import { overriddenFees } from '../../model/feeOverrides.ts';
import { marketClassOf } from '../../model/order.ts';
import type { VenueTradingFee } from '../feesPort.ts';
import type { PaperVenue } from '../paperPort.ts';
import type { PerpMarket } from '../perpsPort.ts';

/** What the engine charges, in whole parts in a million; negative is a rebate. */
interface ChargedFees {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

const ppmPerBps = 100;

/** Of an account in a market: its own, else the base tier of the venue, if it has such markets. */
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
 * What the venue says that accounts pay: the base tier. Overrides are the owner's word and not the
 * venue's; whoever asks for fees puts them before it.
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

/** Fees in bps have two decimals, so this only takes away what floats add. */
function toPpm(bps: number): number {
  return Math.round(bps * ppmPerBps);
}
