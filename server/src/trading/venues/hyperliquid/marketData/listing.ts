import { stepDecimals } from '../../../../kit/numbers.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { CcxtMarket, TickerRow, VenueListing } from '../../shared/venueListing.ts';
import { readPositive, readVolume, valueAt } from '../../shared/wireFields.ts';

export const hyperliquidListing: VenueListing = {
  ccxtClass: 'hyperliquid',
  // Perpetuals only (Trading, conventions), and none of the builders' exchanges (hip3), which have
  // names other than ours.
  marketQueries: [{ types: ['swap'] }],
  correct,
  priceDigitsMax: 5,
  tickerQueries: [
    {
      path: 'info',
      api: 'public',
      method: 'POST',
      params: { type: 'metaAndAssetCtxs' },
      groups: ['linear'],
      rows: perpetualRows,
    },
  ],
  readTicker,
};

/** Decimals of a perpetual's price and quantity together. */
const decimalsMax = 6;

/**
 * Prices have five significant digits here and as many decimals as the quantity leaves; ccxt
 * invents a step from the present price. Its id of a perpetual is a number; the venue's name is the
 * coin.
 */
function correct(market: CcxtMarket): CcxtMarket {
  const { name } = market.info;
  const id = typeof name === 'string' ? name : '';
  const { amount } = market.precision;
  const price =
    amount === undefined ? undefined : Number(`1e-${decimalsMax - stepDecimals(amount)}`);
  return { ...market, id, precision: { amount, price } };
}

/** Names are in one list and figures in another, in the same order. */
function perpetualRows(answer: unknown): readonly TickerRow[] | undefined {
  const universe = valueAt(answer, 0, 'universe');
  const figures = valueAt(answer, 1);
  if (!Array.isArray(universe) || !Array.isArray(figures)) return undefined;
  if (universe.length !== figures.length) return undefined;
  return universe.flatMap((entry, i) => {
    const venueSymbol = valueAt(entry, 'name');
    const fields: unknown = figures[i];
    return typeof venueSymbol === 'string' && isFields(fields) ? [{ venueSymbol, fields }] : [];
  });
}

function readTicker(fields: Fields) {
  return {
    // There is no last trade. An empty book has no mid, so the mark price replaces it.
    last: readPositive(fields.midPx) ?? readPositive(fields.markPx),
    quoteVolume24h: readVolume(fields.dayNtlVlm),
    baseVolume24h: readVolume(fields.dayBaseVlm),
  };
}
