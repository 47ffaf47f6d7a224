import {
  type algorithmEndpoints,
  type Parsed,
  type ParsedAlgorithmParams,
  parseAlgorithmParams,
} from '@windlass/contract';
import type { Side } from '../../model/order.ts';
import type { LadderParams, ParamsOf } from '../params.ts';
import { legAccountsOf } from '../running/startLegs.ts';
import type { AlgorithmDraft, AlgorithmRecord, AlgorithmStart, AlgorithmType } from '../types.ts';
import {
  fromFundingArbParams,
  fromSpreadParams,
  type PairTerms,
  toFundingArbParams,
  toSpreadParams,
} from './pairParams.ts';

type StartBody = Parsed<typeof algorithmEndpoints.startAlgorithm>['body'];
type ParamsWire<Type extends AlgorithmType> = Extract<
  ParsedAlgorithmParams,
  { readonly type: Type }
>['params'];

export function toAlgorithmDraft(body: StartBody): AlgorithmDraft {
  const { symbol, side, quantity } = body;
  const parsed = parseAlgorithmParams(body.algorithm_type, body.params);
  const started = toStart(parsed, body);
  return {
    symbol,
    side,
    quantity,
    // Accounts of legs count whether or not the order's list repeats them.
    accountIds: [...new Set([...body.exchange_account_ids, ...legAccountsOf(started).flat()])],
    limitPrice: tighter(side, body.limit_price, limitIn(parsed)),
    reduceOnly: body.reduce_only ? true : undefined,
    clientId: body.client_algorithm_id,
    started,
  };
}

/** Returns the limit price among the parameters, which two algorithms have too. */
function limitIn({ params }: ParsedAlgorithmParams): number | undefined {
  return 'limit_price' in params ? params.limit_price : undefined;
}

function tighter(side: Side, one: number | undefined, other: number | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  return side === 'buy' ? Math.min(one, other) : Math.max(one, other);
}

interface ShownParams extends Pick<AlgorithmRecord, 'type' | 'params'>, PairTerms {}

/** Returns parameters as callers write them. */
export function toParamsWire({
  type,
  params,
  ...terms
}: ShownParams): Readonly<Record<string, unknown>> {
  // A record holds the parameters of its type.
  return toWire[type](params as never, terms);
}

const msPerSecond = 1_000;

function toStart(parsed: ParsedAlgorithmParams, body: StartBody): AlgorithmStart {
  switch (parsed.type) {
    case 'twap': {
      const { type, params } = parsed;
      return {
        type,
        params: {
          durationMs: params.duration_seconds * msPerSecond,
          intervalMs: params.interval_seconds * msPerSecond,
          aggression: params.aggression,
          randomizeSize: params.randomize_size,
          randomizeTiming: params.randomize_timing,
          catchUpEnabled: params.catch_up_enabled,
          maxCatchUpPct: params.max_catch_up_pct,
        },
      };
    }
    case 'ladder':
      return { type: parsed.type, params: toLadderParams(parsed.params) };
    case 'sweep': {
      const { type, params } = parsed;
      return {
        type,
        params: {
          urgency: params.urgency,
          useSor: params.use_sor,
          maxSlippageBps: params.max_slippage_bps,
          maxRetries: params.max_retries,
        },
      };
    }
    case 'timepace': {
      const { type, params } = parsed;
      return {
        type,
        params: {
          quantityPerInterval: params.quantity_per_interval,
          intervalMs: params.interval_seconds * msPerSecond,
          aggression: params.aggression,
          randomizeSize: params.randomize_size,
          randomizeSizePct: params.randomize_size_pct,
        },
      };
    }
    case 'spread':
      return { type: parsed.type, params: toSpreadParams(parsed.params) };
    case 'funding_arb': {
      const { type, params } = parsed;
      return { type, params: toFundingArbParams(params, body.exchange_account_ids) };
    }
  }
}

function toLadderParams(params: ParamsWire<'ladder'>): LadderParams {
  return {
    numLevels: params.num_levels,
    priceSpacingBps: params.price_spacing_bps,
    sizeDistribution: params.size_distribution,
    startPrice: params.start_price,
    endPrice: params.end_price,
    cancelOnFillPct: params.cancel_on_fill_pct,
    cancelOnPriceMoveBps: params.cancel_on_price_move_bps,
    repriceOnMoveBps: params.reprice_on_move_bps,
  };
}

type ToWire = {
  readonly [Type in AlgorithmType]: (params: ParamsOf[Type], terms: PairTerms) => ParamsWire<Type>;
};

const toWire: ToWire = {
  twap: (params) => ({
    duration_seconds: params.durationMs / msPerSecond,
    interval_seconds: params.intervalMs / msPerSecond,
    aggression: params.aggression,
    randomize_size: params.randomizeSize,
    randomize_timing: params.randomizeTiming,
    catch_up_enabled: params.catchUpEnabled,
    max_catch_up_pct: params.maxCatchUpPct,
  }),
  ladder: (params) => ({
    num_levels: params.numLevels,
    price_spacing_bps: params.priceSpacingBps,
    size_distribution: params.sizeDistribution,
    start_price: params.startPrice,
    end_price: params.endPrice,
    cancel_on_fill_pct: params.cancelOnFillPct,
    cancel_on_price_move_bps: params.cancelOnPriceMoveBps,
    reprice_on_move_bps: params.repriceOnMoveBps,
  }),
  sweep: (params) => ({
    urgency: params.urgency,
    use_sor: params.useSor,
    max_slippage_bps: params.maxSlippageBps,
    max_retries: params.maxRetries,
  }),
  timepace: (params) => ({
    quantity_per_interval: params.quantityPerInterval,
    interval_seconds: params.intervalMs / msPerSecond,
    aggression: params.aggression,
    randomize_size: params.randomizeSize,
    randomize_size_pct: params.randomizeSizePct,
  }),
  spread: fromSpreadParams,
  funding_arb: fromFundingArbParams,
};
