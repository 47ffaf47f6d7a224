import type { AlgorithmTypeWire } from '@windlass/contract';

type Fields = Readonly<Record<string, unknown>>;

/** The fewest parameters with which each type starts. */
const leastParams: Readonly<Record<AlgorithmTypeWire, Fields>> = {
  twap: { duration_seconds: 60, interval_seconds: 10 },
  ladder: { num_levels: 3 },
  sweep: {},
  timepace: { quantity_per_interval: 0.5, interval_seconds: 10 },
  spread: {
    anchor_symbol: 'BTC/USDT',
    contra_symbol: 'BTC/USDT:USDT',
    risk_quantity: 0.5,
    anchor_exchange_account_ids: ['paper-binance'],
    contra_exchange_account_ids: ['paper-binance'],
  },
  funding_arb: { spot_symbol: 'BTC/USDT', perp_symbol: 'BTC/USDT:USDT', position_quantity: 2 },
};

/** Returns a request that starts an algorithm of the type. */
export function startBody(type: AlgorithmTypeWire = 'twap', params: Fields = {}, changes = {}) {
  return {
    algorithm_type: type,
    symbol: 'BTC/USDT',
    side: 'buy',
    quantity: 2,
    exchange_account_ids: ['paper-binance'],
    params: { ...leastParams[type], ...params },
    ...changes,
  };
}

export type Refused = readonly [what: string, body: Fields, field: string, message: string];

/** Returns a start of the type with one wrong parameter. */
export const refused =
  (type: AlgorithmTypeWire) =>
  (name: string, value: unknown, message: string): Refused => [
    `${type} with ${name} ${JSON.stringify(value) ?? 'left out'}`,
    startBody(type, { [name]: value }),
    `params.${name}`,
    message,
  ];
const twap = refused('twap');
const ladder = refused('ladder');
const sweep = refused('sweep');
const timepace = refused('timepace');

const aggressions = 'passive, neutral, aggressive';
const wholeSeconds = 'is required and must be a whole number of seconds';

const twapRefusals: readonly Refused[] = [
  twap('duration_seconds', undefined, `duration_seconds ${wholeSeconds}`),
  twap('duration_seconds', 60.5, `duration_seconds ${wholeSeconds}`),
  twap('duration_seconds', '60', `duration_seconds ${wholeSeconds}`),
  twap('duration_seconds', 0, 'duration_seconds must be at least 1'),
  twap('duration_seconds', 604_801, 'duration_seconds must be at most 604800'),
  twap('interval_seconds', undefined, `interval_seconds ${wholeSeconds}`),
  twap('interval_seconds', 0, 'interval_seconds must be at least 1'),
  twap('interval_seconds', 86_401, 'interval_seconds must be at most 86400'),
  twap('interval_seconds', 61, 'interval_seconds must not be longer than duration_seconds'),
  [
    'twap with more intervals than it may have',
    startBody('twap', { duration_seconds: 20_000, interval_seconds: 1 }),
    'params.interval_seconds',
    'interval_seconds makes more than 10000 intervals of duration_seconds',
  ],
  twap('aggression', 'wild', `aggression must be one of ${aggressions}, auto`),
  twap('randomize_size', 'yes', 'randomize_size must be true or false'),
  twap('randomize_timing', 1, 'randomize_timing must be true or false'),
  twap('catch_up_enabled', null, 'catch_up_enabled must be true or false'),
  twap('max_catch_up_pct', 0, 'max_catch_up_pct must be at least 1'),
  twap('max_catch_up_pct', 1_001, 'max_catch_up_pct must be at most 1000'),
  twap('max_catch_up_pct', 1.5, 'max_catch_up_pct must be a whole number'),
  twap('num_levels', 3, 'num_levels is not a parameter of twap'),
];

const ladderRefusals: readonly Refused[] = [
  ladder('num_levels', undefined, 'num_levels is required and must be a whole number'),
  ladder('num_levels', 0, 'num_levels must be at least 1'),
  ladder('num_levels', 21, 'num_levels must be at most 20'),
  ladder('num_levels', 2.5, 'num_levels is required and must be a whole number'),
  ladder('price_spacing_bps', 0, 'price_spacing_bps must be above 0'),
  ladder('price_spacing_bps', 5_001, 'price_spacing_bps must be at most 5000'),
  ladder('price_spacing_bps', '10', 'price_spacing_bps must be a number'),
  ladder(
    'size_distribution',
    'even',
    'size_distribution must be one of equal, linear, exponential',
  ),
  ladder('start_price', 0, 'start_price must be above 0'),
  ladder('start_price', '50000', 'start_price must be a number'),
  ladder('end_price', -1, 'end_price must be above 0'),
  ladder('cancel_on_fill_pct', 0, 'cancel_on_fill_pct must be above 0'),
  ladder('cancel_on_fill_pct', 101, 'cancel_on_fill_pct must be at most 100'),
  ladder('cancel_on_price_move_bps', -5, 'cancel_on_price_move_bps must be above 0'),
  ladder('cancel_on_price_move_bps', 5_001, 'cancel_on_price_move_bps must be at most 5000'),
  ladder('reprice_on_move_bps', 0, 'reprice_on_move_bps must be above 0'),
  ladder('reprice_on_move_bps', 5_001, 'reprice_on_move_bps must be at most 5000'),
  ladder('levels', 3, 'levels is not a parameter of ladder'),
  [
    'a ladder that buys upwards',
    startBody('ladder', { start_price: 50_000, end_price: 51_000 }),
    'params.end_price',
    'end_price must be below start_price for a buy',
  ],
  [
    'a ladder that sells downwards',
    startBody('ladder', { start_price: 50_000, end_price: 49_000 }, { side: 'sell' }),
    'params.end_price',
    'end_price must be above start_price for a sell',
  ],
];

const sweepRefusals: readonly Refused[] = [
  sweep('urgency', 'auto', `urgency must be one of ${aggressions}`),
  sweep('limit_price', 0, 'limit_price must be above 0'),
  sweep('limit_price', '50000', 'limit_price must be a number'),
  sweep('use_sor', 'no', 'use_sor must be true or false'),
  sweep('max_slippage_bps', 0, 'max_slippage_bps must be above 0'),
  sweep('max_slippage_bps', 5_001, 'max_slippage_bps must be at most 5000'),
  sweep('max_retries', -1, 'max_retries must be at least 0'),
  sweep('max_retries', 101, 'max_retries must be at most 100'),
  sweep('max_retries', 1.5, 'max_retries must be a whole number'),
  sweep('retries', 1, 'retries is not a parameter of sweep'),
];

const timepaceRefusals: readonly Refused[] = [
  timepace(
    ...(['quantity_per_interval', undefined] as const),
    'quantity_per_interval is required and must be a number',
  ),
  timepace('quantity_per_interval', 0, 'quantity_per_interval must be above 0'),
  timepace('quantity_per_interval', 2.1, 'quantity_per_interval must not be above quantity'),
  timepace('interval_seconds', undefined, `interval_seconds ${wholeSeconds}`),
  timepace('interval_seconds', 0, 'interval_seconds must be at least 1'),
  timepace('interval_seconds', 86_401, 'interval_seconds must be at most 86400'),
  timepace('limit_price', -1, 'limit_price must be above 0'),
  timepace('aggression', 'auto', `aggression must be one of ${aggressions}`),
  timepace('randomize_size', 0, 'randomize_size must be true or false'),
  timepace('randomize_size_pct', -1, 'randomize_size_pct must be at least 0'),
  timepace('randomize_size_pct', 91, 'randomize_size_pct must be at most 90'),
  timepace('randomize_size_pct', '10', 'randomize_size_pct must be a number'),
  timepace('duration_seconds', 60, 'duration_seconds is not a parameter of timepace'),
];

const top = (name: string, value: unknown, message: string): Refused => [
  `${name} ${JSON.stringify(value)?.slice(0, 40) ?? 'left out'}`,
  startBody('twap', {}, { [name]: value }),
  name,
  message,
];

const types = 'algorithm_type must be one of twap, ladder, sweep, timepace, spread, funding_arb';
const noAccounts = 'exchange_account_ids is required and must be an array of strings';
const badName =
  'client_algorithm_id must not contain /, ?, #, %, \\ or control characters; ' +
  'letters, digits and all other signs are allowed';

const orderRefusals: readonly Refused[] = [
  top('algorithm_type', undefined, types),
  top('algorithm_type', 'vwap', types),
  top('algorithm_type', 'constructor', types),
  top('symbol', undefined, 'symbol is required and must be a string'),
  top('symbol', '', 'symbol is required'),
  top('side', undefined, "side must be 'buy' or 'sell'"),
  top('side', 'BUY', "side must be 'buy' or 'sell'"),
  top('quantity', undefined, 'quantity is required and must be a number'),
  top('quantity', -1, 'quantity must be above 0'),
  top('quantity', 0, 'quantity must be above 0'),
  top('quantity', 1e16, 'quantity must be at most 1000000000000000'),
  top('quantity', '1', 'quantity is required and must be a number'),
  top('exchange_account_ids', undefined, noAccounts),
  top('exchange_account_ids', 'paper-binance', noAccounts),
  top('exchange_account_ids', [], 'exchange_account_ids must name at least one account'),
  top('exchange_account_ids', ['a', 'a'], 'exchange_account_ids names one twice'),
  top('limit_price', 0, 'limit_price must be above 0'),
  top('limit_price', '50000', 'limit_price must be a number'),
  top('client_algorithm_id', '', 'client_algorithm_id must not be empty'),
  top('client_algorithm_id', 'a/b', badName),
  top('client_algorithm_id', '50%25off', badName),
  top(
    ...(['client_algorithm_id', '..'] as const),
    'client_algorithm_id must not be . or .., which no path can ask for; add a letter or digit',
  ),
  top('client_algorithm_id', 7, 'client_algorithm_id must be a string'),
  top(
    ...(['client_algorithm_id', 'x'.repeat(129)] as const),
    'client_algorithm_id must be at most 128 characters',
  ),
  top('params', undefined, 'params is required and must be an object'),
  top('params', null, 'params is required and must be an object'),
  top('params', [], 'params is required and must be an object'),
  top('leverage', 3, 'leverage is not a field of this request'),
];

/** Parameters that no algorithm starts with, the field that the refusal names, and its text. */
export const refusedStarts: readonly Refused[] = [
  ...orderRefusals,
  ...twapRefusals,
  ...ladderRefusals,
  ...sweepRefusals,
  ...timepaceRefusals,
];
