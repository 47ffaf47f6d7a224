import { ApiError, type Client, type Runtime } from '@windlass/client';
import type { BulkResultWire } from '@windlass/contract';
import { CommandError } from '../failures.ts';
import type { Display } from './display.ts';
import type { Progress } from './progress.ts';

export type FailedVault = Extract<BulkResultWire, { status: 'failed' }>;

/** Fields that are the same for every part of a run. */
export interface PartsRequest {
  readonly network: 'testnet' | 'mainnet';
  readonly batchSize: number;
  readonly forceUpdate: boolean;
  readonly owner: string | undefined;
  readonly tradePermissionOnly: boolean;
  /** Vaults per call. The default keeps the run within the rate limit. */
  readonly maxVaults: number | undefined;
  /** Id at which an earlier run ended. */
  readonly afterId: string | undefined;
}

export interface PartsDeps {
  readonly client: Client;
  readonly runtime: Runtime;
  readonly display: Display;
  /** Ends the run after the current part. */
  readonly stop: AbortSignal;
  /** Ends the run at once. */
  readonly giveUp: AbortSignal;
}

/** Result of a run, however it ended. */
export interface Outcome {
  readonly ending:
    | { readonly kind: 'done' | 'stopped' }
    | { readonly kind: 'failed'; readonly failure: unknown };
  readonly progress: Progress;
  readonly updated: number;
  /** At most as many as the registry has vaults. */
  readonly failures: readonly FailedVault[];
  /** Id after which the next run would begin; undefined for the beginning. */
  readonly afterId: string | undefined;
}

/** Fewer vaults per call would waste requests. */
const partVaultsMin = 100;
/** Half of a window's 100 requests (Vaults §8). The other half is for other users of the key. */
const partsWanted = 50;
/** Maximum of `maxVaults` in the contract. */
export const partVaultsMax = 200_000;
/** Four times as long as a large part takes, and below five minutes, when `fetch` gives up. */
const partTimeoutMs = 240_000;
/** A window is 15 minutes (Vaults §8). A service that asks for much more is not waited for. */
const waitMsMax = 20 * 60_000;
/** A key that reaches the limit again and again is used by others too: the person decides. */
const waitsMax = 3;

/** Refreshes the holdings of many vaults, part by part. Every ending becomes an outcome. */
export async function refreshInParts(request: PartsRequest, deps: PartsDeps): Promise<Outcome> {
  let outcome: Outcome = {
    ending: { kind: 'stopped' },
    progress: { totalVaults: undefined, vaults: 0, failed: 0, tokens: 0, workMs: 0 },
    updated: 0,
    failures: [],
    afterId: request.afterId,
  };
  try {
    const counted = await pastRateLimit(() => countVaults(request, deps), outcome.progress, deps);
    if (counted === undefined) return outcome;
    // After an earlier run the number of remaining vaults is unknown.
    const totalVaults = request.afterId === undefined ? counted : undefined;
    outcome = { ...outcome, progress: { ...outcome.progress, totalVaults } };
    const maxVaults = request.maxVaults ?? partSize(counted);
    while (!deps.stop.aborted) {
      const { progress } = outcome;
      const part = () => refreshPart({ ...request, maxVaults }, outcome, deps);
      const next = await pastRateLimit(part, progress, deps);
      if (next === undefined) return outcome;
      outcome = next;
      deps.display.partDone(outcome.progress);
      if (outcome.ending.kind === 'done') return outcome;
    }
    return outcome;
  } catch (failure) {
    return { ...outcome, ending: { kind: 'failed', failure } };
  }
}

/** Returns the number of vaults per call with which the run fits into the rate limit. */
export function partSize(totalVaults: number): number {
  return Math.min(partVaultsMax, Math.max(partVaultsMin, Math.ceil(totalVaults / partsWanted)));
}

async function countVaults(request: PartsRequest, { client, giveUp }: PartsDeps): Promise<number> {
  const { owner, tradePermissionOnly } = request;
  const input = { owner, ...(tradePermissionOnly ? { tradePermission: true } : {}) };
  return (await client.getVaultStats(input, { signal: giveUp })).totalVaults;
}

async function refreshPart(
  request: PartsRequest,
  before: Outcome,
  { client, runtime, display, giveUp }: PartsDeps,
): Promise<Outcome> {
  const { afterId, progress } = before;
  const startedMs = runtime.now();
  const call = client.refreshAllHoldings(
    { ...request, afterId },
    { timeoutMs: partTimeoutMs, signal: giveUp },
  );
  const part = await display.during(progress, call);
  // A service older than this command may lack the field: it refreshes all vaults at once.
  const nextAfterId = part.nextAfterId ?? undefined;
  if (nextAfterId !== undefined && afterId !== undefined && nextAfterId <= afterId.toLowerCase()) {
    throw new CommandError('The service does not go on in its list of vaults.');
  }
  return {
    ending: { kind: nextAfterId === undefined ? 'done' : 'stopped' },
    progress: {
      ...progress,
      vaults: progress.vaults + part.totalVaultsProcessed,
      failed: progress.failed + part.totalVaultsFailed,
      tokens: progress.tokens + part.totalTokensUpdated,
      workMs: progress.workMs + runtime.now() - startedMs,
    },
    updated: before.updated + part.totalVaultsUpdated,
    failures: [...before.failures, ...part.results.filter(isFailed)],
    afterId: nextAfterId,
  };
}

const isFailed = (result: BulkResultWire): result is FailedVault => result.status === 'failed';

/** Returns the answer, after waiting as long as a 429 asks; undefined when stopped meanwhile. */
async function pastRateLimit<Result>(
  call: () => Promise<Result>,
  progress: Progress,
  { display, stop }: PartsDeps,
): Promise<Result | undefined> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call();
    } catch (failure) {
      const isLimit = failure instanceof ApiError && failure.status === 429;
      const waitMs = isLimit ? failure.retryAfterMs : undefined;
      if (waitMs === undefined || waitMs > waitMsMax || waits >= waitsMax) throw failure;
      await display.wait(progress, waitMs, stop);
      if (stop.aborted) return undefined;
    }
  }
}
