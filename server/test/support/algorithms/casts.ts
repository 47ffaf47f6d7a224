import type { Cast } from './lives.ts';

const binance = 'paper-binance';
const bybit = 'paper-bybit';

/** Returns one algorithm of each type that trades a single order. */
export function ordersCast(scheduleSeconds: number): Cast {
  const accounts = [binance, bybit];
  return {
    accounts,
    names: ['twap', 'timepace', 'ladder', 'sweep'],
    bodiesAt(mid) {
      const base = { symbol: 'BTC/USDT', side: 'buy', exchange_account_ids: accounts };
      const of = (type: string, quantity: number, params: object) => ({
        ...base,
        algorithm_type: type,
        client_algorithm_id: type,
        quantity,
        params,
      });
      const duration_seconds = scheduleSeconds;
      return [
        of('twap', 0.8, { duration_seconds, interval_seconds: 2, aggression: 'aggressive' }),
        of('timepace', 0.6, {
          quantity_per_interval: 0.1,
          interval_seconds: 1,
          aggression: 'aggressive',
          randomize_size: false,
        }),
        // Far enough beyond the market to be still there after some minutes.
        of('ladder', 0.5, { num_levels: 5, start_price: mid * 1.02, end_price: mid * 1.015 }),
        of('sweep', 3, { urgency: 'passive', max_retries: 100, max_slippage_bps: 500 }),
      ];
    },
  };
}

const anchor_symbol = 'BTC/USDT';
const contra_symbol = 'BTC/USDT:USDT';
/** Longer than all outages: an unhedged quantity in one is hedged after it, not given back. */
const max_unhedged_seconds = 1_800;

/** One pair of each type, in clips of which each process makes a few. */
export const pairsCast: Cast = {
  accounts: [binance, bybit],
  names: ['spread', 'funding_arb'],
  bodiesAt: () => [
    {
      algorithm_type: 'spread',
      client_algorithm_id: 'spread',
      quantity: 0.024,
      symbol: anchor_symbol,
      side: 'buy',
      exchange_account_ids: [binance, bybit],
      params: {
        anchor_symbol,
        anchor_exchange_account_ids: [binance],
        aggression: 'aggressive',
        contra_symbol,
        contra_exchange_account_ids: [bybit],
        risk_quantity: 0.003,
        // It does not wait for a hedge that was missed by a little.
        reprice_increment_bps: 0.5,
        max_unhedged_seconds,
      },
    },
    {
      algorithm_type: 'funding_arb',
      client_algorithm_id: 'funding_arb',
      quantity: 0.02,
      symbol: anchor_symbol,
      side: 'buy',
      exchange_account_ids: [binance],
      params: {
        spot_symbol: anchor_symbol,
        perp_symbol: contra_symbol,
        position_quantity: 0.02,
        entry_apr_threshold: 0.001,
        exit_apr_threshold: 0,
        max_entry_basis_bps: 100,
        max_breakeven_hours: 8_760,
        min_hold_hours: 0,
        max_hold_hours: 0.001,
        poll_interval_seconds: 1,
        risk_quantity: 0.006,
        max_unhedged_seconds,
      },
    },
  ],
  holdsContracts: true,
  // The simulated perpetual pays shorts then, for hours.
  beginsAtMs: Date.UTC(2030, 0, 5, 2),
};
