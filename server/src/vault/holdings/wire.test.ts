import { describe, expect, it } from 'vitest';
import type { BulkSummary } from './bulkRefresh.ts';
import { toBulkText } from './wire.ts';

const atOnce = { yield: async () => undefined };

async function bulkOf(changes: Partial<BulkSummary>, results: readonly string[] = []) {
  const summary: BulkSummary = {
    network: 'mainnet',
    batchSize: 10,
    vaultsUpdated: 0,
    vaultsFailed: 0,
    tokensUpdated: 0,
    startMs: 0,
    endMs: 0,
    tookMs: 0,
    nextAfterId: null,
    ...changes,
  };
  return JSON.parse(await toBulkText({ summary, results }, atOnce));
}

describe('the answer of a bulk refresh', () => {
  it.each([
    [0, 0, '100.0%'],
    [0, 3, '0.0%'],
    [2, 1, '66.7%'],
    [985, 15, '98.5%'],
    [9_999, 1, '99.9%'],
  ])('rates %i updated and %i failed as %s', async (vaultsUpdated, vaultsFailed, rate) => {
    const { summary } = await bulkOf({ vaultsUpdated, vaultsFailed });
    expect(summary.successRate).toBe(rate);
  });

  it('averages over the vaults processed', async () => {
    const run = { vaultsUpdated: 2, vaultsFailed: 1, tokensUpdated: 20, tookMs: 700 };
    expect(await bulkOf(run)).toMatchObject({
      processingTime: '0.7s',
      summary: { averageTokensPerVault: 6.67, averageProcessingTimePerVault: '0.23s' },
    });
  });

  it('holds every result in order, across the slices it is made in', async () => {
    const results = Array.from({ length: 20_001 }, (_, number) => `{"vaultId":"${number}"}`);
    const { results: joined } = await bulkOf({}, results);
    expect(joined).toHaveLength(20_001);
    expect(
      joined.every(({ vaultId }: { vaultId: string }, at: number) => vaultId === `${at}`),
    ).toBe(true);
  });
});
