import { type PricingTickerWire, pricingEndpoints } from '@windlass/contract';
import { answer, type Binding, bind } from '../../http/bind.ts';
import { AppError } from '../../kit/errors.ts';
import { isoTime } from '../../kit/isoTime.ts';
import type { PricedCoin, TickerFeed } from './tickerFeed.ts';

/** Maximum number of ids, the provider's own page size: one request is one call at most. */
const idsMax = 250;
/** Longer than any coin's id: no such coin exists. */
const idLengthMax = 200;
/** Currencies listed in a refusal; a longer list would not help. */
const listedMax = 100;

interface PricingRoutesDeps {
  readonly tickers: TickerFeed;
  readonly currencies: ReadonlySet<string>;
}

/** Routes of the pricing feed (Trading §4.8). */
export function pricingRoutes({ tickers, currencies }: PricingRoutesDeps): Binding[] {
  return [
    bind(pricingEndpoints.getTickers, async ({ query }) => {
      const vsCurrency = requireCurrency(query.vs_currency, currencies);
      const ids = idsIn(query.symbols);
      const { coins, unknown, reason } = await tickers.get(vsCurrency, ids);
      if (coins.size === 0 && unknown.length > 0) throw unavailable(reason);
      const data = Array.from(coins.values(), (coin) => toWire(coin, vsCurrency));
      if (unknown.length === 0) return data;
      const { message } = pricingEndpoints.getTickers;
      return answer(data, { message: `${message}; of ${unknown.join(', ')} none yet: ${reason}` });
    }),
    bind(pricingEndpoints.getTicker, async ({ query }) => {
      const vsCurrency = requireCurrency(query.vs_currency, currencies);
      const { symbol } = query;
      const { coins, unknown, reason } = await tickers.get(vsCurrency, [symbol]);
      const coin = coins.get(symbol);
      if (coin) return toWire(coin, vsCurrency);
      if (unknown.length > 0) throw unavailable(reason);
      throw new AppError('PRICE_NOT_FOUND', { data: { symbol, vs_currency: vsCurrency } });
    }),
  ];
}

const stablecoins = new Set(['usdt', 'usdc']);

function requireCurrency(name: string, supported: ReadonlySet<string>): string {
  if (supported.has(name)) return name;
  const advice = stablecoins.has(name) ? ' Use usd.' : '';
  throw new AppError('UNSUPPORTED_CURRENCY', {
    message: `Error - vs_currency '${name}' is not supported.${advice}`,
    data: { vs_currency: name, supported: [...supported].slice(0, listedMax) },
  });
}

/** Returns the ids of a list, each once; ignores blanks and extra commas. */
function idsIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  const ids = [...new Set(names)].filter((id) => id !== '');
  if (ids.length <= idsMax) return ids.filter((id) => id.length <= idLengthMax);
  const message = `symbols must name at most ${idsMax} coins, not ${ids.length}`;
  throw new AppError('VALIDATION_FAILED', {
    issues: [{ field: 'symbols', message, value: ids.length }],
  });
}

function unavailable(reason = 'Could not reach the price provider.'): AppError {
  return new AppError('PRICES_UNAVAILABLE', { message: reason });
}

/** The ticker's fields are the provider's own, which the specification took over. */
function toWire(coin: PricedCoin, vsCurrency: string): PricingTickerWire {
  return {
    ...coin.ticker,
    vs_currency: vsCurrency,
    fetched_at: isoTime(coin.fetchedAtMs),
    source: coin.source,
  };
}
