import type { Market } from '../exchange/market.ts';
import {
  marketsOf,
  open,
  optionalMarket,
  type PublicCall,
  type Routes,
  readCategory,
} from './call.ts';
import { pageOf } from './pages.ts';
import type { Category } from './traits.ts';

/** Rows of a page when the request names no number, and at most. */
const rows = { unasked: 500, most: 1_000 } as const;
/** Largest order that is written when a market names none. */
const quantityMax = '1000000';

const minuteMs = 60_000;

export const instrumentRoutes: Routes = {
  'GET /v5/market/instruments-info': open(instruments),
};

function instruments(call: PublicCall): object {
  // The list of options is empty; other questions about options are not simulated.
  if (call.parameters.text('category') === 'option') {
    return { category: 'option', list: [], nextPageCursor: '' };
  }
  const category = readCategory(call);
  const one = optionalMarket(call, category);
  const status = call.parameters.text('status') ?? 'Trading';
  const all = one ? [one] : marketsOf(call, category);
  // Every market is trading: none is about to start, and none was delisted.
  const listed = status === 'Trading' ? all : [];
  if (category === 'spot') return { category, list: listed.map(spotInstrument) };
  const { shown, nextPageCursor } = pageOf(call.parameters, listed, { ...rows, keyOf });
  const isLast = shown.at(-1) === listed.at(-1);
  return {
    category,
    list: shown.map((market) => contract(call, market, category)),
    nextPageCursor: isLast ? '' : nextPageCursor,
  };
}

function keyOf({ id }: Market): string {
  return id;
}

function spotInstrument({ id, definition }: Market): object {
  const { base, quote, lot, tick, minQuantity, minNotional, maxQuantity } = definition;
  return {
    symbol: id,
    baseCoin: base,
    quoteCoin: quote,
    innovation: '0',
    status: 'Trading',
    marginTrading: 'utaOnly',
    stTag: '0',
    lotSizeFilter: {
      basePrecision: lot,
      quotePrecision: '0.00000001',
      minOrderQty: minQuantity,
      maxOrderQty: maxQuantity ?? quantityMax,
      minOrderAmt: minNotional,
      maxOrderAmt: '4000000',
    },
    priceFilter: { tickSize: tick },
    riskParameters: { priceLimitRatioX: '0.05', priceLimitRatioY: '0.05' },
  };
}

function contract({ exchange }: PublicCall, market: Market, category: Category): object {
  const { id, settle, definition, instrument } = market;
  const { base, quote, kind, lot, tick, minQuantity, minNotional, maxQuantity } = definition;
  const most = maxQuantity ?? quantityMax;
  const word = category === 'linear' ? 'Linear' : 'Inverse';
  return {
    symbol: id,
    contractType: `${word}${kind === 'swap' ? 'Perpetual' : 'Futures'}`,
    status: 'Trading',
    baseCoin: base,
    quoteCoin: quote,
    launchTime: '1585526400000',
    deliveryTime: String(definition.expiry ?? 0),
    deliveryFeeRate: '',
    priceScale: String((tick.split('.')[1] ?? '').length),
    leverageFilter: {
      minLeverage: '1',
      maxLeverage: `${instrument.leverageMax}.00`,
      leverageStep: '0.01',
    },
    priceFilter: { minPrice: tick, maxPrice: '1999999.80', tickSize: tick },
    lotSizeFilter: {
      maxOrderQty: most,
      minOrderQty: minQuantity,
      qtyStep: lot,
      maxMktOrderQty: most,
      postOnlyMaxOrderQty: most,
      minNotionalValue: minNotional,
    },
    unifiedMarginTrade: true,
    fundingInterval: exchange.fundings.of(market).intervalMs / minuteMs,
    settleCoin: settle,
    copyTrading: 'none',
    upperFundingRate: '0.00375',
    lowerFundingRate: '-0.00375',
    isPreListing: false,
    preListingInfo: null,
  };
}
