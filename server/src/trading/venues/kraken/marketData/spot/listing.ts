import { parseExact } from '../../../../../kit/exact.ts';
import type { MakerTakerFees } from '../../../../model/account.ts';
import { percentToBps } from '../../../shared/feeBps.ts';
import { type Fields, isFields } from '../../../shared/json.ts';
import type { CcxtMarket, VenueListing } from '../../../shared/venueListing.ts';
import { product, readPositive, readVolume, valueAt } from '../../../shared/wireFields.ts';

export const krakenSpotListing: VenueListing = {
  ccxtClass: 'kraken',
  marketQueries: [{}],
  readFees: baseFees,
  tickerQueries: [{ path: 'Ticker', api: 'public', groups: ['spot'], rows: spotRows }],
  readTicker: readSpotTicker,
};

/** A pair's tiers are rows of a volume in dollars and a percentage, starting at no volume. */
function baseFees({ info }: CcxtMarket): MakerTakerFees | undefined {
  const takerBps = baseBps(info.fees);
  // Some pairs charge both sides the same.
  const makerBps = baseBps(info.fees_maker) ?? takerBps;
  if (takerBps === undefined || makerBps === undefined) return undefined;
  return { makerBps, takerBps };
}

function baseBps(tiers: unknown): number | undefined {
  const rate = Number(valueAt(tiers, 0, 0)) === 0 ? valueAt(tiers, 0, 1) : undefined;
  const percent = rate === undefined ? undefined : parseExact(String(rate));
  return percent && percentToBps(percent);
}

/** The answer is an object with a field for each pair. */
function spotRows(answer: unknown) {
  const result = valueAt(answer, 'result');
  if (!isFields(result)) return undefined;
  return Object.entries(result).flatMap(([venueSymbol, fields]) =>
    isFields(fields) ? [{ venueSymbol, fields }] : [],
  );
}

/** The two figures of each field are those of today and of the last 24 hours. */
function readSpotTicker(fields: Fields) {
  const baseVolume24h = readVolume(valueAt(fields.v, 1));
  return {
    last: readPositive(valueAt(fields.c, 0)),
    // With the volume-weighted mean price this is the exact turnover.
    quoteVolume24h: product(baseVolume24h, readVolume(valueAt(fields.p, 1))),
    baseVolume24h,
  };
}
