import { describe, expect, it } from 'vitest';
import { proofOf } from '../../../test/support/proof.ts';
import { formatStep } from '../../kit/grid.ts';
import { createSeededRandom, type Random } from '../../kit/random.ts';
import { parseSymbol } from '../model/symbol.ts';
import { normaliseOrder, type OrderRules } from './normalise.ts';

const rules: OrderRules = { priceTick: 0.1, quantityStep: 0.001, quantityMin: 0.001 };
const market = { type: 'market', side: 'buy' } as const;
const limit = { type: 'limit', side: 'buy' } as const;

describe('the numbers of an order', () => {
  it('stay when they fit', () => {
    const order = { ...limit, quantity: 0.3, price: 60_000.1 };
    expect(normaliseOrder(order, rules)).toEqual({ ok: true, order, changes: [] });
  });

  it('move onto their grids, and each move is told', () => {
    const order = {
      type: 'stop_loss_limit',
      side: 'sell',
      quantity: 0.1 + 0.2,
      price: 59_999.91,
      stopPrice: 60_000.04,
    } as const;
    expect(normaliseOrder(order, rules)).toEqual({
      ok: true,
      order: { ...order, quantity: 0.3, price: 60_000, stopPrice: 60_000 },
      changes: [
        {
          field: 'quantity',
          from: 0.1 + 0.2,
          to: 0.3,
          reason: 'rounded down to the quantity step 0.001',
        },
        { field: 'price', from: 59_999.91, to: 60_000, reason: 'rounded up to the price tick 0.1' },
        {
          field: 'stopPrice',
          from: 60_000.04,
          to: 60_000,
          reason: 'rounded to the nearest price tick 0.1',
        },
      ],
    });
  });

  it.each([
    ['buy', 100.19, 100.1],
    ['buy', 100.11, 100.1],
    ['sell', 100.11, 100.2],
    ['sell', 100.19, 100.2],
  ] as const)('%s at %d is limited to %d', (side, price, to) => {
    const result = normaliseOrder({ type: 'limit', side, quantity: 1, price }, rules);
    expect(result).toMatchObject({ order: { price: to } });
  });

  it.each([
    ['buy', 100.14, 100.1],
    ['buy', 100.15, 100.2],
    ['sell', 100.14, 100.1],
    ['sell', 100.15, 100.2],
  ] as const)('%s triggered at %d is triggered at %d', (side, stopPrice, to) => {
    const result = normaliseOrder({ type: 'stop_loss', side, quantity: 1, stopPrice }, rules);
    expect(result).toMatchObject({ order: { stopPrice: to } });
  });

  it('leave the rest of an order as it is', () => {
    const symbol = parseSymbol('BTC/USDT');
    if (!symbol) throw new Error('BTC/USDT is a symbol');
    const order = {
      exchangeAccountId: 'paper',
      symbol,
      marketType: 'spot',
      side: 'buy',
      timeInForce: 'GTC',
      reduceOnly: false,
      postOnly: true,
      type: 'limit',
      quantity: 1.0009,
      price: 10,
    } as const;
    const result = normaliseOrder(order, rules);
    expect(result).toMatchObject({ ok: true, order: { ...order, quantity: 1 } });
  });
});

describe('contracts', () => {
  const contracts: OrderRules = {
    priceTick: 0.1,
    quantityStep: 1,
    quantityMin: 1,
    contractSize: 0.0001,
  };

  it('are whole, and the quantity is what they are worth', () => {
    const result = normaliseOrder({ ...market, quantity: 0.00357 }, contracts);
    expect(result).toMatchObject({ order: { quantity: 0.0035 }, contracts: 35 });
  });

  it('may come in fractions', () => {
    const rules = { ...contracts, quantityStep: 0.01, quantityMin: 0.01, contractSize: 0.1 };
    const result = normaliseOrder({ ...market, quantity: 0.0079 }, rules);
    expect(result).toMatchObject({ order: { quantity: 0.007 }, contracts: 0.07 });
  });

  it('have their minimum', () => {
    const rules = { ...contracts, quantityMin: 5 };
    const result = normaliseOrder({ ...market, quantity: 0.00049 }, rules);
    expect(result).toMatchObject({ ok: false, data: { minimum: 0.0005, given: 0.0004 } });
  });
});

describe('significant digits', () => {
  /** Rules of Hyperliquid: 5 digits, and 6 − szDecimals decimals. */
  const digits: OrderRules = { priceTick: 0.0001, priceDigitsMax: 5, quantityStep: 0.01 };

  it.each([
    ['buy', 12.34567, 12.345],
    ['sell', 12.34567, 12.346],
    ['buy', 1.23456, 1.2345],
    ['buy', 0.123456, 0.1234],
    ['buy', 12_345.6, 12_345],
    ['sell', 123_456.7, 123_457],
    ['buy', 123_456, 123_456],
    ['sell', 9.99991, 10],
    ['sell', 99_999.5, 100_000],
  ] as const)('%s at %d becomes %d', (side, price, to) => {
    const result = normaliseOrder({ type: 'limit', side, quantity: 1, price }, digits);
    expect(result).toMatchObject({ ok: true, order: { price: to } });
  });
});

describe('too little', () => {
  it.each([
    [{ ...market, quantity: 0.0009 }, 'quantity 0 is below the minimum of 0.001.'],
    [{ ...market, quantity: 0.0019, min: 0.002 }, 'quantity 0.001 is below the minimum of 0.002.'],
    [{ ...market, quantity: 0.0015, min: 0.0015 }, 'quantity 0.001 is below the minimum of 0.002.'],
  ])(
    '%j',
    ({ min = 0.001, ...order }: typeof market & { quantity: number; min?: number }, text) => {
      expect(normaliseOrder(order, { ...rules, quantityMin: min })).toMatchObject({
        ok: false,
        code: 'BELOW_MINIMUM_ORDER',
        message: `Error - The order ${text}`,
        data: { minimum_of: 'quantity', minimum: expect.any(Number), given: expect.any(Number) },
      });
    },
  );

  const valued = { ...rules, notionalMin: 10 };
  it.each([
    ['its limit price', { ...limit, quantity: 0.1, price: 99.9 }, undefined],
    ['its stop price', { ...market, type: 'stop_loss', quantity: 0.1, stopPrice: 99.9 }, 200],
    ['the reference price', { ...market, quantity: 0.1 }, 99.9],
    [
      'the lower leg',
      { ...limit, side: 'sell', type: 'oco', quantity: 0.1, price: 110, stopPrice: 99.9 },
      200,
    ],
  ] as const)('is worth too little at %s', (_, order, reference) => {
    expect(normaliseOrder(order, valued, reference)).toEqual({
      ok: false,
      code: 'BELOW_MINIMUM_ORDER',
      message: 'Error - The order value 9.99 is below the minimum of 10.',
      data: { minimum_of: 'value', minimum: 10, given: 9.99 },
    });
  });

  it('is not what is worth the minimum, nor what cannot be valued', () => {
    const exact = { ...limit, quantity: 0.1, price: 100 };
    expect(normaliseOrder(exact, valued).ok).toBe(true);
    expect(normaliseOrder({ ...market, quantity: 0.001 }, valued).ok).toBe(true);
  });

  it('is judged after rounding', () => {
    const order = { ...limit, quantity: 0.1009, price: 99.91 };
    expect(normaliseOrder(order, valued)).toMatchObject({ data: { given: 9.99 } });
  });
});

it.each([
  [{ quantity: 0 }, 'quantity 0 must be above 0.'],
  [{ quantity: -1 }, 'quantity -1 must be above 0.'],
  [{ quantity: Number.NaN }, 'quantity NaN must be above 0.'],
  [{ price: Number.POSITIVE_INFINITY }, 'price Infinity must be above 0.'],
  [{ price: 0.09 }, 'price 0.09 is less than the tick 0.1.'],
  [{ price: 12_345_678_901_234_568, tick: 0.07 }, 'price 12345678901234568 has too many digits'],
])(
  'refuses %j',
  ({ tick, ...numbers }: { tick?: number; quantity?: number; price?: number }, text) => {
    const order = { ...limit, quantity: 1, price: 1, ...numbers };
    const result = normaliseOrder(order, { ...rules, priceTick: tick ?? rules.priceTick });
    expect(result).toMatchObject({
      ok: false,
      code: 'INVALID_ORDER',
      message: expect.stringContaining(text),
    });
  },
);

/*
 * The venue's own filter, on decimal text alone: it shares no code with what it checks.
 */
function plainText(value: number): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent);
  if (shift === 0) return mantissa;
  if (shift > 0) return whole + fraction.padEnd(shift, '0');
  return `0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`;
}

function passesFilter(text: string, stepText: string): boolean {
  const decimalsOf = (decimal: string) => decimal.split('.')[1]?.length ?? 0;
  const places = Math.max(decimalsOf(text), decimalsOf(stepText));
  const whole = (decimal: string) =>
    BigInt(decimal.replace('.', '') + '0'.repeat(places - decimalsOf(decimal)));
  return whole(text) > 0n && whole(text) % whole(stepText) === 0n;
}

const steps = [
  0.00001, 5, 0.5, 1e-8, 25, 0.1, 0.01, 0.001, 1, 0.05, 0.25, 0.0025, 100, 1e-10, 0.03,
];
const pick = <Item>(random: Random, items: readonly Item[]) =>
  items[Math.floor(random.next() * items.length)] as Item;

/**
 * Draws numbers of every size that a market has, with few digits, many, and with binary rounding
 * errors.
 */
function randomValue(random: Random, step: number): number {
  const size = step * 10 ** random.between(0, 5);
  switch (Math.floor(random.next() * 4)) {
    case 0:
      return size;
    case 1:
      return Number(size.toPrecision(4));
    case 2:
      return Math.max(1, Math.floor(size / step)) * step;
    default:
      return size * 0.1 + size * 0.2 + step;
  }
}

describe('random orders over random grids', () => {
  const { numRuns } = proofOf(20_000);
  const random = createSeededRandom('normalise');
  const cases = Array.from({ length: numRuns }, () => {
    const [priceTick, quantityStep] = [pick(random, steps), pick(random, steps)];
    const order = {
      type: 'stop_loss_limit',
      side: pick(random, ['buy', 'sell'] as const),
      quantity: randomValue(random, quantityStep),
      price: randomValue(random, priceTick),
      stopPrice: randomValue(random, priceTick),
    } as const;
    const rules: OrderRules = { priceTick, quantityStep };
    return { order, rules, result: normaliseOrder(order, rules) };
  });

  it('pass the venue’s filter, or are less than one step', () => {
    let passed = 0;
    for (const { order, rules, result } of cases) {
      if (!result.ok) {
        const { quantity, price, stopPrice } = order;
        const tooSmall =
          quantity < rules.quantityStep || Math.min(price, stopPrice) < rules.priceTick;
        if (!tooSmall) expect.fail(`${JSON.stringify({ order, rules })}: ${result.message}`);
        continue;
      }
      const { quantity, price, stopPrice } = result.order;
      const checks = [
        [quantity, rules.quantityStep],
        [price, rules.priceTick],
        [stopPrice, rules.priceTick],
      ] as const;
      for (const [value, step] of checks) {
        const isGood = passesFilter(plainText(value), plainText(step));
        if (!isGood || !passesFilter(formatStep(value, step), plainText(step))) {
          expect.fail(`${value} is off the step ${step}: ${JSON.stringify(order)}`);
        }
      }
      passed += 1;
    }
    expect(passed).toBeGreaterThan(0.95 * numRuns);
  });

  it('never grow, never become more aggressive, and move by less than a step', () => {
    for (const { order, rules, result } of cases) {
      if (!result.ok) continue;
      const { quantity, price, stopPrice } = result.order;
      const towards = order.side === 'buy' ? order.price - price : price - order.price;
      const isRight =
        quantity <= order.quantity &&
        order.quantity - quantity < rules.quantityStep &&
        towards >= 0 &&
        towards < rules.priceTick * 1.000001 &&
        Math.abs(stopPrice - order.stopPrice) <= rules.priceTick * 0.500001;
      if (!isRight) expect.fail(JSON.stringify({ order, rules, result }));
    }
  });

  it('stay as they are the second time', () => {
    for (const { rules, result } of cases.slice(0, numRuns / 5)) {
      if (!result.ok) continue;
      const again = normaliseOrder(result.order, rules);
      if (!again.ok || again.changes.length > 0) expect.fail(JSON.stringify({ result, again }));
    }
  });
});

it('prices of limited digits pass the rule in text, and stay', () => {
  const random = createSeededRandom('digits');
  for (let run = 0; run < 20_000; run += 1) {
    const decimals = Math.floor(random.between(0, 7));
    const rules: OrderRules = {
      priceTick: Number(`1e-${decimals}`),
      priceDigitsMax: 5,
      quantityStep: 1,
    };
    const price = 10 ** random.between(-decimals, 6.3);
    const side = pick(random, ['buy', 'sell'] as const);
    const result = normaliseOrder({ type: 'limit', side, quantity: 1, price }, rules);
    if (!result.ok) {
      expect(side === 'buy' && price < rules.priceTick, `${price}`).toBe(true);
      continue;
    }
    const to = result.order.price;
    const [whole = '', fraction = ''] = plainText(to).split('.');
    const digits = `${whole}${fraction}`.replace(/^0+/, '');
    const isGood = fraction === '' || (digits.length <= 5 && fraction.length <= decimals);
    if (!isGood || (side === 'buy' ? to > price : to < price)) expect.fail(`${price} became ${to}`);
    expect(normaliseOrder(result.order, rules)).toMatchObject({ changes: [] });
  }
});

it.each([
  ['buy', 100, 100, 'below'],
  ['sell', 90, 95, 'above'],
] as const)('refuses a %s oco of %d and %d', (side, price, stopPrice, where) => {
  const oco = { ...limit, type: 'oco', side, quantity: 1, price, stopPrice } as const;
  expect(normaliseOrder(oco, rules)).toMatchObject({
    ok: false,
    code: 'INVALID_ORDER',
    message: `Error - price ${price} must be ${where} the stop_price ${stopPrice} in a ${side} oco.`,
  });
});
