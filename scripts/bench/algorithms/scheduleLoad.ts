import type { Market } from '../orders/servedLoad.ts';

/** Of five algorithms in a row. */
const types = ['twap', 'timepace', 'twap', 'ladder', 'twap'] as const;
const aggressions = ['neutral', 'passive', 'aggressive'] as const;
/** From 10 to 60 s, all alike often. */
const intervalsS = [10, 20, 30, 40, 50, 60];
/** More than a run lasts, so that all are under way to its end. */
const durationS = 1_200;
/** Above the ten dollars that an order must be worth, also when its size is drawn small. */
const sliceUsd = 25;
const ladderLevels = 5;
/** A market at rest moves so far in some seconds: levels are placed anew all the time. */
const repriceBps = 5;

/**
 * The n-th algorithm of the load: three of five TWAPs, one timepace, one ladder; every fourth on
 * two accounts, which asks the router. The times of intervals are not drawn: from outside it is
 * known when what is due.
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
    ...{ algorithm_type: type, symbol, exchange_account_ids: accounts },
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
