import type { Market } from '../orders/servedLoad.ts';

/** Types of five algorithms in a row. */
const types = ['twap', 'timepace', 'twap', 'ladder', 'twap'] as const;
const aggressions = ['neutral', 'passive', 'aggressive'] as const;
/** From 10 to 60 s, all equally often. */
const intervalsS = [10, 20, 30, 40, 50, 60];
/** Longer than a run, so that all algorithms are still running at its end. */
const durationS = 1_200;
/** Above the minimum of ten dollars for an order, even when its size is drawn small. */
const sliceUsd = 25;
const ladderLevels = 5;
/** A quiet market moves this far within seconds, so that levels are placed again all the time. */
const repriceBps = 5;

/**
 * Returns the n-th algorithm of the load: three of five are TWAPs, one is a timepace, one a ladder.
 * Every fourth uses two accounts, and so the router. The times of intervals are not drawn, so that
 * the due times are known from outside.
 */
export function algorithmOf(number: number, markets: readonly Market[]): object {
  const market = pick(markets, number * 7);
  const { accountId, symbol, priceUsd, hasCoins } = market;
  const other = markets.find((each) => each.symbol === symbol && each.accountId !== accountId);
  const accounts = number % 4 === 0 && other ? [accountId, other.accountId] : [accountId];
  const interval_seconds = pick(intervalsS, number);
  const slice = sliceUsd / priceUsd;
  const aggression = pick(aggressions, number);
  const intervals = durationS / interval_seconds;
  const type = pick(types, number);
  const shared = {
    algorithm_type: type,
    symbol,
    exchange_account_ids: accounts,
    side: number % 2 === 0 && hasCoins ? 'sell' : 'buy',
  };
  switch (type) {
    case 'twap': {
      const params = { duration_seconds: durationS, interval_seconds, aggression };
      const quantity = slice * Math.floor(intervals);
      return { ...shared, quantity, params: { ...params, randomize_timing: false } };
    }
    case 'timepace': {
      const params = { quantity_per_interval: slice, interval_seconds, aggression };
      return { ...shared, quantity: slice * intervals, params };
    }
    case 'ladder': {
      const params = { num_levels: ladderLevels, reprice_on_move_bps: repriceBps };
      return { ...shared, quantity: slice * ladderLevels, params };
    }
  }
}

function pick<T>(items: readonly T[], number: number): T {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is something to pick from.');
  return item;
}
