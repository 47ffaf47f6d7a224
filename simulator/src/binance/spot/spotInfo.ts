import type { Market } from '../../exchange/market.ts';
import { openOrdersMax } from '../../exchange/orderEntry.ts';
import type { PublicCall } from '../call.ts';
import { spotDecimals } from '../decimals.ts';
import { amountOf } from '../parameters.ts';
import { text } from './answers.ts';
import { spotTypeWords } from './parseOrder.ts';

/** The largest numbers that the exchange writes into filters. */
const pricesMax = '1000000.00000000';
const quantityMax = '9000000.00000000';
const notionalMax = '9000000.00000000';

export function spotInfo({ exchange, ...call }: PublicCall): object {
  const one = call.optionalMarket();
  const markets = one ? [one] : exchange.markets('spot');
  return {
    timezone: 'UTC',
    serverTime: exchange.now(),
    rateLimits: [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 },
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100 },
      { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 200000 },
    ],
    exchangeFilters: [],
    symbols: markets.map(toSymbol),
  };
}

function toSymbol({ id, definition }: Market): object {
  const { base, quote } = definition;
  return {
    symbol: id,
    status: 'TRADING',
    baseAsset: base,
    baseAssetPrecision: spotDecimals,
    quoteAsset: quote,
    quotePrecision: spotDecimals,
    quoteAssetPrecision: spotDecimals,
    baseCommissionPrecision: spotDecimals,
    quoteCommissionPrecision: spotDecimals,
    orderTypes: spotTypeWords,
    icebergAllowed: false,
    ocoAllowed: true,
    otoAllowed: false,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: false,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(definition),
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_MAKER'],
  };
}

function filtersOf({ tick, lot, minQuantity, maxQuantity, minNotional }: Market['definition']) {
  const decimal = (step: string) => text(amountOf(step));
  const minPrice = decimal(tick);
  return [
    { filterType: 'PRICE_FILTER', minPrice, maxPrice: pricesMax, tickSize: minPrice },
    {
      filterType: 'LOT_SIZE',
      minQty: decimal(minQuantity),
      maxQty: maxQuantity === undefined ? quantityMax : decimal(maxQuantity),
      stepSize: decimal(lot),
    },
    {
      filterType: 'NOTIONAL',
      minNotional: decimal(minNotional),
      applyMinToMarket: true,
      maxNotional: notionalMax,
      applyMaxToMarket: false,
      avgPriceMins: 5,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: openOrdersMax },
  ];
}
