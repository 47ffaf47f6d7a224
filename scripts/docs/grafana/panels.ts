/** A chart of one or more queries over time. */
export interface PanelPlan {
  readonly title: string;
  /** Meaning of the panel, and when to worry, for whoever looks at it at night. */
  readonly about: string;
  /** One of Grafana's units: `s`, `ms`, `short`, `percentunit`, `reqps`, `ops`. */
  readonly unit: string;
  /** PromQL by legend. */
  readonly queries: Readonly<Record<string, string>>;
}

export interface RowPlan {
  readonly title: string;
  readonly panels: readonly PanelPlan[];
}

const rate = (metric: string) => `rate(${metric}[$__rate_interval])`;
const total = (metric: string, by: string) => `sum by (${by}) (${rate(metric)})`;
const p99 = (metric: string, by = '') =>
  `histogram_quantile(0.99, sum by (le${by && `, ${by}`}) (${rate(`${metric}_bucket`)}))`;

const orders: RowPlan = {
  title: 'Orders and accounts',
  panels: [
    {
      title: 'Orders sent',
      about: 'Orders that left for an exchange, by what came back. `unknown` is looked up.',
      unit: 'ops',
      queries: {
        '{{venue}} {{outcome}}': total('windlass_orders_submitted_total', 'venue, outcome'),
      },
    },
    {
      title: 'Answer of the exchange, p99',
      about: 'From sending an order to the word of the exchange.',
      unit: 's',
      queries: { '{{venue}}': p99('windlass_order_submit_seconds', 'venue') },
    },
    {
      title: 'Outcome not known at first, in an hour',
      about: 'Each is settled by evidence. A rise tells of an exchange or a line in trouble.',
      unit: 'short',
      queries: { unknown: 'sum(increase(windlass_orders_unknown_total[1h]))' },
    },
    {
      title: 'New differences, in an hour',
      about: 'An exchange says something else than what is stored. Look at every one.',
      unit: 'short',
      queries: {
        '{{kind}}': 'sum by (kind) (increase(windlass_reconciliation_differences_total[1h]))',
      },
    },
    {
      title: 'Fills that a restart brought home, in an hour',
      about: 'Made while the service was down and read after its start. No difference.',
      unit: 'short',
      queries: { fills: 'increase(windlass_fills_recovered_total[1h])' },
    },
    {
      title: 'Ready for orders',
      about: '1 while orders can be taken. At 0 `/ready` tells why.',
      unit: 'short',
      queries: { ready: 'windlass_ready' },
    },
    {
      title: 'Since the last comparison',
      about: 'Accounts are compared with their exchange every minute.',
      unit: 's',
      queries: { '{{account}}': 'windlass_reconciliation_age_seconds' },
    },
    {
      title: 'Streams of own orders',
      about: '1 while the exchange streams every change; at 0 orders are followed by polling.',
      unit: 'short',
      queries: {
        '{{account}} {{stream}}': 'windlass_order_stream_live',
        'followed by {{account}}': 'windlass_orders_followed',
      },
    },
  ],
};

const books: RowPlan = {
  title: 'Books',
  panels: [
    {
      title: 'Confidence',
      about: 'What a book is worth, 0 to 1. At 0 nobody trades on it.',
      unit: 'percentunit',
      queries: { '{{venue}} {{symbol}}': 'windlass_book_confidence' },
    },
    {
      title: 'Age of the last word',
      about: 'A book that hears nothing decays by the clock.',
      unit: 'ms',
      queries: { '{{venue}} {{symbol}}': 'windlass_book_staleness_ms' },
    },
    {
      title: 'Updates',
      about: 'Updates applied, by exchange.',
      unit: 'ops',
      queries: { '{{venue}}': total('windlass_book_updates_total', 'venue') },
    },
    {
      title: 'Gaps and resyncs, in five minutes',
      about: 'A gap or a wrong checksum takes a book out of use until a snapshot puts it right.',
      unit: 'short',
      queries: {
        'gaps {{venue}}': 'sum by (venue) (increase(windlass_book_gaps_total[5m]))',
        'resyncs {{venue}}': 'sum by (venue) (increase(windlass_book_resyncs_total[5m]))',
      },
    },
  ],
};

const exchanges: RowPlan = {
  title: 'Limits and clocks of exchanges',
  panels: [
    {
      title: 'Budget used',
      about: 'Part of what the exchange allows. Reads wait at four fifths, orders never for reads.',
      unit: 'percentunit',
      queries: {
        '{{venue}} {{group}} {{budget}}':
          'windlass_venue_budget_used / windlass_venue_budget_capacity',
      },
    },
    {
      title: 'Calls that wait, and bans',
      about: 'Waiting is normal in bursts. A ban is silence that the exchange asked for.',
      unit: 'short',
      queries: {
        'waiting {{venue}} {{kind}}': 'sum by (venue, kind) (windlass_venue_calls_waiting)',
        'ban {{venue}} {{scope}} (s)': 'max by (venue, scope) (windlass_venue_ban_seconds)',
      },
    },
    {
      title: 'Calls refused',
      about: 'Not sent for want of room. Refused orders were rejected at once.',
      unit: 'ops',
      queries: {
        '{{venue}} {{kind}} {{reason}}': total(
          'windlass_venue_calls_refused_total',
          'venue, kind, reason',
        ),
      },
    },
    {
      title: 'Clock of the exchange less ours',
      about: 'From half a second on, requests bear the time of the exchange.',
      unit: 's',
      queries: { '{{venue}} {{group}}': 'windlass_venue_clock_skew_seconds' },
    },
  ],
};

const strategies: RowPlan = {
  title: 'Algorithms and routing',
  panels: [
    {
      title: 'Algorithms, in an hour',
      about: 'Started (RUNNING) and ended, by how.',
      unit: 'short',
      queries: {
        '{{type}} {{status}}': 'sum by (type, status) (increase(windlass_algorithms_total[1h]))',
      },
    },
    {
      title: 'Routing plans, in an hour',
      about: 'By how they ended.',
      unit: 'short',
      queries: { '{{status}}': 'sum by (status) (increase(windlass_routing_plans_total[1h]))' },
    },
    {
      title: 'Splitting an order, p99',
      about: 'Once books and balances are there.',
      unit: 's',
      queries: { allocation: p99('windlass_route_allocation_seconds') },
    },
    {
      title: "Dead man's switches",
      about: '`failing` must be 0: the exchange would not cancel when we fall silent.',
      unit: 'short',
      queries: { '{{state}}': 'windlass_dead_mans_switches' },
    },
  ],
};

const service: RowPlan = {
  title: 'The service',
  panels: [
    {
      title: 'Requests',
      about: 'By status.',
      unit: 'reqps',
      queries: { '{{status}}': total('windlass_http_request_duration_seconds_count', 'status') },
    },
    {
      title: 'Answers, p99',
      about: 'By route.',
      unit: 's',
      queries: { '{{route}}': p99('windlass_http_request_duration_seconds', 'route') },
    },
    {
      title: 'Stream',
      about: 'Connected clients, and how late beats are.',
      unit: 'short',
      queries: {
        clients: 'windlass_stream_sockets',
        'beat late, p99 (s)': p99('windlass_stream_beat_late_seconds'),
        'dropped: {{reason}}': total('windlass_stream_clients_dropped_total', 'reason'),
      },
    },
    {
      title: 'Event loop, p99',
      about: 'Over 50 ms the machine is too small, or something is wrong with us.',
      unit: 's',
      queries: { lag: 'nodejs_eventloop_lag_p99_seconds' },
    },
    {
      title: 'Memory',
      about: 'Of the process, and of its heap.',
      unit: 'bytes',
      queries: {
        resident: 'process_resident_memory_bytes',
        heap: 'nodejs_heap_size_used_bytes',
      },
    },
    {
      title: 'Faults of ours, in an hour',
      about: 'Please report them, with the log of the request.',
      unit: 'short',
      queries: {
        'status 500': 'increase(windlass_http_internal_errors_total[1h])',
        uncaught: 'sum(increase(windlass_uncaught_faults_total[1h]))',
      },
    },
  ],
};

const vaults: RowPlan = {
  title: 'Vaults and prices',
  panels: [
    {
      title: 'Calls to the ledger',
      about: 'By how they ended.',
      unit: 'ops',
      queries: {
        '{{network}} {{outcome}}': total('windlass_ledger_calls_total', 'network, outcome'),
      },
    },
    {
      title: 'Vaults refreshed, in an hour',
      about: 'Whose holdings were read, or could not be.',
      unit: 'short',
      queries: {
        '{{network}} {{status}}':
          'sum by (network, status) (increase(windlass_holdings_refreshed_total[1h]))',
      },
    },
    {
      title: 'Prices given out',
      about: '`stale` and `none`: the price provider could not be asked.',
      unit: 'ops',
      queries: { '{{source}}': total('windlass_price_answers_total', 'source') },
    },
  ],
};

export const rows: readonly RowPlan[] = [orders, books, exchanges, strategies, service, vaults];
