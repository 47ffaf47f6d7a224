import { type AlgorithmTypeWire, algorithmBody, parseAlgorithmParams } from '@windlass/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startBody } from '../../../../test/support/algorithms/bodies.ts';
import { toParamsWire } from '../params.ts';
import { hashOf } from '../running/starting.ts';
import { toAlgorithmDraft } from './params.ts';

const draftOf = (...start: Parameters<typeof startBody>) =>
  toAlgorithmDraft(algorithmBody.parse(startBody(...start)));

/** Returns its parameters as they are shown afterwards. */
const shownOf = (...start: Parameters<typeof startBody>) => {
  const draft = draftOf(...start);
  return toParamsWire(draft.started, draft);
};

/** Every parameter of each type, none with its default. */
const all: Readonly<Record<AlgorithmTypeWire, Readonly<Record<string, unknown>>>> = {
  twap: {
    duration_seconds: 600,
    interval_seconds: 7,
    aggression: 'auto',
    randomize_size: false,
    randomize_timing: false,
    catch_up_enabled: false,
    max_catch_up_pct: 150,
  },
  ladder: {
    num_levels: 4,
    price_spacing_bps: 25,
    size_distribution: 'linear',
    start_price: 99,
    end_price: 95,
    cancel_on_fill_pct: 80,
    cancel_on_price_move_bps: 300,
    reprice_on_move_bps: 40,
  },
  sweep: { urgency: 'neutral', use_sor: false, max_slippage_bps: 20, max_retries: 0 },
  timepace: {
    quantity_per_interval: 0.25,
    interval_seconds: 30,
    aggression: 'passive',
    randomize_size: false,
    randomize_size_pct: 5,
  },
  spread: {
    anchor_symbol: 'BTC/USDT',
    contra_symbol: 'BTC/USDC',
    risk_quantity: 0.25,
    anchor_exchange_account_ids: ['paper-binance'],
    contra_exchange_account_ids: ['paper-binance'],
    lead_mode: 'contra',
    aggression: 'passive',
    sweep_trigger_mode: 'threshold',
    sweep_threshold_pct: 0.2,
    pause_offset_pct: 1.5,
    reprice_increment_bps: 3,
    spread_offset_pct: 0.1,
    max_unhedged_seconds: 7,
  },
  funding_arb: {
    spot_symbol: 'BTC/USDT',
    perp_symbol: 'BTC/USDC:USDC',
    position_quantity: 2,
    spot_exchange_account_id: 'paper-binance',
    perp_exchange_account_id: 'paper-binance',
    entry_apr_threshold: 20,
    exit_apr_threshold: 2,
    funding_smoothing_hours: 4,
    max_entry_basis_bps: 9,
    round_trip_cost_bps: 0,
    max_breakeven_hours: 48,
    min_hold_hours: 0,
    max_hold_hours: 500,
    risk_quantity: 0.3,
    max_unhedged_seconds: 11,
    liquidation_buffer_pct: 35,
    basis_stop_bps: 80,
    poll_interval_seconds: 5,
  },
};
const types = ['twap', 'ladder', 'sweep', 'timepace', 'spread', 'funding_arb'] as const;
/** Types that the schema alone describes. A pair's defaults depend on other fields. */
const plainTypes = types.filter((type) => type !== 'funding_arb' && type !== 'spread');

describe('parameters of algorithms', () => {
  it.each(types)('of a %s come back as they were given', (type) => {
    expect(shownOf(type, all[type])).toEqual(all[type]);
  });

  it.each(plainTypes)('of a %s come back with the defaults of what was left out', (type) => {
    const { params } = startBody(type);
    const shown = JSON.parse(JSON.stringify(shownOf(type)));
    expect(shown).toEqual(parseAlgorithmParams(type, params).params);
  });

  it('have the defaults of the document', () => {
    expect(shownOf('twap')).toEqual({
      duration_seconds: 60,
      interval_seconds: 10,
      aggression: 'neutral',
      randomize_size: true,
      randomize_timing: true,
      catch_up_enabled: true,
      max_catch_up_pct: 200,
    });
    expect(shownOf('ladder')).toMatchObject({
      price_spacing_bps: 10,
      size_distribution: 'equal',
    });
    expect(shownOf('sweep')).toEqual({
      urgency: 'aggressive',
      use_sor: true,
      max_slippage_bps: 50,
      max_retries: 3,
    });
    expect(shownOf('timepace')).toMatchObject({
      aggression: 'neutral',
      randomize_size: true,
      randomize_size_pct: 10,
    });
    expect(shownOf('spread')).toMatchObject({
      lead_mode: 'anchor',
      aggression: 'neutral',
      sweep_trigger_mode: 'immediate',
      sweep_threshold_pct: 0,
      pause_offset_pct: undefined,
      reprice_increment_bps: 10,
      spread_offset_pct: 0,
      max_unhedged_seconds: 30,
    });
    expect(shownOf('funding_arb')).toMatchObject({
      entry_apr_threshold: 30,
      exit_apr_threshold: 5,
      funding_smoothing_hours: 8,
      max_entry_basis_bps: 15,
      round_trip_cost_bps: 30,
      max_breakeven_hours: 96,
      min_hold_hours: 8,
      max_hold_hours: undefined,
      max_unhedged_seconds: 30,
      liquidation_buffer_pct: 20,
      basis_stop_bps: undefined,
      poll_interval_seconds: 60,
    });
  });

  it.each([
    ['immediate', undefined, 30],
    ['immediate', 7, 7],
    ['disabled', undefined, undefined],
    ['disabled', 7, 7],
    ['threshold', undefined, undefined],
    ['threshold', 7, 7],
  ])('of a spread hedged %s, bounded by %s seconds, bound it by %s', (mode, given, expected) => {
    const shown = shownOf('spread', { sweep_trigger_mode: mode, max_unhedged_seconds: given });
    expect(shown.max_unhedged_seconds).toBe(expected);
  });

  it('of a funding_arb name the one account for both legs, and a tenth as what may differ', () => {
    expect(shownOf('funding_arb')).toMatchObject({
      spot_exchange_account_id: 'paper-binance',
      perp_exchange_account_id: 'paper-binance',
      risk_quantity: 0.2,
    });
    const odd = shownOf('funding_arb', { position_quantity: 0.3 }, { quantity: 0.3 });
    expect(odd.risk_quantity).toBe(0.03);
  });

  it('of a funding_arb name each leg’s account where there are several', () => {
    const ids = { spot_exchange_account_id: 'a', perp_exchange_account_id: 'b' };
    expect(shownOf('funding_arb', ids, { exchange_account_ids: ['b', 'a'] })).toMatchObject(ids);
  });
});

describe('the limit price of an algorithm', () => {
  const price = fc.option(fc.double({ min: 1, max: 1_000, noNaN: true }), { nil: undefined });

  it('is the tighter of the order’s and the parameters’', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('sweep', 'timepace'),
        fc.constantFrom('buy', 'sell'),
        price,
        price,
        (type, side, ofOrder, ofParams) => {
          const params = { limit_price: ofParams };
          const { limitPrice } = draftOf(type, params, { side, limit_price: ofOrder });
          const given = [ofOrder, ofParams].filter((one) => one !== undefined);
          const sorted = given.sort((one, two) => (side === 'buy' ? one - two : two - one));
          expect(limitPrice).toBe(sorted[0]);
        },
      ),
    );
  });

  it('is not stored among the parameters', () => {
    const { started } = draftOf('sweep', { limit_price: 7 });
    expect(Object.keys(started.params)).not.toContain('limitPrice');
  });

  it.each(['twap', 'ladder'] as const)('of a %s is the order’s', (type) => {
    expect(draftOf(type, {}, { limit_price: 7 }).limitPrice).toBe(7);
    expect(draftOf(type).limitPrice).toBeUndefined();
  });
});

describe('the parameters of a request', () => {
  // Stored rows have these names. The hash that makes a client id safe to repeat is of their text,
  // so their order counts, too.
  const stored = {
    twap: {
      durationMs: 60000,
      intervalMs: 10000,
      aggression: 'neutral',
      randomizeSize: true,
      randomizeTiming: true,
      catchUpEnabled: true,
      maxCatchUpPct: 200,
    },
    ladder: {
      numLevels: 3,
      priceSpacingBps: 10,
      sizeDistribution: 'equal',
    },
    sweep: {
      urgency: 'aggressive',
      useSor: true,
      maxSlippageBps: 50,
      maxRetries: 3,
    },
    timepace: {
      quantityPerInterval: 0.5,
      intervalMs: 10000,
      aggression: 'neutral',
      randomizeSize: true,
      randomizeSizePct: 10,
    },
    spread: {
      contraSymbol: 'BTC/USDT:USDT',
      anchorAccountIds: ['paper-binance'],
      contraAccountIds: ['paper-binance'],
      riskQuantity: 0.5,
      leadMode: 'anchor',
      aggression: 'neutral',
      sweepTriggerMode: 'immediate',
      sweepThresholdPct: 0,
      repriceIncrementBps: 10,
      spreadOffsetPct: 0,
      maxUnhedgedMs: 30000,
    },
    funding_arb: {
      perpSymbol: 'BTC/USDT:USDT',
      spotAccountId: 'paper-binance',
      perpAccountId: 'paper-binance',
      entryAprPct: 30,
      exitAprPct: 5,
      smoothingHours: 8,
      maxEntryBasisBps: 15,
      roundTripCostBps: 30,
      maxBreakevenHours: 96,
      minHoldHours: 8,
      riskQuantity: 0.2,
      maxUnhedgedMs: 30000,
      liquidationBufferPct: 20,
      pollIntervalMs: 60000,
    },
  };
  const hashes = {
    twap: '588cb14f7584a89677e17af7b11d0dbf8bf84658a88ea55ad502ac17fbd203d6',
    ladder: '32953e8b436ee97cb53613d218478fe7c3b90c754c6f3a87f561f32c5d873fd4',
    sweep: '8f5debad043c03eb57d8daae818846b110c097aab61e3ca2c822a738438cc674',
    timepace: '17a6c7207d50af39e2145a30a1b98b7d34f03f2014d5c1b569136e827a145e19',
    spread: '1068e2f7be538c894cdaff57e6ee63b94366fb1250f3c6438e44e879888f3200',
    funding_arb: '4d3fe193386f2751cacd33bc15cfdd3b8e94a48e21f7ffc98dcabdb61fc8f4d9',
  };

  it.each(types)('of a %s are stored and hashed as 0.1.0 did', (type) => {
    const draft = draftOf(type);
    expect(JSON.stringify(draft.started.params)).toBe(JSON.stringify(stored[type]));
    expect(hashOf(draft)).toBe(hashes[type]);
  });
});
