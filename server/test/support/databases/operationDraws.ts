import type { Random } from '../../../src/kit/random.ts';
import type { HotWriter, OperationName } from '../../../src/store/operations.ts';
import type { AuditRow } from '../../../src/store/rows.ts';
import type {
  AlgorithmChildRow,
  AlgorithmEventRow,
  DifferenceRow,
  FillRow,
  OutcomeRow,
} from '../../../src/store/schema.ts';

/** Arguments of each operation; an operation that names an epoch gets the one that is given. */
type OperationDraws = {
  readonly [Name in OperationName]: (draw: Draw, epoch: number) => Parameters<HotWriter[Name]>;
};

/** Draws values from a few of each kind, so that calls meet what earlier calls have stored. */
export interface Draw {
  one<Value>(...values: readonly [Value, ...Value[]]): Value;
  /** Returns a whole number below the bound. */
  below(bound: number): number;
  /** Returns some of the numbers below the bound, each once. */
  some(bound: number): readonly number[];
  /** Grows with each call. */
  nowMs(): number;
}

/** The accounts that the draws name; orders and differences refer to them. */
export const drawnAccounts = ['desk-a', 'desk-b'] as const;

export function createDraw(random: Random): Draw {
  let nowMs = 1_700_000_000_000;
  const below = (bound: number) => Math.floor(random.between(0, bound));
  return {
    one: (...values) => values[below(values.length)] ?? values[0],
    below,
    some: (bound) => Array.from({ length: bound }, (_, at) => at).filter(() => below(3) === 0),
    nowMs() {
      nowMs += 1_000;
      return nowMs;
    },
  };
}

const audit = (draw: Draw): AuditRow => ({
  at_ms: draw.nowMs(),
  actor_id: 'key-1',
  actor_name: 'desk',
  action: draw.one('key.created', 'key.revoked'),
  subject: `key-${draw.below(4)}`,
  before_json: draw.one(null, '{"name":"ä \\"quoted\\""}'),
  after_json: draw.one(null, '[1,"two",null]'),
  request_id: draw.one(null, 'request-1'),
});

const outcome = (draw: Draw): OutcomeRow => ({
  order_status: draw.one('open', 'closed', 'canceled', 'expired', 'rejected', 'unknown'),
  venue_order_id: draw.one(null, `v-${draw.below(3)}`),
  quantity_filled: draw.one(null, '0', '0.5', '1', '1.000'),
  avg_fill_price: draw.one(null, 10.25, 1e-9),
  cost: draw.one(null, '0', '5.125', '10.25'),
  fee: draw.one(null, '0.01'),
  fee_currency: draw.one(null, 'USDT'),
  reject_code: draw.one(null, 'INSUFFICIENT_FUNDS'),
  reason: draw.one(null, 'Too little is there.'),
  last_traded_timestamp: draw.one(null, 1_700_000_000_500),
  at_ms: draw.nowMs() - draw.one(0, 5_000),
});

const fill = (draw: Draw): FillRow => ({
  account_id: draw.one(...drawnAccounts),
  market_type: draw.one('spot', 'swap'),
  symbol: 'BTC/USDT',
  venue_trade_id: `t-${draw.below(5)}`,
  venue_order_id: `v-${draw.below(3)}`,
  order_id: null,
  side: draw.one('buy', 'sell'),
  price: draw.one(10.25, 64_000),
  quantity: draw.one('1', '0.000000000000000001'),
  fee: '0.01',
  fee_asset: 'USDT',
  liquidity: draw.one('maker', 'taker'),
  at_ms: draw.nowMs(),
});

const difference = (draw: Draw, account_id: string, number: number): DifferenceRow => ({
  id: `d-${account_id}-${number}`,
  account_id,
  kind: 'foreign_order',
  identity: `o-${number}`,
  first_seen_at_ms: draw.nowMs(),
  last_seen_at_ms: draw.nowMs(),
  resolved_at_ms: draw.one(null, draw.nowMs()),
  market_type: 'spot',
  symbol: draw.one(null, 'BTC/USDT'),
  order_id: null,
  asset: draw.one(null, 'BTC'),
  expected: draw.one(null, '1'),
  found: draw.one(null, '2'),
  reason: draw.one('by hand', 'by nobody'),
});

const algorithmRows = (draw: Draw) => {
  const parent_id = `a-${draw.below(4)}`;
  const ended = draw.one(null, draw.nowMs());
  return {
    order: {
      id: parent_id,
      client_id: draw.one(null, `twap-${draw.below(3)}`),
      request_hash: 'hash',
      type: 'twap',
      symbol: 'BTC/USDT',
      status: draw.one('RUNNING', 'PAUSED', 'CANCELLING', 'COMPLETED', 'CANCELLED'),
      actor_id: 'key-1',
      created_at_ms: 1,
      updated_at_ms: draw.nowMs(),
      ended_at_ms: ended,
      record_json: `{"step":${draw.below(9)}}`,
      owner: draw.one('main', 'key-2'),
    },
    children: draw.some(3).map(
      (number): AlgorithmChildRow => ({
        parent_id,
        number,
        account_id: draw.one(...drawnAccounts),
        client_order_id: `child-${parent_id}-${number}`,
        stage: draw.one('intended', 'live', 'over'),
        filled: draw.one('0', '1'),
        child_json: `{"step":${draw.below(9)}}`,
      }),
    ),
    events: draw.some(3).map(
      (number): AlgorithmEventRow => ({
        parent_id,
        number,
        at_ms: draw.nowMs(),
        kind: 'started',
        text: draw.one('Started.', 'Went on.'),
      }),
    ),
  } as const;
};

const plan = (draw: Draw) =>
  ({
    id: `p-${draw.below(4)}`,
    client_plan_id: draw.one(null, `plan-${draw.below(3)}`),
    request_hash: 'hash',
    status: draw.one('pending', 'executing', 'completed', 'failed'),
    symbol: 'BTC/USDT',
    actor_id: 'key-1',
    created_at_ms: 1,
    updated_at_ms: draw.nowMs(),
    plan_json: `{"round":${draw.below(9)}}`,
    owner: draw.one('main', 'key-2'),
  }) as const;

const keyDraws = {
  createKey: (draw) => [
    {
      id: `key-${draw.below(4)}`,
      name: 'desk',
      key_hash: `hash-${draw.below(4)}`,
      roles: '["viewer"]',
      paths: '["/**"]',
      exchange_account_ids: draw.one(null, '["desk-a"]'),
      owner: 'main',
      created_at_ms: draw.nowMs(),
      expires_at_ms: draw.one(null, Number.MAX_SAFE_INTEGER),
      revoked_at_ms: null,
    },
    audit(draw),
  ],
  revokeKey: (draw) => [`key-${draw.below(4)}`, draw.nowMs(), audit(draw)],
  appendAudit: (draw) => [audit(draw)],
} satisfies Partial<OperationDraws>;

const orderDraws = {
  reserveOrder(draw, epoch) {
    const name = draw.below(8);
    const order = {
      id: `order-${name}`,
      account_id: draw.one(...drawnAccounts),
      client_order_id: `c-${draw.one(name, draw.below(8))}`,
      venue_client_id: `vc-${name}`,
      request_hash: 'hash',
      symbol: 'BTC/USDT',
      market_type: 'spot',
      side: draw.one('buy', 'sell'),
      order_type: 'limit',
      quantity: '1',
      price: draw.one(null, '10.25'),
      stop_price: null,
      trailing_delta: draw.one(null, 25),
      time_in_force: 'GTC',
      reduce_only: draw.one(0, 1),
      position_leg: draw.one(null, 'long'),
      reserved_micro: draw.one(0, 10_250_000),
      settled_micro: null,
      quote_usd: draw.one(1, 0.999),
      day: draw.one('2023-11-14', '2023-11-15'),
      actor_id: 'key-1',
      parent_id: null,
      created_at_ms: draw.nowMs(),
      send_before_ms: draw.one(null, draw.nowMs()),
      order_status: 'pending',
      venue_order_id: null,
      quantity_filled: '0',
      avg_fill_price: null,
      cost: '0',
      fee: '0',
      fee_currency: null,
      reject_code: null,
      reason: null,
      last_traded_timestamp: null,
      updated_at_ms: draw.nowMs(),
      version: 0,
    } as const;
    const limits = {
      dailyMicroUsd: draw.one(10_000_000, 25_000_000, Number.MAX_SAFE_INTEGER),
      openOrdersMax: draw.one(undefined, 1, 3),
    };
    return [epoch, order, limits];
  },
  recordOutcome: (draw, epoch) => [epoch, `order-${draw.below(8)}`, outcome(draw)],
  addFills: (draw, epoch) => [epoch, Array.from({ length: draw.below(4) }, () => fill(draw))],
} satisfies Partial<OperationDraws>;

/** An operation that has no draws of its own does not compile here. */
export const operationDraws: OperationDraws = {
  ...keyDraws,
  ...orderDraws,
  settleSetting: (draw) => [`setting-${draw.below(3)}`, `value ${draw.below(9)}`],
  saveState: (draw, epoch) => [epoch, `state-${draw.below(3)}`, `value ${draw.below(9)}`],
  savePaper: (draw, epoch) => [
    epoch,
    {
      account: draw.one('paper-a', 'paper-b'),
      dump: `{"saves":${draw.below(99)}}`,
      atMs: draw.nowMs(),
      orders: draw.some(3).map((number) => ({
        order_id: `po-${number}`,
        client_id: `pc-${number}`,
        is_open: draw.below(2),
        order_json: `{"filled":${draw.below(9)}}`,
      })),
      fills: draw.some(3).map((trade_id) => ({
        trade_id,
        market_type: 'spot',
        at_ms: draw.nowMs(),
        fill_json: '{}',
      })),
      ledger: draw.some(3).map((entry_id) => ({
        entry_id,
        kind: draw.one('funding', 'transfer'),
        market_type: 'swap',
        symbol: draw.one(null, 'BTC/USDT:USDT'),
        at_ms: draw.nowMs(),
        entry_json: '{}',
      })),
    },
  ],
  saveReconciliation(draw, epoch) {
    const accountId = draw.one(...drawnAccounts);
    return [
      epoch,
      {
        accountId,
        stateJson: draw.one(null, '{"checked":true}'),
        atMs: draw.nowMs(),
        differences: draw.some(6).map((number) => difference(draw, accountId, number)),
        differencesMax: 3,
      },
    ];
  },
  createRoutingPlan: (draw, epoch) => [epoch, plan(draw)],
  saveRoutingPlan: (draw, epoch) => [epoch, plan(draw)],
  createAlgorithm: (draw, epoch) => [
    epoch,
    algorithmRows(draw),
    draw.one<readonly string[]>(drawnAccounts, ['desk-a']),
  ],
  saveAlgorithmStep: (draw, epoch) => [epoch, algorithmRows(draw)],
};
