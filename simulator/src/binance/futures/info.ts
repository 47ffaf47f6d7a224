import { fixedText } from '../../exchange/amounts.ts';
import type { Market } from '../../exchange/market.ts';
import { openOrdersMax } from '../../exchange/orderEntry.ts';
import type { PublicCall } from '../call.ts';
import { decimalsFor, spotDecimals } from '../decimals.ts';
import { amountOf } from '../parameters.ts';
import { pairOf } from '../publicRoutes.ts';
import { forceWords, futuresTypeWords } from './parseOrder.ts';

/** Delivery date that the exchange writes for contracts that never expire. */
const perpetualDelivery = 4_133_404_800_000;
/** A date long before any test. */
const onboardDate = 1_569_398_400_000;
const [pricesMax, quantityMax] = ['1000000', '1000000'];

export function futuresInfo({ exchange, wallet }: PublicCall): object {
  return {
    timezone: 'UTC',
    serverTime: exchange.now(),
    ...(wallet === 'usdm' && { futuresType: 'U_MARGINED' }),
    rateLimits: [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2400 },
      { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: 1200 },
    ],
    exchangeFilters: [],
    ...(wallet === 'usdm' && {
      assets: [...new Set(exchange.markets(wallet).map(({ settle }) => settle))].map((asset) => ({
        asset,
        marginAvailable: true,
        autoAssetExchange: '-10000',
      })),
    }),
    symbols: exchange.markets(wallet).map(toSymbol),
  };
}

function toSymbol(market: Market): object {
  const { base, quote, kind, expiry, contractSize } = market.definition;
  const { price, quantity } = decimalsFor(market);
  const isCoin = market.wallet === 'coinm';
  return {
    symbol: market.id,
    pair: pairOf(market),
    contractType: kind === 'future' ? 'CURRENT_QUARTER' : 'PERPETUAL',
    deliveryDate: expiry ?? perpetualDelivery,
    onboardDate,
    [isCoin ? 'contractStatus' : 'status']: 'TRADING',
    ...(isCoin && { contractSize: Number(contractSize ?? '1'), equalQtyPrecision: 4 }),
    maintMarginPercent: '2.5000',
    requiredMarginPercent: '5.0000',
    baseAsset: base,
    quoteAsset: quote,
    marginAsset: market.settle,
    pricePrecision: price,
    quantityPrecision: quantity,
    baseAssetPrecision: spotDecimals,
    quotePrecision: spotDecimals,
    underlyingType: 'COIN',
    underlyingSubType: [],
    triggerProtect: '0.0500',
    liquidationFee: '0.012500',
    marketTakeBound: '0.05',
    filters: filtersOf(market),
    orderTypes: futuresTypeWords,
    timeInForce: forceWords,
  };
}

function filtersOf(market: Market): object[] {
  const { tick, lot, minQuantity, maxQuantity, minNotional } = market.definition;
  const { price, quantity } = decimalsFor(market);
  const tickSize = fixedText(amountOf(tick), price);
  const size = {
    minQty: fixedText(amountOf(minQuantity), quantity),
    maxQty: maxQuantity ?? quantityMax,
    stepSize: fixedText(amountOf(lot), quantity),
  };
  return [
    { filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice: pricesMax, tickSize },
    { filterType: 'LOT_SIZE', ...size },
    { filterType: 'MARKET_LOT_SIZE', ...size },
    { filterType: 'MAX_NUM_ORDERS', limit: openOrdersMax },
    ...(market.wallet === 'usdm' ? [{ filterType: 'MIN_NOTIONAL', notional: minNotional }] : []),
  ];
}
