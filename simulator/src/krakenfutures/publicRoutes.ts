import { decimalsOf } from '../exchange/amounts.ts';
import type { Market } from '../exchange/market.ts';
import type { DepthLevel } from '../exchange/prices.ts';
import { allMarkets, marketOf, open, type PublicCall, type Routes } from './call.ts';
import { refusals } from './errors.ts';
import { fundingFields } from './fundingRates.ts';
import { isoTime, toNumber } from './numbers.ts';
import { assetId } from './traits.ts';

const root = '/derivatives/api/v3';
/** A date long before any test. */
const openingDate = '2022-01-01T00:00:00.000Z';
const positionMax = 1_000_000;
/** More levels than any shown book. */
const levelsMax = 10_000;

export const publicRoutes: Routes = {
  [`GET ${root}/instruments`]: open(({ exchange }) => ({
    instruments: allMarkets(exchange).map(instrumentAnswer),
  })),
  [`GET ${root}/tickers`]: open((call) => ({
    tickers: allMarkets(call.exchange).map((market) => tickerAnswer(call, market)),
  })),
  [`GET ${root}/tickers/{symbol}`]: open((call) => ({
    ticker: tickerAnswer(call, askedMarket(call)),
  })),
  [`GET ${root}/orderbook`]: open(orderBook),
};

function instrumentAnswer(market: Market): object {
  const { id, definition } = market;
  const { tick, lot, contractSize, expiry, isInverse, base, quote } = definition;
  const levels = marginLevels(market);
  return {
    symbol: id,
    type: isInverse ? 'futures_inverse' : 'flexible_futures',
    ...(expiry !== undefined && { lastTradingTime: isoTime(expiry) }),
    tickSize: Number(tick),
    contractSize: Number(contractSize ?? '1'),
    tradeable: true,
    impactMidSize: 1,
    maxPositionSize: positionMax,
    openingDate,
    marginLevels: levels,
    ...(expiry === undefined && { fundingRateCoefficient: 8, maxRelativeFundingRate: 0.001 }),
    contractValueTradePrecision: precisionOf(lot),
    postOnly: false,
    retailMarginLevels: levels,
    category: '',
    tags: [],
    base: assetId(base),
    quote,
    pair: `${assetId(base)}:${quote}`,
  };
}

const millionth = 1e-6;

/** Returns the margin levels by position size; in cross mode the first level gives the leverage. */
function marginLevels({ instrument, definition }: Market): readonly object[] {
  const { tiers, leverageDefault } = instrument;
  const sizeName = definition.isInverse ? 'contracts' : 'numNonContractUnits';
  return tiers.map(({ ratePpm, leverageMax }, at) => ({
    [sizeName]: toNumber(tiers[at - 1]?.notionalMax ?? 0n),
    initialMargin: 1 / Math.min(leverageMax ?? leverageDefault, leverageDefault),
    maintenanceMargin: Number(ratePpm) * millionth,
  }));
}

/** Returns the decimals of a size; below zero when sizes are multiples of ten. */
function precisionOf(lot: string): number {
  const zeros = /^[1-9]\d*?(0+)$/.exec(lot)?.[1];
  return zeros === undefined ? decimalsOf(lot) : -zeros.length;
}

function tickerAnswer({ exchange }: PublicCall, market: Market): object {
  const { bids, asks } = exchange.prices.depth(market, 1);
  const sideOf = (name: string, level: DepthLevel | undefined) =>
    level && { [name]: toNumber(level.price), [`${name}Size`]: toNumber(level.quantity) };
  const mark = toNumber(exchange.prices.markPrice(market) ?? 0n);
  // Triggers use the mid price here, so callers have to compare with it.
  const last = mark;
  const { kind, base, quote } = market.definition;
  return {
    symbol: market.id,
    tag: kind === 'future' ? 'quarter' : 'perpetual',
    pair: `${assetId(base)}:${quote}`,
    last,
    lastTime: isoTime(exchange.now()),
    markPrice: mark,
    indexPrice: mark,
    ...sideOf('bid', bids[0]),
    ...sideOf('ask', asks[0]),
    vol24h: 0,
    volumeQuote: 0,
    openInterest: 0,
    open24h: last,
    high24h: last,
    low24h: last,
    ...(kind === 'swap' && fundingFields(exchange, market)),
    lastSize: 0,
    change24h: 0,
    suspended: false,
    postOnly: false,
  };
}

function askedMarket({ exchange, parameters }: PublicCall): Market {
  const market = marketOf(exchange, parameters.required('symbol'));
  if (!market) throw refusals.noContract();
  return market;
}

function orderBook(call: PublicCall): object {
  const { exchange } = call;
  const market = askedMarket(call);
  const { bids, asks } = exchange.prices.depth(market, levelsMax);
  const level = ({ price, quantity }: DepthLevel) => [toNumber(price), toNumber(quantity)];
  return { orderBook: { bids: bids.map(level), asks: asks.map(level) } };
}
