import { decimalsOf } from '../../exchange/amounts.ts';
import { assetsOf } from '../../exchange/assets.ts';
import type { Market } from '../../exchange/market.ts';
import type { DepthLevel } from '../../exchange/prices.ts';
import { open, type PublicCall, type Routes } from '../call.ts';
import { text } from '../wire.ts';
import { pairOf } from './parseOrder.ts';

/** Levels of a book when the request names no number, and at most. */
const levelsDefault = 10;
const levelsMax = 5_000;

/** Public routes of spot. */
export const publicRoutes: Routes = {
  'GET /spot/time': open(({ exchange }) => ({ server_time: exchange.now() })),
  'GET /spot/currencies': open(currencies),
  'GET /spot/currency_pairs': open(({ exchange }) => exchange.markets('spot').map(pair)),
  'GET /spot/currency_pairs/{currency_pair}': open((call) =>
    pair(pairOf(call, call.path.currency_pair ?? '')),
  ),
  // Lending and options are not simulated.
  'GET /margin/currency_pairs': open(() => []),
  'GET /options/underlyings': open(() => []),
  'GET /spot/order_book': open(book),
  'GET /spot/tickers': open(tickers),
};

/** Returns all assets that trade here; no deposits and withdrawals over a chain are simulated. */
function currencies({ exchange }: PublicCall): object[] {
  const closed = { withdraw_disabled: true, withdraw_delayed: false, deposit_disabled: true };
  return assetsOf(exchange.markets('spot')).map((currency) => ({
    currency,
    name: currency,
    delisted: false,
    trade_disabled: false,
    fixed_rate: '',
    chain: currency,
    chains: [],
    ...closed,
  }));
}

function pair({ id, definition }: Market): object {
  const { base, quote, tick, lot, minQuantity, minNotional, takerFeePpm } = definition;
  return {
    id,
    base,
    base_name: base,
    quote,
    quote_name: quote,
    // In percent.
    fee: String(takerFeePpm / 10_000),
    min_base_amount: minQuantity,
    min_quote_amount: minNotional,
    max_quote_amount: '5000000',
    amount_precision: decimalsOf(lot),
    precision: decimalsOf(tick),
    trade_status: 'tradable',
    sell_start: 0,
    buy_start: 0,
    type: 'normal',
  };
}

function book(call: PublicCall): object {
  const { exchange, query } = call;
  const market = pairOf(call, query.required('currency_pair'));
  const limit = query.whole('limit', { least: 1, most: levelsMax }) ?? levelsDefault;
  const { sequence, bids, asks } = exchange.prices.depth(market, limit);
  const levels = (side: readonly DepthLevel[]) =>
    side.map(({ price, quantity }) => [text(price), text(quantity)]);
  const at = exchange.now();
  return {
    ...(query.flag('with_id') && { id: sequence }),
    current: at,
    update: at,
    asks: levels(asks),
    bids: levels(bids),
  };
}

/** Returns tickers in which only the prices move: a simulated day has no volume. */
function tickers(call: PublicCall): object[] {
  const { exchange, query } = call;
  const one = query.text('currency_pair');
  const markets = one === undefined ? exchange.markets('spot') : [pairOf(call, one)];
  return markets.map((market) => {
    const { bids, asks } = exchange.prices.depth(market, 1);
    const last = text(exchange.prices.lastPrice(market) ?? 0n);
    return {
      currency_pair: market.id,
      last,
      lowest_ask: text(asks[0]?.price ?? 0n),
      highest_bid: text(bids[0]?.price ?? 0n),
      change_percentage: '0',
      base_volume: '0',
      quote_volume: '0',
      high_24h: last,
      low_24h: last,
    };
  });
}
