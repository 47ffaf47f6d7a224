import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spotRules, swapRules } from '../test/support/fixtures.ts';
import { amountText, parseAmount } from './amounts.ts';
import { fromText, toText } from './dump.ts';
import { defineInstrument, priceTicks, quantityLots, worthOf } from './rules.ts';
import type { MaintenanceTier } from './tiers.ts';

describe('amounts', () => {
  test.each([
    ['0', '0'],
    ['1', '1'],
    ['-0.5', '-0.5'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['123456789012345678901234567890.10', '123456789012345678901234567890.1'],
  ])('%s is kept exactly', (text, shown) => {
    expect(amountText(parseAmount(text) ?? 7n)).toBe(shown);
  });

  test.each(['', '1e3', '.5', '5.', '+1', '0x1', ' 1', 'NaN', '0.0000000000000000001'])(
    "'%s' is no amount",
    (text) => {
      expect(parseAmount(text)).toBeUndefined();
    },
  );

  test('any amount survives being written and read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (amount) => {
        expect(parseAmount(amountText(amount))).toBe(amount);
      }),
    );
  });
});

describe('the grid', () => {
  const instrument = defineInstrument({ ...spotRules, tickSize: '0.05', lotSize: '0.001' });

  test('counts what lies on it and refuses the rest', () => {
    expect(priceTicks(instrument, '100.05')).toBe(2001);
    expect(quantityLots(instrument, '1.500')).toBe(1500);
    expect(priceTicks(instrument, '100.01')).toBeUndefined();
    expect(quantityLots(instrument, '0.0005')).toBeUndefined();
    expect(priceTicks(instrument, '0')).toBeUndefined();
    expect(priceTicks(instrument, '-1')).toBeUndefined();
    expect(priceTicks(instrument, '999999999999999999')).toBeUndefined();
  });

  test('gives worth exactly, contracts counted in', () => {
    expect(worthOf(instrument, 2001, 1500)).toBe(parseAmount('150.075'));
    const contract = defineInstrument({ ...swapRules, contractSize: '0.0001' });
    expect(worthOf(contract, 60_000, 3)).toBe(parseAmount('18'));
  });

  test.each([
    [{ tickSize: '0' }, /tickSize/],
    [{ lotSize: '-1' }, /lotSize/],
    [{ tickSize: '0.0000000001', lotSize: '0.000000001' }, /finer/],
    [{ minQuantity: '-1' }, /minQuantity/],
    [{ minNotional: '1e3' }, /minNotional/],
    [{ maxQuantity: '' }, /maxQuantity/],
    [{ takerFeePpm: 0.5 }, /fee/],
    [{ makerFeePpm: -1_000_000 }, /fee/],
    [{ liquidationFeePpm: -1 }, /fee/],
    [{ marginModes: [] }, /margin mode/],
    [{ maintenanceTiers: [{ notionalMax: '5', ratePpm: 1 }] }, /bounds/],
    [{ maintenanceTiers: [{ ratePpm: 1 }, { ratePpm: 2 }] }, /bounds/],
    [{ maintenanceTiers: [...['5', '5'].map(tierTo), { ratePpm: 9 }] }, /bounds/],
    [{ maintenanceTiers: [tierTo('5'), { ratePpm: 0 }] }, /Rates/],
    [{ maintenanceTiers: [{ ratePpm: 0.5 }] }, /Rates/],
    [{ maintenanceTiers: [{ ratePpm: 1_000_000 }] }, /Rates/],
    [{ maintenanceTiers: [{ ratePpm: 1, leverageMax: 0 }] }, /leverage/],
  ])('rules that cannot be worked with exactly are refused: %o', (rules, message) => {
    expect(() => defineInstrument({ ...spotRules, ...rules })).toThrow(message);
  });
});

function tierTo(notionalMax: string): MaintenanceTier {
  return { notionalMax, ratePpm: 1 };
}

test('the text of a dump gives back any data with bigints', () => {
  const data = fc.array(
    fc.oneof(fc.bigInt(), fc.string(), fc.constantFrom('#1', '~#1', '~'), fc.integer()),
  );
  fc.assert(
    fc.property(data, (value) => {
      expect(fromText(toText(value))).toEqual(value);
    }),
  );
});
