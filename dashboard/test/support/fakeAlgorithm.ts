import type {
  AlgorithmChildWire,
  AlgorithmDetailsWire,
  AlgorithmEventWire,
} from '@windlass/contract';

export const startMs = Date.parse('2026-03-01T12:00:00Z');

/** Returns the time of that many seconds after the start, in the API's format. */
export const at = (seconds: number) => new Date(startMs + seconds * 1_000).toISOString();

/** Returns a TWAP of 2 BTC over a minute, a slice every ten seconds. */
export function algorithm(changes: Partial<AlgorithmDetailsWire> = {}): AlgorithmDetailsWire {
  return {
    order_id: 'algo-1',
    client_algorithm_id: null,
    algorithm_type: 'twap',
    symbol: 'BTC/USDT',
    side: 'buy',
    total_quantity: 2,
    limit_price: null,
    exchange_account_ids: ['paper-kraken'],
    params: { duration_seconds: 60, interval_seconds: 10 },
    reduce_only: false,
    status: 'RUNNING',
    status_reason: null,
    waiting_for: null,
    arrival_price: 100,
    arrival_spread_bps: 1,
    estimated_completion: at(60),
    created_at: at(0),
    updated_at: at(0),
    ended_at: null,
    progress: {
      filled_quantity: 0,
      remaining_quantity: 2,
      fill_percentage: 0,
      vwap: null,
      child_orders_filled: 0,
      total_fees: 0,
      child_orders: 0,
      fees: [],
    },
    state: {},
    child_orders: [],
    events: [],
    tca: {
      arrival_price: 100,
      vwap: null,
      slippage_bps: null,
      interval_twap: null,
      twap_slippage_bps: null,
      fees_bps: null,
      cost_bps: null,
    },
    ...changes,
  };
}

export function child(changes: Partial<AlgorithmChildWire> = {}): AlgorithmChildWire {
  const { number = 1 } = changes;
  return {
    number,
    order_id: `order-${number}`,
    client_order_id: `algo-1.${number}`,
    exchange_account_id: 'paper-kraken',
    symbol: 'BTC/USDT',
    side: 'buy',
    leg: 0,
    purpose: 'slice',
    group: 1,
    quantity: 0.5,
    price: 100,
    time_in_force: 'IOC',
    status: 'closed',
    filled_quantity: 0.5,
    average_price: 100,
    fee: 0,
    fee_currency: null,
    reason: null,
    created_at: at(1),
    updated_at: at(1),
    ...changes,
  };
}

export function line(
  number: number,
  kind: AlgorithmEventWire['kind'],
  seconds: number,
): AlgorithmEventWire {
  return { number, kind, timestamp: at(seconds), text: kind };
}
