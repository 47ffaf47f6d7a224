import { z } from 'zod';
import { accountIdLengthMax } from '../pretrade/fields.ts';
import {
  above0,
  bps,
  from0,
  moveMaxBps,
  percent,
  quantity,
  quantityMax,
  secondsOr,
} from './fields.ts';
import {
  assetOf,
  type Fault,
  legSymbol,
  levelWithin,
  maxUnhedged,
  toContradictions,
} from './pair.ts';
import { type AlgorithmOrder, defineAlgorithmContract } from './terms.ts';

/** A year: funding rates say nothing about a longer look-back or holding time. */
const hoursMax = 8_760;
/** Percent a year. No funding rate has stayed above it for a day. */
const aprMaxPct = 10_000;
const legAccount = (name: string) =>
  z
    .string({ error: `${name} must be a string` })
    .min(1, `${name} must not be empty`)
    .max(accountIdLengthMax, `${name} must be at most ${accountIdLengthMax} characters`)
    .optional()
    .describe('the one of exchange_account_ids when omitted; need not be repeated there');

/** Orderbook §4.3, funding_arb params; Design (funding_arb, rest). */
const params = z
  .strictObject({
    spot_symbol: legSymbol('spot_symbol').describe(
      'equals symbol; bought with its notional in cash',
    ),
    perp_symbol: legSymbol('perp_symbol').describe('a perpetual of the same asset; sold'),
    position_quantity: quantity('position_quantity').describe('of each leg; as quantity'),
    spot_exchange_account_id: legAccount('spot_exchange_account_id'),
    perp_exchange_account_id: legAccount('perp_exchange_account_id'),
    entry_apr_threshold: from0('entry_apr_threshold', aprMaxPct)
      .default(30)
      .describe('percent a year, of the smoothed predicted funding'),
    exit_apr_threshold: from0('exit_apr_threshold', aprMaxPct)
      .default(5)
      .describe('leaves below it; below entry_apr_threshold'),
    funding_smoothing_hours: above0('funding_smoothing_hours', hoursMax)
      .default(8)
      .describe('time constant of the moving average'),
    max_entry_basis_bps: bps('max_entry_basis_bps')
      .default(15)
      .describe('does not enter while the basis is wider'),
    round_trip_cost_bps: from0('round_trip_cost_bps', moveMaxBps)
      .default(30)
      .describe('of opening and closing both legs, fees included'),
    max_breakeven_hours: above0('max_breakeven_hours', hoursMax)
      .default(96)
      .describe('does not enter when the costs take longer to earn'),
    min_hold_hours: from0('min_hold_hours', hoursMax)
      .default(8)
      .describe('before that only a hard exit leaves'),
    max_hold_hours: above0('max_hold_hours', hoursMax)
      .optional()
      .describe('a hard exit after so long'),
    risk_quantity: above0('risk_quantity', quantityMax)
      .optional()
      .describe('base units by which the legs may differ; 10 % of position_quantity when omitted'),
    max_unhedged_seconds: maxUnhedged.default(30).describe(levelWithin),
    liquidation_buffer_pct: percent('liquidation_buffer_pct')
      .default(20)
      .describe('a hard exit when the mark price is nearer to the liquidation price'),
    basis_stop_bps: bps('basis_stop_bps')
      .optional()
      .describe('a hard exit when the basis has widened so far since the entry'),
    poll_interval_seconds: secondsOr('poll_interval_seconds', 3_600)
      .default(60)
      .describe('between two looks at the funding rate'),
  })
  .superRefine(({ entry_apr_threshold, exit_apr_threshold }, context) => {
    if (exit_apr_threshold < entry_apr_threshold) return;
    context.addIssue({
      code: 'custom',
      path: ['exit_apr_threshold'],
      input: exit_apr_threshold,
      message: 'exit_apr_threshold must be below entry_apr_threshold',
    });
  });

export const fundingArb = defineAlgorithmContract({
  title: 'Funding arb',
  description:
    'Waits until funding pays, then holds spot against a short perpetual of the same size, and ' +
    'closes both when funding fades or a limit of risk is met.',
  params,
  legs: [
    { symbol: 'spot_symbol', accounts: 'spot_exchange_account_id' },
    { symbol: 'perp_symbol', accounts: 'perp_exchange_account_id' },
  ],
  opensBothLegs: true,
  /** Orderbook §4.3: long spot against a short perpetual of that size on that underlying. */
  contradictions: (order, given) => {
    const { spot_symbol: spot, perp_symbol: perp, risk_quantity: risk = 0 } = given;
    const isLong = order.side === 'buy';
    const message = 'side must be buy: funding_arb is long spot and short the perpetual';
    return [
      ...(isLong ? [] : [{ path: ['side'], message }]),
      ...toContradictions({
        spot_symbol: spotFault(spot, order),
        perp_symbol: perpFault(spot, perp),
        position_quantity: given.position_quantity !== order.quantity && 'must equal quantity',
        spot_exchange_account_id: accountFault(given.spot_exchange_account_id, order),
        perp_exchange_account_id: accountFault(given.perp_exchange_account_id, order),
        risk_quantity: risk > given.position_quantity && 'must not be above position_quantity',
      }),
    ];
  },
});

function spotFault(spot: string, { symbol }: AlgorithmOrder): Fault {
  if (spot !== symbol) return `must equal symbol, ${symbol}: the order itself is the spot leg`;
  return spot.includes(':') && 'must be a spot symbol, like BTC/USDT';
}

function perpFault(spot: string, perp: string): Fault {
  // A dated future converges to its index by its expiry, so it pays no funding.
  const isPerpetual = perp.includes(':') && !perp.includes('-');
  if (!isPerpetual) return 'must be a perpetual, like BTC/USDT:USDT';
  const asset = assetOf(spot);
  return (
    assetOf(perp) !== asset &&
    `must have the base asset of spot_symbol, ${asset}: another asset does not hedge it`
  );
}

function accountFault(id: string | undefined, order: AlgorithmOrder): Fault {
  const isPlain = order.exchange_account_ids.length === 1;
  return id === undefined && !isPlain && 'is required with several exchange_account_ids';
}
