import type { Clock } from '../../kit/clock.ts';
import type { NamedMarket, Quotes, WorldOf } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import { marketTypeOf } from '../model/order.ts';
import { symbolParts } from '../model/symbol.ts';
import { estimateOf } from './answer.ts';
import { fundsOf, type MeansDeps } from './funds.ts';
import { isRefusal, type Refusal } from './refusals.ts';
import { type Trader, tradableAt } from './tradable.ts';
import type { RouteEstimate, RouteRequest } from './types.ts';
import { type AbleTrader, type Gathered, viewOf } from './view.ts';

export interface EstimateObserver {
  /** An order was split; `tookMs` excludes the time spent waiting. */
  allocated(tookMs: number): void;
}

export interface EstimatorDeps extends MeansDeps {
  readonly worldOf: WorldOf<'markets' | 'books'>;
  readonly quotes: Pick<Quotes, 'usd'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly observe: EstimateObserver;
}

/** Estimates how an order would be split over accounts now (Trading §4.6). Sends nothing. */
export interface Estimator {
  /** Throws PRICES_UNAVAILABLE when the quote's worth is not known; other reasons are answers. */
  estimate(request: RouteRequest): Promise<RouteEstimate>;
}

/**
 * Sends all requests at once; the rest is arithmetic on the data of one moment:
 *
 *   accounts → who could trade (tradable) → books, balances, limits, fees (means)
 *     → usable books, common mid, levels in reach (view) → what each account could take (offers)
 *     → the split (allocation) → slices and reasons (answer)
 */
export function createEstimator(deps: EstimatorDeps): Estimator {
  const { clock, observe } = deps;
  return {
    async estimate(request) {
      const gathered = await gather(deps, request);
      const startMs = clock.monotonic();
      const estimate = estimateOf(request, viewOf(request, gathered));
      observe.allocated(clock.monotonic() - startMs);
      return estimate;
    },
  };
}

async function gather(deps: EstimatorDeps, request: RouteRequest): Promise<Gathered> {
  const { symbol, side, accounts, reduceOnly } = request;
  const named: NamedMarket = { symbol, marketType: marketTypeOf(symbol) };
  const { markets, books: shown } = deps.worldOf(accounts);
  if (accounts.some(({ venue }) => !markets.knows(venue))) await markets.prepare();
  const refused = new Map<Account, Refusal>();
  const traders: Trader[] = [];
  for (const account of accounts) {
    const trader = tradableAt(markets, account, { ...named, reduceOnly });
    if (isRefusal(trader)) refused.set(account, trader);
    else traders.push(trader);
  }
  // An order that nobody could send needs no book and no request.
  if (traders.length === 0) return { named, refused, traders: [], books: [], quoteUsd: 0 };
  const venues = [...new Set(traders.map(({ account }) => account.venue))];
  const [books, quoteUsd, able] = await Promise.all([
    shown.ready(symbol, venues),
    deps.quotes.usd(symbolParts(symbol).quote),
    Promise.all(traders.map((trader) => withMeans(deps, trader, { named, side, reduceOnly }))),
  ]);
  return { named, refused, traders: able, books, quoteUsd };
}

async function withMeans(
  deps: MeansDeps,
  trader: Trader,
  order: Parameters<typeof fundsOf>[2],
): Promise<AbleTrader> {
  return { ...trader, means: await fundsOf(deps, trader.account, order) };
}
