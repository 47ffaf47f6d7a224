import { describe, expect, it } from 'vitest';
import { formatDateTime } from '../../shared/format.ts';
import { fieldChanges, nameOf } from './audit.ts';

describe('what an entry of the audit log changed', () => {
  it('is what differs, in the depth, with units for people', () => {
    const before = {
      id: 'paper-okx',
      dailyLimitMicroUsd: 10_000_000_000,
      updatedAtMs: 1,
      limits: { priceCollarPct: 5 },
      halted: false,
    };
    const after = {
      id: 'paper-okx',
      dailyLimitMicroUsd: 500_000_000,
      updatedAtMs: 2,
      limits: { priceCollarPct: 5, maxOrderMicroUsd: 100_000_000 },
      halted: true,
    };
    expect(fieldChanges(before, after)).toEqual([
      { path: 'daily limit', before: '$10,000', after: '$500.00' },
      { path: 'halted', before: 'false', after: 'true' },
      { path: 'limits max order', before: undefined, after: '$100.00' },
    ]);
  });

  it('is all of it where something was made or went', () => {
    const key = { name: 'desk', roles: ['trader', 'viewer'], expiresAtMs: 0, paths: [] };
    expect(fieldChanges(null, key)).toEqual([
      { path: 'name', before: undefined, after: 'desk' },
      { path: 'roles', before: undefined, after: 'trader, viewer' },
      { path: 'expires', before: undefined, after: formatDateTime(0) },
      { path: 'paths', before: undefined, after: '' },
    ]);
    expect(fieldChanges({ name: 'desk' }, undefined)).toEqual([
      { path: 'name', before: 'desk', after: undefined },
    ]);
  });

  it('is nothing where nothing is told, and the value itself where it has no fields', () => {
    expect(fieldChanges(null, null)).toEqual([]);
    expect(fieldChanges({ a: 1 }, { a: 1 })).toEqual([]);
    expect(fieldChanges('cross', 'isolated')).toEqual([
      { path: '', before: 'cross', after: 'isolated' },
    ]);
  });
});

describe('the name of a subject', () => {
  it('is told where its state has one', () => {
    expect(nameOf({ name: 'desk' })).toBe('desk');
    expect(nameOf({ name: 7 })).toBeUndefined();
    expect(nameOf(null)).toBeUndefined();
  });
});
