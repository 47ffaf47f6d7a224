import type { Client, DataOf, InputOf } from '@windlass/client';
import type { BulkResultWire } from '@windlass/contract';

/** Progress of a refresh of many vaults. */
export interface RefreshProgress {
  readonly processed: number;
  readonly updated: number;
  readonly failed: number;
  readonly tokens: number;
  readonly results: readonly BulkResultWire[];
  /** True when vaults are left, after a run that was stopped. */
  readonly isPart: boolean;
}

export const noProgress: RefreshProgress = {
  processed: 0,
  updated: 0,
  failed: 0,
  tokens: 0,
  results: [],
  isPart: true,
};

/** Parts of a run: enough to see progress, and few against the vault API's rate limit. */
const partsWanted = 10;
const partMin = 25;

/** Returns the number of vaults per request. */
export function partSize(vaults: number): number {
  return Math.max(partMin, Math.ceil(vaults / partsWanted));
}

export type RefreshInput = Omit<InputOf<'refreshAllHoldings'>, 'afterId'>;

interface RefreshRun {
  readonly client: Client;
  readonly input: RefreshInput;
  /** Ends the run after the current part. What was read is kept. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RefreshProgress) => void;
}

/** Refreshes vaults part by part, and reports the progress after each. */
export async function refreshInParts(run: RefreshRun): Promise<RefreshProgress> {
  const { client, input, signal, onProgress } = run;
  let progress = noProgress;
  let afterId: string | undefined;
  do {
    const part = await client.refreshAllHoldings({
      ...input,
      ...(afterId !== undefined && { afterId }),
    });
    progress = addPart(progress, part);
    afterId = part.nextAfterId ?? undefined;
    onProgress(progress);
  } while (afterId !== undefined && !signal.aborted);
  return progress;
}

function addPart(before: RefreshProgress, part: DataOf<'refreshAllHoldings'>): RefreshProgress {
  return {
    processed: before.processed + part.totalVaultsProcessed,
    updated: before.updated + part.totalVaultsUpdated,
    failed: before.failed + part.totalVaultsFailed,
    tokens: before.tokens + part.totalTokensUpdated,
    results: [...before.results, ...part.results],
    isPart: part.nextAfterId !== null,
  };
}

/** Returns the results with failures first. */
export function worstFirst(results: readonly BulkResultWire[]): readonly BulkResultWire[] {
  const failed = results.filter(({ status }) => status === 'failed');
  return [...failed, ...results.filter(({ status }) => status === 'success')];
}
