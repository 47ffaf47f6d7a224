import { type Exact, parseExact } from '../../../../../kit/exact.ts';
import type { InstrumentSymbol } from '../../../../model/symbol.ts';
import { percentToBps } from '../../../shared/feeBps.ts';
import { isFields } from '../../../shared/json.ts';
import { DialectRefusal } from '../../../shared/live/failures.ts';
import type { FeesDialect } from '../../../shared/live/feesDialect.ts';
import { required } from '../../../shared/live/shapes.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { toVenueInstrument } from '../../symbols.ts';
import { tradeVolume } from './endpoints.ts';

/**
 * The spot key can read the fees of contracts as well: the schedules that the futures venue still
 * lists are no longer what it charges.
 */
export const krakenAccountFees: FeesDialect = {
  marketTypes: ['spot', 'swap', 'future'],
  async tradingFee({ client }, { symbol, marketType }) {
    const isSpot = marketType === 'spot';
    const name = isSpot ? client.market(symbol).id : productOf(symbol);
    const answer = await tradeVolume(client, {
      pair: isSpot ? name : [{ asset: name, aclass: 'derivatives' }],
    });
    const taker = percentIn(valueAt(answer, 'result', 'fees'), name);
    if (!taker) throw new DialectRefusal(`The exchange reports no fees for ${name}.`);
    // A pair without separate maker fees charges both sides the same.
    const maker = percentIn(valueAt(answer, 'result', 'fees_maker'), name) ?? taker;
    return {
      makerBps: percentToBps(maker),
      takerBps: percentToBps(taker),
      // It gives the volume of the tier, and no name.
      tier: undefined,
      isTierBased: true,
    };
  },
};

function productOf(symbol: InstrumentSymbol): string {
  const instrument = toVenueInstrument(symbol);
  if (instrument?.market !== 'futures') {
    throw new DialectRefusal(`The exchange has no contract ${symbol}.`);
  }
  return instrument.venueSymbol;
}

/** Returns the fee of one pair in percent; under any name, when there is only one. */
function percentIn(fees: unknown, name: string): Exact | undefined {
  if (!isFields(fees)) return undefined;
  const all = Object.values(fees);
  const own = fees[name] ?? (all.length === 1 ? all[0] : undefined);
  const fee = valueAt(own, 'fee');
  if (fee === undefined || fee === null) return undefined;
  return required(parseExact(String(fee)), `fee of ${name}`);
}
