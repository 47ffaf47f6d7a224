import { fixedText } from '../exchange/amounts.ts';
import type { Market } from '../exchange/market.ts';
import { openOrdersMax } from '../exchange/orderEntry.ts';
import type { DepthLevel } from '../exchange/prices.ts';
import { type PublicCall, pairNamed, pairsNamed, type Routes, wallet } from './call.ts';
import {
  type AssetNames,
  altNameOf,
  assetNames,
  priceDecimals,
  volumeDecimals,
  wsNameOf,
} from './pairs.ts';

/** Levels of a book when the request names no number, and at most. */
const levelsDefault = 100;
const levelsMax = 500;
/** Decimals of quantities in a book. */
const depthDecimals = 3;
/** A fee of so many millionths is one percent. */
const ppmPerPercent = 10_000;

export const publicRoutes: Routes<PublicCall> = {
  Time: ({ exchange }) => ({
    unixtime: Math.floor(exchange.now() / 1_000),
    rfc1123: new Date(exchange.now()).toUTCString(),
  }),
  SystemStatus: ({ exchange }) => ({
    status: 'online',
    timestamp: new Date(exchange.now()).toISOString(),
  }),
  Assets: assets,
  AssetPairs: (call) => byPair(pairsNamed(call), assetPair),
  Ticker: (call) => byPair(pairsNamed(call), (market) => ticker(call, market)),
  Depth: depth,
};

function byPair(markets: readonly Market[], show: (market: Market) => object): object {
  return Object.fromEntries(markets.map((market) => [market.id, show(market)]));
}

function assets({ exchange }: PublicCall): object {
  const names = exchange
    .markets(wallet)
    .flatMap(({ definition }) => [assetNames(definition.base), assetNames(definition.quote)]);
  const show = ({ altName, decimals }: AssetNames) => ({
    aclass: 'currency',
    altname: altName,
    decimals,
    display_decimals: 5,
    status: 'enabled',
  });
  return Object.fromEntries(names.map((asset) => [asset.id, show(asset)]));
}

function assetPair(market: Market): object {
  const { base, quote, tick, minQuantity, minNotional, ...fees } = market.definition;
  return {
    altname: altNameOf(market),
    wsname: wsNameOf(market),
    aclass_base: 'currency',
    base: assetNames(base).id,
    aclass_quote: 'currency',
    quote: assetNames(quote).id,
    lot: 'unit',
    cost_decimals: 5,
    pair_decimals: priceDecimals(market),
    lot_decimals: volumeDecimals(market),
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fees: [[0, fees.takerFeePpm / ppmPerPercent]],
    fees_maker: [[0, fees.makerFeePpm / ppmPerPercent]],
    fee_volume_currency: 'ZUSD',
    margin_call: 80,
    margin_stop: 40,
    ordermin: minQuantity,
    costmin: minNotional,
    tick_size: tick,
    status: 'online',
    max_open_orders: openOrdersMax,
  };
}

/** Returns a ticker in which only the prices move: a simulated day has no volume. */
function ticker({ exchange }: PublicCall, market: Market): object {
  const { bids, asks } = exchange.prices.depth(market, 1);
  const text = (price: bigint) => fixedText(price, priceDecimals(market));
  const last = text(exchange.prices.lastPrice(market) ?? 0n);
  const none = '0.00000000';
  const best = (level: DepthLevel | undefined) => {
    const quantity = level?.quantity ?? 0n;
    return [text(level?.price ?? 0n), fixedText(quantity, 0), fixedText(quantity, depthDecimals)];
  };
  return {
    a: best(asks[0]),
    b: best(bids[0]),
    c: [last, none],
    v: [none, none],
    p: [last, last],
    t: [0, 0],
    l: [last, last],
    h: [last, last],
    o: last,
  };
}

function depth(call: PublicCall): object {
  const { exchange, parameters } = call;
  const market = pairNamed(call, parameters.required('pair'));
  const count = Math.min(parameters.whole('count') ?? levelsDefault, levelsMax);
  const { bids, asks } = exchange.prices.depth(market, count);
  const at = Math.floor(exchange.now() / 1_000);
  const rows = (levels: readonly DepthLevel[]) =>
    levels.map(({ price, quantity }) => [
      fixedText(price, priceDecimals(market)),
      fixedText(quantity, depthDecimals),
      at,
    ]);
  return { [market.id]: { asks: rows(asks), bids: rows(bids) } };
}
