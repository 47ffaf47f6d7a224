import { algorithmDetailsShape, algorithmShape } from '@windlass/contract';
import { expect, it } from 'vitest';
import {
  detailsOf,
  newAlgorithm,
  newChild,
  snapshotOf,
} from '../../../../test/support/algorithms/fixture.ts';
import { pairedSpread } from '../../../../test/support/algorithms/pair/params.ts';
import { entryOf } from '../../../../test/support/algorithms/records.ts';
import { startMs } from '../../../../test/support/orders/fixture.ts';
import { toAlgorithmDetailsWire, toAlgorithmWire } from './algorithm.ts';

it('shows an algorithm that has just begun in the words of the document', () => {
  const shown = toAlgorithmWire(snapshotOf(newAlgorithm('a')));
  expect(algorithmShape.parse(shown)).toEqual(shown);
  expect(shown).toEqual({
    order_id: 'a',
    client_algorithm_id: null,
    algorithm_type: 'twap',
    symbol: 'BTC/USDT',
    side: 'buy',
    total_quantity: 2,
    limit_price: null,
    exchange_account_ids: ['desk'],
    reduce_only: false,
    params: {
      duration_seconds: 60,
      interval_seconds: 10,
      aggression: 'neutral',
      randomize_size: true,
      randomize_timing: true,
      catch_up_enabled: true,
      max_catch_up_pct: 200,
    },
    status: 'RUNNING',
    status_reason: null,
    waiting_for: null,
    arrival_price: 100,
    arrival_spread_bps: 2,
    estimated_completion: '2023-11-14T22:14:20.000Z',
    created_at: '2023-11-14T22:13:20.000Z',
    updated_at: '2023-11-14T22:13:20.000Z',
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
    state: { current_interval: 0, total_intervals: 6, base_quantity_per_interval: 0.3 },
  });
});

it('shows how an algorithm ended', () => {
  const record = newAlgorithm('a', {
    clientId: 'mine',
    limitPrice: 101.5,
    status: 'COMPLETED',
    reason: 'all of it filled',
    updatedAtMs: startMs + 9,
    endedAtMs: startMs + 8,
  });
  const waiting = { ...record, run: { ...record.run, waitingFor: 'a book' } };
  const progress = {
    filled: 1.9,
    remaining: 0.1,
    fillPct: 95,
    vwap: 100.2,
    childrenFilled: 5,
    children: 7,
    feesQuote: 0.4,
    fees: [{ asset: 'BTC', amount: 0.0019 }],
  };
  const shown = toAlgorithmWire(snapshotOf(waiting, { progress, estimatedEndMs: undefined }));
  expect(shown).toMatchObject({
    client_algorithm_id: 'mine',
    limit_price: 101.5,
    status: 'COMPLETED',
    status_reason: 'all of it filled',
    waiting_for: 'a book',
    estimated_completion: null,
    updated_at: '2023-11-14T22:13:20.009Z',
    ended_at: '2023-11-14T22:13:20.008Z',
    progress: {
      filled_quantity: 1.9,
      remaining_quantity: 0.1,
      fill_percentage: 95,
      vwap: 100.2,
      child_orders_filled: 5,
      total_fees: 0.4,
      child_orders: 7,
      fees: [{ asset: 'BTC', amount: 0.0019 }],
    },
  });
});

it('shows children with the statuses of their orders, or that there is none', () => {
  const filled = newChild(4, {
    stage: 'over',
    orderId: 'o-4',
    orderStatus: 'closed',
    timeInForce: 'IOC',
    filled: '0.3',
    cost: '29.7',
    fee: '0.03',
    feeAsset: 'USDT',
  });
  const { child_orders: children } = toAlgorithmDetailsWire(
    detailsOf(snapshotOf(newAlgorithm('a')), {
      children: [
        newChild(1),
        newChild(2, { stage: 'over', refusedCode: 'BELOW_MINIMUM_ORDER', reason: 'too small' }),
        newChild(3, { stage: 'live', orderId: 'o-3', orderStatus: 'unknown' }),
        filled,
        newChild(5, { stage: 'over', refusedCode: 'INSUFFICIENT_BALANCE' }),
      ],
    }),
  );
  expect(children.map(({ status, reason }) => [status, reason])).toEqual([
    ['intended', null],
    ['not_sent', 'too small'],
    ['unknown', null],
    ['closed', null],
    ['not_sent', 'INSUFFICIENT_BALANCE'],
  ]);
  expect(children[0]).toMatchObject({ order_id: null, average_price: null, fee_currency: null });
  expect(children[3]).toEqual({
    number: 4,
    order_id: 'o-4',
    client_order_id: 'parent.4',
    exchange_account_id: 'desk',
    symbol: 'BTC/USDT',
    side: 'buy',
    leg: 0,
    purpose: 'slice',
    group: 1,
    quantity: 0.3,
    price: 100,
    time_in_force: 'IOC',
    status: 'closed',
    filled_quantity: 0.3,
    average_price: 99,
    fee: 0.03,
    fee_currency: 'USDT',
    reason: null,
    created_at: '2023-11-14T22:13:20.000Z',
    updated_at: '2023-11-14T22:13:20.005Z',
  });
});

it('shows children of a pair with the symbol and the side of their leg', () => {
  const pair = newAlgorithm('a', { type: 'spread', side: 'sell', params: pairedSpread });
  const { child_orders: children } = toAlgorithmDetailsWire(
    detailsOf(snapshotOf(pair), {
      children: [
        newChild(1, { purpose: 'lead' }),
        newChild(2, { purpose: 'hedge', leg: 1 }),
        newChild(3, { purpose: 'unwind', isClosing: true }),
        newChild(4, { purpose: 'unwind', leg: 1, isClosing: true }),
      ],
    }),
  );
  expect(children.map(({ leg, symbol, side }) => [leg, symbol, side])).toEqual([
    [0, 'BTC/USDT', 'sell'],
    [1, 'BTC/USDT:USDT', 'buy'],
    [0, 'BTC/USDT', 'buy'],
    [1, 'BTC/USDT:USDT', 'sell'],
  ]);
});

it('shows the history and what it cost', () => {
  const details = detailsOf(snapshotOf(newAlgorithm('a')), {
    children: [newChild(1)],
    events: [entryOf(1, { kind: 'started', text: 'begun' })],
    tca: {
      arrivalPrice: 100,
      vwap: 101,
      slippageBps: 100,
      intervalTwap: 100.5,
      twapSlippageBps: 49.75,
      feesBps: 10,
      costBps: 110,
    },
  });
  const shown = toAlgorithmDetailsWire(details);
  expect(algorithmDetailsShape.parse(shown)).toEqual(shown);
  expect(shown.events).toEqual([
    { number: 1, timestamp: '2023-11-14T22:13:20.001Z', kind: 'started', text: 'begun' },
  ]);
  expect(shown.tca).toEqual({
    arrival_price: 100,
    vwap: 101,
    slippage_bps: 100,
    interval_twap: 100.5,
    twap_slippage_bps: 49.75,
    fees_bps: 10,
    cost_bps: 110,
  });
  const unknown = toAlgorithmDetailsWire(detailsOf(snapshotOf(newAlgorithm('a')))).tca;
  expect(Object.values(unknown)).toEqual([100, null, null, null, null, null, null]);
});

it.each([
  ['buy', 92_150.42, '38.7031764', 92_150.42],
  // Its venue rounded the cost up by half of 1e-8.
  ['buy', 92_150.42, '38.703176405', 92_150.42],
  ['sell', 92_150.42, '38.703176395', 92_150.42],
  // A price more than a trace beyond the limit is reported unchanged.
  ['buy', 92_150.42, '38.70318', 92_150.4285714286],
] as const)('tells the mean price of a %s at %d for %s as %d', (side, price, cost, mean) => {
  const record = newAlgorithm('a', { side });
  const child = newChild(1, { price, cost, filled: '0.00042', quantity: '0.00042' });
  const details = detailsOf(snapshotOf(record), { children: [child] });
  expect(toAlgorithmDetailsWire(details).child_orders[0]).toMatchObject({ average_price: mean });
});
