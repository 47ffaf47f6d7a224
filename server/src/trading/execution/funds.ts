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

/** The amount that an account could spend on an order now. */
export interface BuyingPower {
  /**
   * The asset that is spent: the quote of a spot buy, the base of a spot sell, the margin of a
   * contract.
   */
  readonly asset: string;
  readonly free: number;
  /** Value of contracts per unit of margin; 1 for spot. */
  readonly leverage: number;
}

/** The holdings of an account in the wallet of a market. */
export interface Holdings {
  readonly balances: VenueBalances;
  /** The leverage that is set at the exchange; 1 for spot, undefined when it is unknown. */
  readonly leverage: number | undefined;
}

/** An order that may close something. */
export interface Closing {
  readonly side: Side;
  readonly reduceOnly?: boolean | undefined;
}

/** Balances and limits as they were a moment ago. They only advise: orders are checked again. */
export interface Funds {
  /** Rejects with NETWORK_ERROR when the exchange cannot be asked. */
  power(account: Account, market: NamedMarket, side: Side): Promise<BuyingPower>;
  /** Rejects with NETWORK_ERROR when the exchange cannot be asked. */
  holdings(account: Account, market: NamedMarket): Promise<Holdings>;
  /**
   * Returns how many base units of the account's own position an order of the side closes; in hedge
   * mode only a reduce-only order closes any. Undefined when positions are unknown; rejects with
   * NETWORK_ERROR when the exchange cannot be asked.
   */
  closable(account: Account, market: NamedMarket, order: Closing): Promise<number | undefined>;
  /** Returns what is left of the account's daily limit (UTC day), in micro-USD. */
  dailyRemainingMicroUsd(account: Account): Promise<number>;
  /** Returns the number of orders that count against `max_open_orders`. */
  openOrders(account: Account): Promise<number>;
}

/** Maximum age of a balance that no order of ours changed; our own orders are noticed at once. */
const balanceMs = 2_000;
/**
 * Time for which a failure is kept: as long as a caller waits for an exchange that hangs. So this
 * wait happens only once in a while, and an exchange that recovers is soon used again. An order of
 * ours causes a new question at once.
 */
const failureMs = 10_000;
/** Maximum number of entries: accounts times wallets, or markets in use. */
const balancesMax = 1_000;

export interface FundsDeps {
  readonly execution: Pick<Execution, 'balances' | 'dailyLimit'>;
  readonly orders: Pick<OrderStore, 'live'>;
  readonly events: OrderEvents;
  /** Returns the leverage that the account has set or that is fixed; undefined counts as 1. */
  readonly leverageOf: (account: Account, market: NamedMarket) => Promise<number | undefined>;
  /** Returns the positions of the market; undefined when the exchange reports none. */
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
      // In hedge mode such an order would open the other leg.
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
      // The limit itself comes with the account, so that a changed limit applies at once.
      return Math.max(0, dailyLimitMicroUsd - usedMicroUsd);
    },
    openOrders: ({ id }) => open.get(id, async () => (await orders.live(id)).length),
  };
}

/**
 * Returns how many base units an order closes. With positions on both sides and hedge mode unknown,
 * an order may also open, so it closes nothing unless it is reduce-only.
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
