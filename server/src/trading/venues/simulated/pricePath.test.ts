import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketStartMs } from '../../../../test/support/marketData/simulated.ts';
import { createPrices } from './prices.ts';

const minuteMs = 60_000;
const minutesPerYear = 525_600;
const seedText = 'windlass';

function logPrice(seed: string, asset: string): (atMs: number) => number {
  const price = createPrices(seed).usd(asset) ?? (() => Number.NaN);
  return (atMs) => Math.log(price(atMs));
}

function minuteReturns(asset: string, count: number): number[] {
  const price = logPrice(seedText, asset);
  const at = Array.from({ length: count + 1 }, (_, i) => price(marketStartMs + i * minuteMs));
  return at.slice(1).map((value, i) => value - (at[i] ?? 0));
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [centredA, centredB] = [centred(a), centred(b)];
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  const variances = product(centredA, centredA) * product(centredB, centredB);
  return product(centredA, centredB) / Math.sqrt(variances);
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

describe('the efficient price', () => {
  it('moves about as much in a year as the asset it stands for', () => {
    for (const [asset, low, high] of [
      ['BTC', 0.25, 0.8],
      ['DOGE', 0.5, 1.5],
      ['EUR', 0.03, 0.13],
    ] as const) {
      const squares = minuteReturns(asset, 20_000).reduce((sum, r) => sum + r * r, 0);
      const annual = Math.sqrt((squares / 20_000) * minutesPerYear);
      expect(annual, asset).toBeGreaterThan(low);
      expect(annual, asset).toBeLessThan(high);
    }
  });

  it('has calm and wild times: large moves follow large ones, without a direction', () => {
    const returns = minuteReturns('BTC', 20_000);
    const sizes = returns.map(Math.abs);
    // Independent returns would stay within 4 / sqrt(20,000) = 0.03 of 0.
    for (const lag of [1, 10, 60]) {
      expect(correlation(sizes.slice(lag), sizes.slice(0, -lag)), `${lag}`).toBeGreaterThan(0.06);
    }
    expect(Math.abs(correlation(returns.slice(1), returns.slice(0, -1)))).toBeLessThan(0.03);
  });

  it('moves together with BTC, but not in step', () => {
    const btc = minuteReturns('BTC', 5_000);
    for (const asset of ['ETH', 'LINK']) {
      const together = correlation(btc, minuteReturns(asset, 5_000));
      expect(together, asset).toBeGreaterThan(0.5);
      expect(together, asset).toBeLessThan(0.95);
    }
  });

  it('never jumps, whatever the seed and wherever intervals meet', () => {
    const atEdge = fc
      .tuple(fc.integer({ min: 6, max: 31 }), fc.integer({ min: 1, max: 99 }))
      .map(([power, back]) => Math.ceil(marketStartMs / 2 ** power) * 2 ** power - back);
    const anywhere = fc.integer({ min: marketStartMs, max: marketStartMs + 10 * 365 * 86_400_000 });
    fc.assert(
      fc.property(fc.string(), fc.oneof(atEdge, anywhere), (seed, atMs) => {
        const prices = createPrices(seed);
        for (const [asset, boundBps] of [
          ['BTC', 8],
          ['DOGE', 20],
          ['USDT', 0.1],
          ['EUR', 2],
        ] as const) {
          const price = prices.usd(asset) ?? (() => Number.NaN);
          const moveBps = Math.abs(price(atMs + 100) / price(atMs) - 1) * 10_000;
          expect(moveBps).toBeLessThan(boundBps);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('stays plausible for years', () => {
    const price = logPrice(seedText, 'BTC');
    for (let day = 0; day < 10 * 365; day += 1) {
      const swing = price(marketStartMs + day * 86_400_000) - Math.log(95_000);
      expect(Math.abs(swing)).toBeLessThan(0.7);
    }
  });

  it('is the same in whatever order it is asked for', () => {
    const times = Array.from({ length: 200 }, (_, i) => marketStartMs + ((i * 7919) % 200) * 37);
    const one = logPrice(seedText, 'SOL');
    const forward = new Map([...times].sort((a, b) => a - b).map((time) => [time, one(time)]));
    const other = logPrice(seedText, 'SOL');
    for (const time of times) expect(other(time)).toBe(forward.get(time));
  });
});
