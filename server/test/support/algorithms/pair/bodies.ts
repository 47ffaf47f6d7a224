import { type Refused, refused, startBody } from '../bodies.ts';

const spread = refused('spread');
const arb = refused('funding_arb');

const symbolText = 'is required and must be a string';
const aList = 'is required and must be an array of strings';
const aQuantity = 'is required and must be a number';
const perpetual = 'perp_symbol must be a perpetual, like BTC/USDT:USDT';
const like = 'must be like BTC/USDT, or BTC/USDT:USDT for a derivative';
const two = ['paper-binance', 'paper-bybit'];

const listRefusals = (name: string): readonly Refused[] => [
  spread(name, undefined, `${name} ${aList}`),
  spread(name, 'paper-binance', `${name} ${aList}`),
  spread(name, [], `${name} must name at least one account`),
  spread(name, ['paper-binance', 'paper-binance'], `${name} names one twice`),
  [
    `spread with a ${name} without a name`,
    startBody('spread', { [name]: [''] }),
    ...([`params.${name}.0`, `each of ${name} must be a name`] as const),
  ],
];

const spreadRefusals: readonly Refused[] = [
  spread('anchor_symbol', undefined, `anchor_symbol ${symbolText}`),
  spread('anchor_symbol', '', 'anchor_symbol is required'),
  spread(
    'anchor_symbol',
    'BTC/USDC',
    'anchor_symbol must equal symbol, BTC/USDT: the order itself is the anchor leg',
  ),
  spread('contra_symbol', undefined, `contra_symbol ${symbolText}`),
  spread('contra_symbol', 'x'.repeat(65), 'contra_symbol must be at most 64 characters'),
  spread('contra_symbol', 'BTC/USDT', 'contra_symbol must differ from anchor_symbol'),
  spread(
    ...(['contra_symbol', 'ETH/USDT:USDT'] as const),
    'contra_symbol must have the base asset of anchor_symbol, BTC: another asset does not hedge it',
  ),
  ...listRefusals('anchor_exchange_account_ids'),
  ...listRefusals('contra_exchange_account_ids'),
  [
    'spread with more accounts than a route has',
    startBody('spread', {
      anchor_exchange_account_ids: Array.from({ length: 16 }, (_, n) => `anchor-${n}`),
      contra_exchange_account_ids: Array.from({ length: 16 }, (_, n) => `contra-${n}`),
    }),
    'params.contra_exchange_account_ids',
    'contra_exchange_account_ids makes more than 32 accounts with those of the order and the ' +
      'other leg',
  ],
  spread('risk_quantity', undefined, `risk_quantity ${aQuantity}`),
  spread('risk_quantity', 0, 'risk_quantity must be above 0'),
  spread('risk_quantity', 2.1, 'risk_quantity must not be above quantity'),
  spread('lead_mode', 'both', 'lead_mode must be one of anchor, contra'),
  spread('aggression', 'auto', 'aggression must be one of passive, neutral, aggressive'),
  spread(
    ...(['sweep_trigger_mode', 'never'] as const),
    'sweep_trigger_mode must be one of immediate, disabled, threshold',
  ),
  spread('sweep_threshold_pct', -0.1, 'sweep_threshold_pct must be at least 0'),
  spread('sweep_threshold_pct', 101, 'sweep_threshold_pct must be at most 100'),
  spread('pause_offset_pct', 0, 'pause_offset_pct must be above 0'),
  spread('pause_offset_pct', 101, 'pause_offset_pct must be at most 100'),
  spread('reprice_increment_bps', 0, 'reprice_increment_bps must be above 0'),
  spread('reprice_increment_bps', 5_001, 'reprice_increment_bps must be at most 5000'),
  spread('spread_offset_pct', -1, 'spread_offset_pct must be at least 0'),
  spread('spread_offset_pct', 51, 'spread_offset_pct must be at most 50'),
  spread('max_unhedged_seconds', 0, 'max_unhedged_seconds must be at least 1'),
  spread('max_unhedged_seconds', 3_601, 'max_unhedged_seconds must be at most 3600'),
  spread('max_unhedged_seconds', 1.5, 'max_unhedged_seconds must be a whole number of seconds'),
  spread('duration_seconds', 60, 'duration_seconds is not a parameter of spread'),
];

const accountRefusals = (name: string): readonly Refused[] => [
  arb(name, 7, `${name} must be a string`),
  arb(name, '', `${name} must not be empty`),
  [
    `funding_arb with two accounts and no ${name}`,
    startBody(
      'funding_arb',
      {
        spot_exchange_account_id: two[0],
        perp_exchange_account_id: two[1],
        [name]: undefined,
      },
      { exchange_account_ids: two },
    ),
    ...([`params.${name}`, `${name} is required with several exchange_account_ids`] as const),
  ],
];

const hoursRefusals = (name: string): readonly Refused[] => [
  arb(name, -1, `${name} must be ${name === 'min_hold_hours' ? 'at least' : 'above'} 0`),
  arb(name, 8_761, `${name} must be at most 8760`),
];

const termsRefusals: readonly Refused[] = [
  arb('spot_symbol', undefined, `spot_symbol ${symbolText}`),
  arb(
    'spot_symbol',
    'BTC/USDC',
    'spot_symbol must equal symbol, BTC/USDT: the order itself is the spot leg',
  ),
  [
    'funding_arb with a perpetual for its spot leg',
    startBody('funding_arb', { spot_symbol: 'BTC/USDT:USDT' }, { symbol: 'BTC/USDT:USDT' }),
    ...(['params.spot_symbol', 'spot_symbol must be a spot symbol, like BTC/USDT'] as const),
  ],
  arb('perp_symbol', undefined, `perp_symbol ${symbolText}`),
  arb('perp_symbol', 'BTC/USDT', perpetual),
  arb('perp_symbol', 'BTC/USDC', perpetual),
  arb('perp_symbol', 'BTC/USDT:USDT-261225', perpetual),
  arb(
    'perp_symbol',
    'ETH/USDT:USDT',
    'perp_symbol must have the base asset of spot_symbol, BTC: another asset does not hedge it',
  ),
  arb('position_quantity', undefined, `position_quantity ${aQuantity}`),
  arb('position_quantity', 1, 'position_quantity must equal quantity'),
  [
    'funding_arb that sells',
    startBody('funding_arb', {}, { side: 'sell' }),
    ...(['side', 'side must be buy: funding_arb is long spot and short the perpetual'] as const),
  ],
  ...accountRefusals('spot_exchange_account_id'),
  ...accountRefusals('perp_exchange_account_id'),
];

const fundingArbRefusals: readonly Refused[] = [
  ...termsRefusals,
  arb('entry_apr_threshold', -1, 'entry_apr_threshold must be at least 0'),
  arb('entry_apr_threshold', 10_001, 'entry_apr_threshold must be at most 10000'),
  arb('exit_apr_threshold', -1, 'exit_apr_threshold must be at least 0'),
  arb('exit_apr_threshold', 30, 'exit_apr_threshold must be below entry_apr_threshold'),
  [
    'funding_arb that enters below where it leaves by default',
    startBody('funding_arb', { entry_apr_threshold: 4 }),
    'params.exit_apr_threshold',
    'exit_apr_threshold must be below entry_apr_threshold',
  ],
  ...hoursRefusals('funding_smoothing_hours'),
  ...hoursRefusals('max_breakeven_hours'),
  ...hoursRefusals('min_hold_hours'),
  ...hoursRefusals('max_hold_hours'),
  arb('max_entry_basis_bps', 0, 'max_entry_basis_bps must be above 0'),
  arb('max_entry_basis_bps', '15', 'max_entry_basis_bps must be a number'),
  arb('round_trip_cost_bps', -1, 'round_trip_cost_bps must be at least 0'),
  arb('round_trip_cost_bps', 5_001, 'round_trip_cost_bps must be at most 5000'),
  arb('risk_quantity', 0, 'risk_quantity must be above 0'),
  arb('risk_quantity', 2.1, 'risk_quantity must not be above position_quantity'),
  arb('max_unhedged_seconds', 0, 'max_unhedged_seconds must be at least 1'),
  arb('max_unhedged_seconds', 3_601, 'max_unhedged_seconds must be at most 3600'),
  arb('liquidation_buffer_pct', 0, 'liquidation_buffer_pct must be above 0'),
  arb('liquidation_buffer_pct', 101, 'liquidation_buffer_pct must be at most 100'),
  arb('basis_stop_bps', 0, 'basis_stop_bps must be above 0'),
  arb('poll_interval_seconds', 0, 'poll_interval_seconds must be at least 1'),
  arb('poll_interval_seconds', 3_601, 'poll_interval_seconds must be at most 3600'),
  arb('poll_interval_seconds', 'often', 'poll_interval_seconds must be a whole number of seconds'),
  arb('anchor_symbol', 'BTC/USDT', 'anchor_symbol is not a parameter of funding_arb'),
];

const unreadable: readonly Refused[] = [
  spread('contra_symbol', 'BTC', `contra_symbol ${like}`),
  spread('contra_symbol', 'BTC/USDT:', `contra_symbol ${like}`),
  arb('perp_symbol', 'BTC/usdt:USDT', `perp_symbol ${like}`),
];

/** Parameters that no pair starts with, the field that the refusal names, and its text. */
export const refusedPairs: readonly Refused[] = [
  ...spreadRefusals,
  ...fundingArbRefusals,
  ...unreadable,
];
