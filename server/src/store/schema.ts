import type { Generated, Selectable } from 'kysely';
import type { AnalyticsSchema } from './analyticsSchema.ts';

/** Status of a stored order. */
export type OrderStatus =
  | 'pending'
  | 'open'
  | 'closed'
  | 'canceled'
  | 'expired'
  | 'rejected'
  | 'unknown';

/** Status of a routing plan; the last three are final. */
export type PlanStatus = 'pending' | 'executing' | 'completed' | 'partial' | 'failed';

/** Status of an algorithm; the last three are final. */
export type AlgorithmStatus =
  | 'RUNNING'
  | 'PAUSED'
  | 'CANCELLING'
  | 'COMPLETED'
  | 'CANCELLED'
  | 'FAILED';

/** The tables of both databases: times are epoch ms, lists are JSON text. */
export interface Schema extends AnalyticsSchema {
  api_keys: {
    id: string;
    name: string;
    key_hash: string;
    roles: string;
    paths: string;
    exchange_account_ids: string | null;
    /** Owner of the caller's names: `main`, or the id of the key for which they are kept apart. */
    owner: string;
    created_at_ms: number;
    expires_at_ms: number | null;
    revoked_at_ms: number | null;
  };
  audit_log: {
    id: Generated<number>;
    at_ms: number;
    actor_id: string;
    actor_name: string;
    action: string;
    subject: string;
    before_json: string | null;
    after_json: string | null;
    request_id: string | null;
  };
  /** Values chosen once, for example the seed of the simulated market. */
  settings: { name: string; value: string };
  /** Named states of the engine, for example the clock of the simulated market. */
  engine_state: { name: string; value: string; epoch: number };
  /** One row: the epoch of the latest owner. */
  engine: { id: number; epoch: number };
  /** One row: the step that a version must know at least to run on these tables. */
  schema_compatibility: { id: number; oldest_step: string };
  portfolios: { id: string; name: string; created_at_ms: number; updated_at_ms: number };
  exchange_accounts: {
    id: string;
    venue: string;
    mode: 'paper' | 'live';
    environment: string;
    region: string;
    portfolio_id: string | null;
    /** 0 or 1. */
    portfolio_margin: number;
    /** 0 or 1. */
    hedge_mode: number;
    /** One of `unifiedModes`; null until the exchange reported it. */
    unified_mode: string | null;
    /** Money in limits is whole millionths of a dollar. */
    daily_limit_micro: number;
    max_order_micro: number | null;
    price_collar_pct: number;
    max_open_orders: number | null;
    cancel_after_s: number | null;
    /** JSON. */
    fee_overrides: string | null;
    /** JSON: the first balances of a paper account; null for a live one. */
    paper_balances: string | null;
    /** Sealed with the master key, bound to the account and the column. */
    credentials: string | null;
    futures_credentials: string | null;
    credentials_at_ms: number | null;
    /** 0 or 1. */
    halted: number;
    created_at_ms: number;
    updated_at_ms: number;
  };
  /** Every order that was ever requested; decimals are text. */
  meta_orders: {
    /** Our id. */
    id: string;
    account_id: string;
    /** Unique in its account. */
    client_order_id: string;
    /** Client id that is sent to the venue. */
    venue_client_id: string;
    request_hash: string;
    symbol: string;
    market_type: 'spot' | 'swap' | 'future';
    side: 'buy' | 'sell';
    order_type: string;
    quantity: string;
    price: string | null;
    stop_price: string | null;
    trailing_delta: number | null;
    time_in_force: string;
    /** 0 or 1. */
    reduce_only: number;
    /** The leg that it opens or reduces; null for accounts in one-way mode. */
    position_leg: 'long' | 'short' | null;
    /** Taken from the daily limit when it was recorded; never changes. */
    reserved_micro: number;
    /** Amount that a final order counts instead; null while it is not final. */
    settled_micro: number | null;
    quote_usd: number;
    /** UTC day of the limit, YYYY-MM-DD. */
    day: string;
    actor_id: string;
    parent_id: string | null;
    created_at_ms: number;
    /** Epoch ms after which it was not sent any more; null for orders of earlier versions. */
    send_before_ms: number | null;
    order_status: OrderStatus;
    venue_order_id: string | null;
    quantity_filled: string;
    avg_fill_price: number | null;
    /** Quote units of the fills. */
    cost: string;
    fee: string;
    fee_currency: string | null;
    /** Our code for the rejection. */
    reject_code: string | null;
    reason: string | null;
    last_traded_timestamp: number | null;
    updated_at_ms: number;
    /** Grows with every change. */
    version: number;
  };
  /** The sum over the orders of an account and day: settled if final, else reserved. */
  daily_usage: { account_id: string; day: string; used_micro_usd: number; order_count: number };
  order_fills: {
    account_id: string;
    market_type: 'spot' | 'swap' | 'future';
    symbol: string;
    venue_trade_id: string;
    venue_order_id: string;
    /** Null for a fill of no order of ours, or of one that was unknown by then. */
    order_id: string | null;
    side: 'buy' | 'sell';
    price: number;
    quantity: string;
    fee: string;
    fee_asset: string;
    liquidity: 'maker' | 'taker';
    at_ms: number;
  };
  vaults: {
    id: string;
    name: string;
    /** The name for searches: normalised, in lower case. */
    name_folded: string;
    owner: string;
    address: string;
    created_at_ms: number;
    updated_at_ms: number;
    /** 0 when it was not given. */
    creation_ledger: number;
    /** 0 or 1. */
    trade_permission: number;
    max_trade_size: number;
    daily_trade_limit: number;
    slippage_tolerance: number;
  };
  /** Sums over vaults by owner; the empty owner stands for all. */
  vault_totals: {
    owner: string;
    /** 0 without trade permission, 1 with it, 2 both. */
    scope: number;
    vaults: number;
    /** Millionths of a percent, so that sums stay exact however often they change. */
    max_trade_size_micro: number;
    daily_trade_limit: number;
    slippage_tolerance_micro: number;
    /** Vaults with a creation ledger, and the sum of these. */
    ledgers: number;
    ledger_sum: number;
  };
  /** Latest balances. */
  holdings: {
    vault_id: string;
    network: string;
    /** Contract of the token. */
    token: string;
    id: string;
    /** Decimal text of the token's smallest unit. */
    amount: string;
    ledger: number;
    updated_at_ms: number;
  };
  /** Every observed change of a balance. */
  balance_changes: {
    id: Generated<number>;
    vault_id: string;
    network: string;
    token: string;
    amount: string;
    /** Null for the first balance. */
    previous: string | null;
    ledger: number;
    at_ms: number;
  };
  /** The last known good price of a coin in a currency. */
  price_tickers: {
    vs_currency: string;
    coin_id: string;
    ticker_json: string;
    fetched_at_ms: number;
  };
  /** Coin ids by symbol, as the price provider listed them. */
  price_coin_lists: { name: string; ids_json: string; fetched_at_ms: number };
  /** The matching engine of each paper account, without its orders. */
  paper_engines: { account: string; dump: string; updated_at_ms: number };
  /** Every order a paper venue has acknowledged. */
  paper_orders: {
    account: string;
    order_id: string;
    /** Unique per account, for ever. */
    client_id: string;
    /** 0 or 1. */
    is_open: number;
    /** The venue's state of it and, while it is open, its engine's records. */
    order_json: string;
  };
  paper_fills: {
    account: string;
    /** Number in the account's engine. */
    trade_id: number;
    market_type: string;
    at_ms: number;
    fill_json: string;
  };
  /** Funding, profits taken, transfers and liquidations of paper accounts, each once. */
  paper_ledger: {
    account: string;
    /** Number in the account. */
    entry_id: number;
    kind: 'funding' | 'realised' | 'transfer' | 'liquidation';
    market_type: string;
    symbol: string | null;
    at_ms: number;
    entry_json: string;
  };
  /** Margin modes of markets whose venue keeps none itself. */
  margin_modes: {
    account_id: string;
    symbol: string;
    margin_mode: 'cross' | 'isolated';
  };
  webhooks: {
    id: string;
    /** Address for display: without user, password and query. */
    url: string;
    /** The whole address and the secret, sealed with the master key and bound to the webhook. */
    target: string;
    /** JSON; null for every kind. */
    kinds: string | null;
    created_at_ms: number;
    updated_at_ms: number;
  };
  /** Alerts on their way to webhooks; a dead letter is one that was given up. */
  webhook_deliveries: {
    /** Grows in the order in which they were raised. */
    seq: Generated<number>;
    /** Id that the receiver sees. */
    id: string;
    webhook_id: string;
    kind: string;
    /** The sent text, the same at every attempt. */
    body: string;
    status: 'pending' | 'delivered' | 'dead';
    attempts: number;
    next_attempt_at_ms: number;
    /** Error of the latest attempt. */
    last_error: string | null;
    updated_at_ms: number;
  };
  /** State of comparing each account with its venue, as JSON. */
  reconciliation_states: { account_id: string; state_json: string; updated_at_ms: number };
  /** Differences between an account and its venue. */
  reconciliation_differences: {
    /** Grows with time. */
    id: string;
    account_id: string;
    kind: string;
    /** Its subject, within account and kind: while it lasts it is one difference. */
    identity: string;
    first_seen_at_ms: number;
    last_seen_at_ms: number;
    /** Null while it lasts. */
    resolved_at_ms: number | null;
    market_type: 'spot' | 'swap' | 'future';
    symbol: string | null;
    order_id: string | null;
    asset: string | null;
    expected: string | null;
    found: string | null;
    reason: string;
  };
  /** Routed orders, each with its slices. */
  routing_plans: {
    id: string;
    /** The caller's name for it, unique for ever among those of its owner. */
    client_plan_id: string | null;
    request_hash: string;
    status: PlanStatus;
    symbol: string;
    actor_id: string;
    created_at_ms: number;
    updated_at_ms: number;
    /** Fields without a column of their own. */
    plan_json: string;
    /** Owner of the key that created it. */
    owner: string;
  };
  /** Parent orders of algorithms. */
  algorithm_orders: {
    id: string;
    /** The caller's name for it, unique for ever among those of its owner. */
    client_id: string | null;
    request_hash: string;
    type: string;
    symbol: string;
    status: AlgorithmStatus;
    actor_id: string;
    created_at_ms: number;
    updated_at_ms: number;
    /** Null while it has not ended. */
    ended_at_ms: number | null;
    /** Fields without a column of their own. */
    record_json: string;
    /** Owner of the key that started it. */
    owner: string;
  };
  /** Accounts that an algorithm was started with: keys that reach all of them may see it. */
  algorithm_accounts: { parent_id: string; account_id: string };
  /** Orders of algorithms, stored before they leave. */
  algorithm_children: {
    parent_id: string;
    /** Number in the parent. */
    number: number;
    account_id: string;
    /** Names its order in `meta_orders`, once there is one. */
    client_order_id: string;
    stage: 'intended' | 'live' | 'over';
    /** Filled quantity that the parent knows. */
    filled: string;
    /** Fields without a column of their own. */
    child_json: string;
  };
  /** The history of each algorithm. */
  algorithm_events: {
    parent_id: string;
    /** Number in the parent. */
    number: number;
    at_ms: number;
    kind: string;
    text: string;
  };
  /** Market lists as last loaded, by exchange. */
  market_lists: { exchange: string; markets_json: string; loaded_at_ms: number };
}

export type OrderRow = Selectable<Schema['meta_orders']>;
export type FillRow = Selectable<Schema['order_fills']>;
export type PlanRow = Selectable<Schema['routing_plans']>;
export type AlgorithmRow = Selectable<Schema['algorithm_orders']>;
export type AlgorithmChildRow = Selectable<Schema['algorithm_children']>;
export type AlgorithmEventRow = Selectable<Schema['algorithm_events']>;
export type DifferenceRow = Selectable<Schema['reconciliation_differences']>;

/** A venue's report on an order, under the columns' names; null for fields it did not report. */
export interface OutcomeRow {
  readonly order_status: OrderStatus;
  readonly venue_order_id: string | null;
  readonly quantity_filled: string | null;
  readonly avg_fill_price: number | null;
  readonly cost: string | null;
  readonly fee: string | null;
  readonly fee_currency: string | null;
  readonly reject_code: string | null;
  readonly reason: string | null;
  readonly last_traded_timestamp: number | null;
  readonly at_ms: number;
}
