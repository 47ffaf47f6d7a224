import { createCache } from '../../kit/cache.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Account } from '../model/account.ts';
import { marketClassOf, type Side } from '../model/order.ts';
import { symbolParts } from '../model/symbol.ts';
import type { VenuePosition } from '../venues/perpsPort.ts';
import type { VenueBalances } from '../venues/venuePort.ts';
import { createKeptAnswers } from './keptAnswers.ts';
import { hasLegs } from './legs.ts';
import type { OrderEvents } from './orderEvents.ts';
import type { OrderStore } from './orderStore.ts';
import type { NamedMarket } from './terms.ts';
import type { Execution } from './types.ts';

/** What an account could spend on an order now. */
export interface BuyingPower {
  /** What is spent: the quote of a spot buy, the base of a spot sell, the margin of a contract. */
  readonly asset: string;
  readonly free: number;
  /** Worth of contracts that one unit of margin carries; 1 for spot. */
  readonly leverage: number;
}

/** The holdings of an account in the wallet of a market. */
export interface Holdings {
  readonly balances: VenueBalances;
  /** As it is set there; 1 for spot, undefined where that is not told. */
  readonly leverage: number | undefined;
}

/** An order that may close something. */
export interface Closing {
  readonly side: Side;
  readonly reduceOnly?: boolean | undefined;
}

/** Balances and limits as they were a moment ago: they advise, orders are checked again. */
export interface Funds {
  /** Rejects with NETWORK_ERROR when the exchange cannot be asked. */
  power(account: Account, market: NamedMarket, side: Side): Promise<BuyingPower>;
  /** Rejects with NETWORK_ERROR when the exchange cannot be asked. */
  holdings(account: Account, market: NamedMarket): Promise<Holdings>;
  /**
   * Base units of the account's own position that an order of the side closes; in hedge mode only
   * one that is reduce-only does. Undefined where no positions are told; rejects with NETWORK_ERROR
   * when the exchange cannot be asked.
   */
  closable(account: Account, market: NamedMarket, order: Closing): Promise<number | undefined>;
  /** Of the account's day (UTC). */
  dailyRemainingMicroUsd(account: Account): Promise<number>;
  /** Orders that count against `max_open_orders`. */
  openOrders(account: Account): Promise<number>;
}

/** A balance that nobody of us changed may be so old; our own orders are noticed at once. */
const balanceMs = 2_000;
/**
 * As long as an exchange that hangs keeps whoever asks it: it does so once in a while and not each
 * time, and one that is well again soon takes part. An order of ours has it asked at once.
 */
const failureMs = 10_000;
/** Accounts times wallets, or markets in use. */
const balancesMax = 1_000;

export interface FundsDeps {
  readonly execution: Pick<Execution, 'balances' | 'dailyLimit'>;
  readonly orders: Pick<OrderStore, 'live'>;
  readonly events: OrderEvents;
  /** What the account has set, or is fixed; undefined counts as 1. */
  readonly leverageOf: (account: Account, market: NamedMarket) => Promise<number | undefined>;
  /** Of the market; undefined where no positions are told. */
  readonly positionsOf: (
    account: Account,
    market: NamedMarket,
  ) => Promise<readonly VenuePosition[] | undefined>;
  readonly clock: Clock;
}

interface Held {
  readonly positions: readonly VenuePosition[] | undefined;
}

export function createFunds(deps: FundsDeps): Funds {
  const { execution, orders, events, leverageOf, positionsOf, clock } = deps;
  const options = { clock, ttlMs: balanceMs, sizeMax: balancesMax };
  const asked = { ...options, failureTtlMs: failureMs };
  const balances = createKeptAnswers<Awaited<ReturnType<Execution['balances']>>>(asked);
  const used = createCache<number>(options);
  const open = createCache<number>(options);
  const leverages = createKeptAnswers<{ readonly set: number | undefined }>(asked);
  const held = createKeptAnswers<Held>(asked);
  events.onOrder(({ accountId, symbol }) => {
    for (const each of [used, open]) each.delete(accountId);
    for (const each of ['spot', 'perp']) balances.delete(`${accountId} ${each}`);
    held.delete(`${accountId} ${symbol}`);
  });
  const holdings: Funds['holdings'] = async (account, market) => {
    const { symbol, marketType } = market;
    const marketClass = marketClassOf(marketType);
    const key = `${account.id} ${symbol}`;
    const leverageNow = async () => ({ set: await leverageOf(account, market) });
    const [wallet, leverage] = await Promise.all([
      balances.get(`${account.id} ${marketClass}`, () =>
        execution.balances(account.id, marketType),
      ),
      marketClass === 'spot' ? { set: 1 } : leverages.get(key, leverageNow),
    ]);
    return { balances: wallet.balances, leverage: leverage.set };
  };
  return {
    holdings,
    async power(account, market, side) {
      const { base, quote, settle } = symbolParts(market.symbol);
      const { balances: wallet, leverage } = await holdings(account, market);
      const asset = settle ?? (side === 'buy' ? quote : base);
      const free = Math.max(0, Number(wallet[asset]?.free ?? 0));
      return { asset, free, leverage: leverage ?? 1 };
    },
    async closable(account, market, order) {
      if (marketClassOf(market.marketType) === 'spot') return 0;
      // It would open the other leg.
      if (hasLegs(account, market) && order.reduceOnly !== true) return 0;
      const { positions } = await held.get(`${account.id} ${market.symbol}`, async () => ({
        positions: await positionsOf(account, market),
      }));
      return positions && closedBy(order, positions, market);
    },
    async dailyRemainingMicroUsd({ id, dailyLimitMicroUsd }) {
      const usedMicroUsd = await used.get(
        id,
        async () => (await execution.dailyLimit(id)).usedMicroUsd,
      );
      // The limit itself comes with the account: a changed one holds at once.
      return Math.max(0, dailyLimitMicroUsd - usedMicroUsd);
    },
    openOrders: ({ id }) => open.get(id, async () => (await orders.live(id)).length),
  };
}

/**
 * With a position on both sides, where hedge mode is not known of, an order may as well open: it
 * closes nothing unless it is reduce-only.
 */
export function closedBy(
  { side, reduceOnly = false }: Closing,
  positions: readonly VenuePosition[],
  { symbol }: NamedMarket,
): number {
  const own = positions.filter((each) => each.symbol === symbol && each.contracts > 0);
  const closed = side === 'buy' ? 'short' : 'long';
  const others = own.some((each) => each.side !== closed);
  if (others && !reduceOnly) return 0;
  const legs = own.filter((each) => each.side === closed);
  return legs.reduce((sum, { contracts, contractSize }) => sum + contracts * contractSize, 0);
}
