import type { Market } from '../../exchange/market.ts';
import type { DepthLevel } from '../../exchange/prices.ts';
import { open, type PublicCall, type Routes } from '../call.ts';
import { seconds, share, text } from '../wire.ts';
import { contractOf } from './parseOrder.ts';
import { maintenanceRate } from './positions.ts';

/** Levels of a book when the request names no number, and at most. */
const levelsDefault = 10;
const levelsMax = 300;

/** Public routes of contracts. */
export function publicRoutes(root: string): Routes {
  return {
    [`GET ${root}/contracts`]: open((call) =>
      call.exchange.markets(call.wallet).map((market) => contract(call, market)),
    ),
    [`GET ${root}/contracts/{contract}`]: open((call) =>
      contract(call, contractOf(call, call.path.contract ?? '')),
    ),
    [`GET ${root}/order_book`]: open(book),
    [`GET ${root}/tickers`]: open(tickers),
  };
}

function contract({ exchange }: PublicCall, market: Market): object {
  const { definition, instrument, id } = market;
  const mark = text(exchange.prices.markPrice(market) ?? 0n);
  return {
    name: id,
    type: instrument.isInverse ? 'inverse' : 'direct',
    // A contract of one dollar has no multiplier.
    quanto_multiplier: instrument.isInverse ? '0' : (definition.contractSize ?? '1'),
    leverage_min: '1',
    leverage_max: String(instrument.leverageMax),
    maintenance_rate: maintenanceRate(market),
    mark_type: 'index',
    mark_price: mark,
    index_price: mark,
    last_price: text(exchange.prices.lastPrice(market) ?? 0n),
    maker_fee_rate: share(definition.makerFeePpm),
    taker_fee_rate: share(definition.takerFeePpm),
    order_price_round: definition.tick,
    mark_price_round: definition.tick,
    ...fundingOf(exchange, market),
    order_price_deviate: '0.5',
    order_size_min: Number(definition.minQuantity),
    order_size_max: Number(definition.maxQuantity ?? 1_000_000_000),
    in_delisting: false,
    orders_limit: 100,
    enable_decimal: false,
    status: 'trading',
    ...(definition.expiry !== undefined && { expire_time: seconds(definition.expiry) }),
  };
}

/** Returns the funding fields, which only perpetuals have. */
function ratesOf({ fundings }: PublicCall['exchange'], market: Market): object {
  if (market.definition.kind !== 'swap') return {};
  const { rate, nextRate } = fundings.of(market);
  const indicative = nextRate !== undefined && { funding_rate_indicative: text(nextRate) };
  return { funding_rate: text(rate), ...indicative };
}

function fundingOf(exchange: PublicCall['exchange'], market: Market): object {
  if (market.definition.kind !== 'swap') return {};
  const { intervalMs, nextAt } = exchange.fundings.of(market);
  return {
    ...ratesOf(exchange, market),
    funding_interval: seconds(intervalMs),
    funding_next_apply: seconds(nextAt),
  };
}

function book(call: PublicCall): object {
  const { exchange, query } = call;
  const market = contractOf(call, query.required('contract'));
  const limit = query.whole('limit', { least: 1, most: levelsMax }) ?? levelsDefault;
  const { sequence, bids, asks } = exchange.prices.depth(market, limit);
  const levels = (side: readonly DepthLevel[]) =>
    side.map(({ price, quantity }) => ({ p: text(price), s: Number(text(quantity)) }));
  const at = seconds(exchange.now());
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
  const { exchange, query, wallet } = call;
  const one = query.text('contract');
  const markets = one === undefined ? exchange.markets(wallet) : [contractOf(call, one)];
  return markets.map((market) => {
    const { bids, asks } = exchange.prices.depth(market, 1);
    const last = text(exchange.prices.lastPrice(market) ?? 0n);
    const mark = text(exchange.prices.markPrice(market) ?? 0n);
    return {
      contract: market.id,
      last,
      change_percentage: '0',
      total_size: '0',
      low_24h: last,
      high_24h: last,
      volume_24h: '0',
      volume_24h_base: '0',
      volume_24h_quote: '0',
      volume_24h_settle: '0',
      mark_price: mark,
      index_price: mark,
      ...ratesOf(exchange, market),
      lowest_ask: text(asks[0]?.price ?? 0n),
      highest_bid: text(bids[0]?.price ?? 0n),
    };
  });
}
