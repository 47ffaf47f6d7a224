import { type AlgorithmTypeWire, algorithmBody, parseAlgorithmParams } from '@windlass/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startBody } from '../../../../test/support/algorithmBodies.ts';
import { toAlgorithmDraft, toParamsWire } from './params.ts';

const draftOf = (...start: Parameters<typeof startBody>) =>
  toAlgorithmDraft(algorithmBody.parse(startBody(...start)));

/** All that can be said of each type, nothing of it a default. */
const all: Readonly<Record<AlgorithmTypeWire, Readonly<Record<string, unknown>>>> = {
  twap: {
    ...{ duration_seconds: 600, interval_seconds: 7, aggression: 'auto', randomize_size: false },
    ...{ randomize_timing: false, catch_up_enabled: false, max_catch_up_pct: 150 },
  },
  ladder: {
    ...{ num_levels: 4, price_spacing_bps: 25, size_distribution: 'linear', start_price: 99 },
    ...{ end_price: 95, cancel_on_fill_pct: 80, cancel_on_price_move_bps: 300 },
    reprice_on_move_bps: 40,
  },
  sweep: { urgency: 'neutral', use_sor: false, max_slippage_bps: 20, max_retries: 0 },
  timepace: {
    ...{ quantity_per_interval: 0.25, interval_seconds: 30, aggression: 'passive' },
    ...{ randomize_size: false, randomize_size_pct: 5 },
  },
};
const types = ['twap', 'ladder', 'sweep', 'timepace'] as const;

describe('parameters of algorithms', () => {
  it.each(types)('of a %s come back as they were given', (type) => {
    expect(toParamsWire(draftOf(type, all[type]).started)).toEqual(all[type]);
  });

  it.each(types)('of a %s come back with the defaults of what was left out', (type) => {
    const { params } = startBody(type);
    const shown = JSON.parse(JSON.stringify(toParamsWire(draftOf(type).started)));
    expect(shown).toEqual(parseAlgorithmParams(type, params).params);
  });

  it('have the defaults of the document', () => {
    expect(toParamsWire(draftOf('twap').started)).toEqual({
      ...{ duration_seconds: 60, interval_seconds: 10, aggression: 'neutral' },
      ...{ randomize_size: true, randomize_timing: true },
      ...{ catch_up_enabled: true, max_catch_up_pct: 200 },
    });
    expect(toParamsWire(draftOf('ladder').started)).toMatchObject({
      ...{ price_spacing_bps: 10, size_distribution: 'equal' },
    });
    expect(toParamsWire(draftOf('sweep').started)).toEqual({
      ...{ urgency: 'aggressive', use_sor: true, max_slippage_bps: 50, max_retries: 3 },
    });
    expect(toParamsWire(draftOf('timepace').started)).toMatchObject({
      ...{ aggression: 'neutral', randomize_size: true, randomize_size_pct: 10 },
    });
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

  it.each(['twap', 'ladder'] as const)('of a %s is the order’s', (type) => {
    expect(draftOf(type, {}, { limit_price: 7 }).limitPrice).toBe(7);
    expect(draftOf(type).limitPrice).toBeUndefined();
  });
});
