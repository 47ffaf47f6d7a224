import type { AlgorithmEvent } from '@windlass/client';
import type { AlgorithmDetailsWire, AlgorithmEventWire, AlgorithmWire } from '@windlass/contract';
import { run } from '../../src/run.ts';
import { createFakeIo, type FakeOptions, type Step } from './fakeIo.ts';

/** Runs `algos` with the arguments. */
export async function runningAlgos(argv: readonly string[], options?: FakeOptions) {
  const fake = createFakeIo(options);
  const code = await run(['algos', ...argv], fake.io);
  const bodies = fake.requests.map(({ body }) =>
    body === undefined ? undefined : JSON.parse(body),
  );
  return { ...fake, code, last: bodies.at(-1) };
}

/** Returns an algorithm that has bought nearly half of its quantity. */
export function algorithmOf(changes: Partial<AlgorithmWire> = {}): AlgorithmWire {
  return {
    order_id: '0193-a',
    client_algorithm_id: 'rebalance-7',
    algorithm_type: 'twap',
    symbol: 'BTC/USDT',
    side: 'buy',
    total_quantity: 2,
    limit_price: null,
    exchange_account_ids: ['paper-binance', 'paper-okx'],
    params: { duration_seconds: 3_600, aggression: 'neutral' },
    reduce_only: false,
    status: 'RUNNING',
    status_reason: null,
    waiting_for: null,
    arrival_price: 64_200,
    arrival_spread_bps: 1.2,
    estimated_completion: '2026-01-01T00:12:05.000Z',
    created_at: '2025-12-31T23:50:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ended_at: null,
    progress: {
      filled_quantity: 0.9,
      remaining_quantity: 1.1,
      fill_percentage: 45,
      vwap: 64_250.1,
      child_orders_filled: 3,
      total_fees: 5.25,
      child_orders: 4,
      fees: [{ asset: 'USDT', amount: 5.25 }],
    },
    state: { current_interval: 5, levels: [{ level_number: 1, price: 64_000 }] },
    ...changes,
  };
}

export function endedOf(
  status: AlgorithmWire['status'],
  changes: Partial<AlgorithmWire> = {},
): AlgorithmWire {
  const at = '2026-01-01T00:00:09.000Z';
  return algorithmOf({ status, ended_at: at, updated_at: at, ...changes });
}

export function lineOf(number: number): AlgorithmEventWire {
  return { number, timestamp: '2026-01-01T00:00:00.000Z', kind: 'note', text: `line ${number}` };
}

/** Returns an algorithm's details with `events` entries of history. */
export function detailsOf(algorithm: AlgorithmWire, events = 0): AlgorithmDetailsWire {
  return {
    ...algorithm,
    child_orders: [childOf(1), childOf(2, { filled_quantity: 0, average_price: null, fee: 0 })],
    events: Array.from({ length: events }, (_, index) => lineOf(index + 1)),
    tca: {
      arrival_price: 64_200,
      vwap: 64_250.1,
      slippage_bps: 7.803_738,
      interval_twap: null,
      twap_slippage_bps: null,
      fees_bps: 10,
      cost_bps: 17.803_738,
    },
  };
}

export function childOf(
  number: number,
  changes: Partial<AlgorithmDetailsWire['child_orders'][number]> = {},
): AlgorithmDetailsWire['child_orders'][number] {
  return {
    number,
    order_id: `o-${number}`,
    client_order_id: `0193-a.${number}`,
    exchange_account_id: 'paper-okx',
    symbol: 'BTC/USDT',
    side: 'buy',
    leg: 0,
    purpose: 'slice',
    group: 1,
    quantity: 0.3,
    price: 64_250.1,
    time_in_force: 'POST_ONLY',
    status: 'closed',
    filled_quantity: 0.3,
    average_price: 64_250.1,
    fee: 1.75,
    fee_currency: 'USDT',
    reason: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

/** Returns a step that sends an event of the stream at `atMs`. */
export function tellingAt(atMs: number, event: AlgorithmEvent): Step {
  return { atMs, act: (fake) => fake.tellAlgorithm(event) };
}
