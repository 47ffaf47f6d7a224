import type { BalanceChangeWire, HoldingWire } from '@windlass/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digitsApart,
  exactDifference,
  isOld,
  oldAfterMs,
  oldestRead,
  readAgo,
  toSteps,
} from './balances.ts';

const token = { tokenId: 'CA', tokenSymbol: 'USDC', network: 'mainnet' } as const;
const holding: HoldingWire = {
  ...token,
  id: 'h',
  vaultId: 'v',
  vaultAddress: 'CV',
  tokenName: 'USD Coin',
  tokenContract: 'CA',
  balance: '12.5000000',
  decimal: 7,
  ledger: 5,
  lastUpdated: '2026-01-02T00:00:00.000Z',
};
const change = (timestamp: string, balance: string): BalanceChangeWire => ({
  ...token,
  timestamp,
  balance,
  previousBalance: null,
  ledger: 4,
});

describe('the difference of two balances', () => {
  it('is exact where floats are not', () => {
    expect(exactDifference('9007199254740993.0000001', '9007199254740993.0000002')).toBe(
      '+0.0000001',
    );
    expect(exactDifference('0.3', '0.1')).toBe('-0.2');
    expect(exactDifference('5', '5.00')).toBe('0.00');
    expect(exactDifference('10', '7')).toBe('-3');
  });

  it('added to the first balance makes the second', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(units, units, (left, right) => {
        const [before, after] = [left, right].map((unit) => {
          const digits = String(unit).padStart(8, '0');
          return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
        });
        const difference = exactDifference(before ?? '', after ?? '') ?? '';
        expect(left + BigInt(difference.replace('.', '').replace('+', ''))).toBe(right);
      }),
    );
  });

  it('is not known of what is no decimal', () => {
    expect(exactDifference('1e7', '1')).toBeUndefined();
    expect(exactDifference('', '1')).toBeUndefined();
  });
});

describe('the age of a balance', () => {
  it('is old from an hour on, and when nobody knows it', () => {
    const readAtMs = Date.parse(holding.lastUpdated);
    expect(isOld(holding.lastUpdated, readAtMs + oldAfterMs - 1)).toBe(false);
    expect(isOld(holding.lastUpdated, readAtMs + oldAfterMs)).toBe(true);
    expect(isOld('yesterday', readAtMs)).toBe(true);
  });

  it('is told in words at first, then in units', () => {
    const readAtMs = Date.parse(holding.lastUpdated);
    expect(readAgo(holding.lastUpdated, readAtMs - 500)).toBe('just now');
    expect(readAgo(holding.lastUpdated, readAtMs + 9_999)).toBe('just now');
    expect(readAgo(holding.lastUpdated, readAtMs + 180_000)).toBe('3 min ago');
    expect(readAgo('never', readAtMs)).toBe('–');
  });

  it('of a list is that of its oldest', () => {
    const older = { ...holding, lastUpdated: '2026-01-01T23:59:59.000Z' };
    expect(oldestRead([holding, older])).toBe(older.lastUpdated);
    expect(oldestRead([])).toBeUndefined();
  });
});

describe('a balance over time', () => {
  it('is labelled as finely as it moves', () => {
    const pointsOf = (...values: number[]) => values.map((value, atMs) => ({ atMs, value }));
    expect(digitsApart(pointsOf(842_016.7, 842_018.9))).toBe(1);
    expect(digitsApart(pointsOf(100, 20_000))).toBe(0);
    expect(digitsApart(pointsOf(1, 1.000_000_2))).toBe(7);
    expect(digitsApart(pointsOf(5, 5))).toBe(2);
    expect(digitsApart([])).toBe(2);
  });

  it('has its changes in the order of time and ends with the last read', () => {
    const changes = [change('2026-01-01T12:00:00Z', '12.5'), change('2026-01-01T06:00:00Z', '10')];
    expect(toSteps(changes, holding)).toEqual([
      { atMs: Date.parse('2026-01-01T06:00:00Z'), value: 10 },
      { atMs: Date.parse('2026-01-01T12:00:00Z'), value: 12.5 },
      { atMs: Date.parse('2026-01-02T00:00:00Z'), value: 12.5 },
    ]);
    expect(toSteps([], undefined)).toEqual([]);
  });
});
