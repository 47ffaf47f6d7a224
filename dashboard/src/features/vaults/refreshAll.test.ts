import type { Client, DataOf, InputOf } from '@windlass/client';
import { describe, expect, it } from 'vitest';
import { partSize, type RefreshProgress, refreshInParts, worstFirst } from './refreshAll.ts';

type Part = DataOf<'refreshAllHoldings'>;

function partOf(number: number, nextAfterId: string | null): Part {
  const base = { vaultId: `v${number}`, vaultAddress: 'C' };
  return {
    network: 'mainnet',
    batchSize: 10,
    totalVaultsProcessed: 2,
    totalVaultsUpdated: 1,
    totalVaultsFailed: 1,
    totalTokensUpdated: 33,
    processingTime: '0.1s',
    nextAfterId,
    startTime: '',
    endTime: '',
    results: [
      { ...base, status: 'success', tokensUpdated: 33, lastUpdated: '2026-01-01T00:00:00Z' },
      { ...base, status: 'failed', tokensUpdated: 0, error: 'Vault not found' },
    ],
    summary: {
      successRate: '50.0%',
      averageTokensPerVault: 16.5,
      averageProcessingTimePerVault: '0.05s',
    },
  };
}

function serve(parts: readonly Part[]) {
  const asked: InputOf<'refreshAllHoldings'>[] = [];
  const refreshAllHoldings: Client['refreshAllHoldings'] = async (input = {}) => {
    const part = parts[asked.length];
    asked.push(input);
    if (!part) throw new Error('no such part');
    return part;
  };
  const client: Partial<Client> = { refreshAllHoldings };
  return { asked, client: client as Client };
}

describe('a refresh in parts', () => {
  it('begins each part where the last one ended and adds them up', async () => {
    const { client, asked } = serve([partOf(1, 'a'), partOf(2, 'b'), partOf(3, null)]);
    const seen: RefreshProgress[] = [];
    const done = await refreshInParts({
      client,
      input: { maxVaults: 2 },
      signal: new AbortController().signal,
      onProgress: (progress) => seen.push(progress),
    });
    expect(asked).toEqual([
      { maxVaults: 2 },
      { maxVaults: 2, afterId: 'a' },
      { maxVaults: 2, afterId: 'b' },
    ]);
    expect(seen.map(({ processed }) => processed)).toEqual([2, 4, 6]);
    expect(done).toMatchObject({ updated: 3, failed: 3, tokens: 99, isPart: false });
    expect(done.results).toHaveLength(6);
  });

  it('ends after the part under way when it is told to', async () => {
    const { client, asked } = serve([partOf(1, 'a'), partOf(2, 'b'), partOf(3, null)]);
    const stopping = new AbortController();
    const done = await refreshInParts({
      client,
      input: {},
      signal: stopping.signal,
      onProgress: ({ processed }) => processed === 4 && stopping.abort(),
    });
    expect(asked).toHaveLength(2);
    expect(done).toMatchObject({ processed: 4, isPart: true });
  });

  it('shows what failed first', () => {
    const { results } = partOf(1, null);
    expect(worstFirst(results).map(({ status }) => status)).toEqual(['failed', 'success']);
  });

  it('asks ten times for many vaults, and once for a few', () => {
    expect(partSize(8)).toBe(25);
    expect(partSize(25)).toBe(25);
    expect(partSize(10_000)).toBe(1_000);
  });
});
