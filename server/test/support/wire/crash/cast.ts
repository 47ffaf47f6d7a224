import type { Cast } from '../../algorithms/lives.ts';
import { accountsAt, allAccounts, places, type WireVenue } from './exchange.ts';

/** Distance below the market at which the ladder begins, in dollars, and at which it ends. */
const [ladderNear, ladderFar] = [30, 60];
/** A market this far below has filled all of it. */
export const ladderDepth = 100;

/** Returns a twap and a timepace per exchange; one that rests at one and takes at the other. */
export function wireCast(scheduleSeconds: number): Cast {
  return {
    accounts: allAccounts,
    names: [
      'binance twap',
      'binance timepace',
      'binance ladder',
      'kraken twap',
      'kraken timepace',
      'kraken sweep',
    ],
    bodiesAt(mid) {
      const of = (venue: WireVenue, type: string, terms: { quantity: number; params: object }) => ({
        symbol: places[venue].symbol,
        side: 'buy',
        algorithm_type: type,
        ...terms,
        exchange_account_ids: [accountFor(venue, type)],
        client_algorithm_id: `${venue} ${type}`,
      });
      return [
        of('binance', 'twap', twap(scheduleSeconds, 2)),
        of('binance', 'timepace', timepace(1, 0.6)),
        of('binance', 'ladder', {
          quantity: 0.5,
          params: { num_levels: 5, start_price: mid - ladderNear, end_price: mid - ladderFar },
        }),
        // Each of its orders and look-ups counts against kraken's small limit.
        of('kraken', 'twap', twap(scheduleSeconds, scheduleSeconds / 3)),
        of('kraken', 'timepace', timepace(6, 0.3)),
        of('kraken', 'sweep', {
          quantity: 1,
          params: { urgency: 'passive', max_retries: 100, max_slippage_bps: 500 },
        }),
      ];
    },
  };
}

function accountFor(venue: WireVenue, type: string): string {
  const own = accountsAt[venue];
  return own.find((account) => account.endsWith(type)) ?? own[0];
}

function twap(duration_seconds: number, interval_seconds: number) {
  const params = { duration_seconds, interval_seconds, aggression: 'aggressive' };
  return { quantity: 0.8, params };
}

function timepace(interval_seconds: number, quantity: number) {
  const params = {
    quantity_per_interval: 0.1,
    interval_seconds,
    aggression: 'aggressive',
    randomize_size: false,
  };
  return { quantity, params };
}
