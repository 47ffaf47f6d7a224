import { expect, test } from 'vitest';
import { algorithmOf } from '../../test/support/fakeAlgorithms.ts';
import { createPaint } from '../text.ts';
import { describeProgress, renderAlgorithm, renderFields } from './format.ts';

const plain = createPaint(false);

test('what only the algorithm names is shown by its own names, whatever it is', () => {
  const fields = {
    phase: 'holding',
    is_spread_paused: false,
    unhedged_quantity: 0.1 + 0.2,
    smoothed_apr_pct: 30.123_456_789,
    next_price: null,
    spot_exchange_account_ids: ['a', 'b'],
    legs: { spot: [1] },
    moves: [{ at: 1, side: 'buy' }, { at: 2 }],
    bad: 'a\u001b[2J',
  };
  expect(renderFields('STATE', fields, plain)).toMatchInlineSnapshot(`
    "
    STATE
    phase                      holding
    is_spread_paused           false
    unhedged_quantity          0.3
    smoothed_apr_pct           30.1235
    next_price                 -
    spot_exchange_account_ids  a,b
    legs                       {"spot":[1]}
    bad                        a?[2J

    moves
    AT  SIDE
    1   buy
    2   -
    "
  `);
  expect(renderFields('STATE', {}, plain)).toBe('');
});

test('fees in another currency are told with what they are worth', () => {
  const { progress } = algorithmOf();
  const fees = [{ asset: 'BTC', amount: 0.000_05 }];
  const shown = renderAlgorithm(algorithmOf({ progress: { ...progress, fees } }), plain);
  expect(shown).toMatch(/^fees {11}0\.00005 BTC; worth 5\.25 USDT$/m);
});

test('time is left only while it runs and its end lies ahead', () => {
  const nowMs = Date.parse('2026-01-01T00:12:00.000Z');
  const left = (changes: Parameters<typeof algorithmOf>[0]) =>
    /, (\d+ s) left/.exec(describeProgress(algorithmOf(changes), nowMs))?.[1];
  expect(left({})).toBe('5 s');
  expect(left({ status: 'PAUSED' })).toBeUndefined();
  expect(left({ estimated_completion: '2026-01-01T00:11:59.000Z' })).toBeUndefined();
  expect(left({ estimated_completion: null })).toBeUndefined();
});
