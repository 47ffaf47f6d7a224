import type { FundingArbParamsWire, SpreadParamsWire } from '@windlass/contract';
import { assert } from '../../../kit/assert.ts';
import { AppError } from '../../../kit/errors.ts';
import { type InstrumentSymbol, parseSymbol } from '../../model/symbol.ts';
import type { FundingArbParams, SpreadParams } from '../params.ts';
import { withoutNoise } from '../shared/amounts.ts';
import { usualUnhedgedMs } from '../spread/state.ts';

/** Fields of a pair's parameters that repeat its order. */
export interface PairTerms {
  readonly symbol: string;
  /** Base units. */
  readonly quantity: number;
}

const msPerSecond = 1_000;
/** Orderbook §4.3, funding_arb params. */
const usualRiskShare = 0.1;

export function toSpreadParams(params: SpreadParamsWire): SpreadParams {
  return {
    contraSymbol: legSymbol('contra_symbol', params.contra_symbol),
    anchorAccountIds: params.anchor_exchange_account_ids,
    contraAccountIds: params.contra_exchange_account_ids,
    riskQuantity: params.risk_quantity,
    leadMode: params.lead_mode,
    aggression: params.aggression,
    sweepTriggerMode: params.sweep_trigger_mode,
    sweepThresholdPct: params.sweep_threshold_pct,
    pauseOffsetPct: params.pause_offset_pct,
    repriceIncrementBps: params.reprice_increment_bps,
    spreadOffsetPct: params.spread_offset_pct,
    maxUnhedgedMs: unhedgedMsOf(params),
  };
}

/** Returns the time limit. Resting hedges have only one that the caller gives. */
function unhedgedMsOf(params: SpreadParamsWire): number | undefined {
  const { max_unhedged_seconds: given, sweep_trigger_mode: mode } = params;
  if (given !== undefined) return given * msPerSecond;
  return mode === 'immediate' ? usualUnhedgedMs : undefined;
}

export function fromSpreadParams(params: SpreadParams, { symbol }: PairTerms): SpreadParamsWire {
  return {
    anchor_symbol: symbol,
    contra_symbol: params.contraSymbol,
    anchor_exchange_account_ids: [...params.anchorAccountIds],
    contra_exchange_account_ids: [...params.contraAccountIds],
    risk_quantity: params.riskQuantity,
    lead_mode: params.leadMode,
    aggression: params.aggression,
    sweep_trigger_mode: params.sweepTriggerMode,
    sweep_threshold_pct: params.sweepThresholdPct,
    pause_offset_pct: params.pauseOffsetPct,
    reprice_increment_bps: params.repriceIncrementBps,
    spread_offset_pct: params.spreadOffsetPct,
    max_unhedged_seconds:
      params.maxUnhedgedMs === undefined ? undefined : params.maxUnhedgedMs / msPerSecond,
  };
}

export function toFundingArbParams(
  params: FundingArbParamsWire,
  [onlyAccount]: readonly string[],
): FundingArbParams {
  assert(onlyAccount !== undefined, 'an order names at least one account');
  const { position_quantity: quantity } = params;
  return {
    perpSymbol: legSymbol('perp_symbol', params.perp_symbol),
    spotAccountId: params.spot_exchange_account_id ?? onlyAccount,
    perpAccountId: params.perp_exchange_account_id ?? onlyAccount,
    entryAprPct: params.entry_apr_threshold,
    exitAprPct: params.exit_apr_threshold,
    smoothingHours: params.funding_smoothing_hours,
    maxEntryBasisBps: params.max_entry_basis_bps,
    roundTripCostBps: params.round_trip_cost_bps,
    maxBreakevenHours: params.max_breakeven_hours,
    minHoldHours: params.min_hold_hours,
    maxHoldHours: params.max_hold_hours,
    riskQuantity: params.risk_quantity ?? withoutNoise(quantity * usualRiskShare),
    maxUnhedgedMs: params.max_unhedged_seconds * msPerSecond,
    liquidationBufferPct: params.liquidation_buffer_pct,
    basisStopBps: params.basis_stop_bps,
    pollIntervalMs: params.poll_interval_seconds * msPerSecond,
  };
}

export function fromFundingArbParams(
  params: FundingArbParams,
  { symbol, quantity }: PairTerms,
): FundingArbParamsWire {
  return {
    spot_symbol: symbol,
    perp_symbol: params.perpSymbol,
    position_quantity: quantity,
    spot_exchange_account_id: params.spotAccountId,
    perp_exchange_account_id: params.perpAccountId,
    entry_apr_threshold: params.entryAprPct,
    exit_apr_threshold: params.exitAprPct,
    funding_smoothing_hours: params.smoothingHours,
    max_entry_basis_bps: params.maxEntryBasisBps,
    round_trip_cost_bps: params.roundTripCostBps,
    max_breakeven_hours: params.maxBreakevenHours,
    min_hold_hours: params.minHoldHours,
    max_hold_hours: params.maxHoldHours,
    risk_quantity: params.riskQuantity,
    max_unhedged_seconds: params.maxUnhedgedMs / msPerSecond,
    liquidation_buffer_pct: params.liquidationBufferPct,
    basis_stop_bps: params.basisStopBps,
    poll_interval_seconds: params.pollIntervalMs / msPerSecond,
  };
}

/** Reads the symbol of the other leg. The order's own symbol is read like that of every order. */
function legSymbol(name: string, text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (symbol) return symbol;
  const message = `${name} must be like BTC/USDT, or BTC/USDT:USDT for a derivative`;
  const issue = { field: `params.${name}`, message, value: text };
  throw new AppError('VALIDATION_FAILED', { issues: [issue] });
}
