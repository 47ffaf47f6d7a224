import { amountText } from '@windlass/matching';
import { marketClassOf } from '../../model/order.ts';
import type { MeansNow, VenueOrder } from '../venuePort.ts';
import { chargedFees } from './fees.ts';
import { walletOf } from './instruments.ts';
import { baseText } from './orderStates.ts';
import type { PaperAccount } from './types.ts';

/**
 * Returns the funds of an account as the engine has them now, durable or not: the engine judges the
 * next order by exactly these.
 */
export function meansNow(
  { account, ledger, collateral, venue }: PaperAccount,
  market: Pick<VenueOrder, 'symbol' | 'marketType' | 'side'>,
): MeansNow {
  const { engine } = ledger;
  const { symbol, marketType, side } = market;
  const wallet = walletOf(venue, marketType);
  const instrument = engine.instrument(symbol);
  const positions = engine.positions(wallet).filter((position) => position.symbol === symbol);
  const lotsOf = (sign: 1 | -1): number =>
    positions.reduce((sum, { lots }) => sum + Math.max(0, lots * sign), 0);
  const { perp, spot } = venue.rules;
  const isSpot = marketClassOf(marketType) === 'spot';
  const fees = chargedFees(account, venue, market);
  // A buy may pay its fee in what it receives.
  const isFeeHeld = !isSpot || (side === 'buy' && spot?.feeAsset === 'quote');
  const worstPpm = Math.max(0, fees?.makerFeePpm ?? 0, fees?.takerFeePpm ?? 0);
  const set = positions[0]?.leverage ?? perp?.leverage?.default ?? perp?.leverageFixed;
  return {
    free: (asset) => {
      const { own, contracts } = engine.means(wallet, asset);
      return amountText(isSpot ? own : contracts);
    },
    long: instrument ? baseText(instrument, lotsOf(1)) : '0',
    short: instrument ? baseText(instrument, lotsOf(-1)) : '0',
    // While a coin has no price, the real margin may exceed what counts now.
    leverage: collateral.isPriced() ? set : undefined,
    feeRate: isFeeHeld ? worstPpm / 1e6 : 0,
  };
}
