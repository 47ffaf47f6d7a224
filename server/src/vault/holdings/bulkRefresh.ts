import { unreachable } from '../../kit/assert.ts';
import { AppError } from '../../kit/errors.ts';
import type { Store } from '../../store/types.ts';
import { LedgerError } from '../ledger/ledgerPort.ts';
import type { Read, VaultRead } from '../ledger/ledgerReader.ts';
import type { Network } from '../network.ts';
import { type BulkTally, createBulkTally, type Slot, type VaultResult } from './bulkTally.ts';
import {
  type BulkSelection,
  type BulkTargets,
  createBulkTargets,
  hasVaults,
} from './bulkTargets.ts';
import { notOnLedger, type RefreshDeps } from './refresh.ts';
import { refuseUnlisted, tokensToRead } from './tokensToRead.ts';
import type { HoldingReading } from './updateBalances.ts';

export interface BulkRequest {
  readonly network: Network;
  /** Maximum number of vaults stored together. */
  readonly batchSize: number;
  /** Contracts; undefined means all supported ones. */
  readonly tokens: readonly string[] | undefined;
  /** True to read even tokens that were read a moment ago. */
  readonly force: boolean;
  readonly selection: BulkSelection;
}

export interface BulkSummary {
  readonly network: Network;
  readonly batchSize: number;
  readonly vaultsUpdated: number;
  readonly vaultsFailed: number;
  readonly tokensUpdated: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly tookMs: number;
  /** The id after which the next part begins; null when no vault is left. */
  readonly nextAfterId: string | null;
}

export interface BulkRun {
  readonly summary: BulkSummary;
  /** Texts of the results, in the order of the vaults' ids. */
  readonly results: readonly string[];
}

export interface BulkDeps extends RefreshDeps {
  readonly db: Store['db'];
  /** Returns the text that is kept of a result. */
  readonly toText: (result: VaultResult) => string;
}

/**
 * Reads balances of many vaults from the ledger and stores them. A vault that fails keeps the
 * balances it had. When the signal aborts, stored balances stay and the rest is left.
 */
export type BulkRefresh = (request: BulkRequest, signal: AbortSignal) => Promise<BulkRun>;

/** One run uses all that a public server allows; a second may begin while the first one ends. */
const runsPerNetworkMax = 2;
/** Interval at which a run reports its progress. */
const progressEveryMs = 10_000;
/** Rows per query for fresh tokens: more would block the event loop for over 5 ms. */
const freshRowsMax = 2_000;
/** Maximum number of vaults on one page of the registry. */
const pageSizeMax = 500;

export function createBulkRefresh(deps: BulkDeps): BulkRefresh {
  const { clock, observe } = deps;
  const running = new Map<Network, number>();
  return async (request, signal) => {
    const { network } = request;
    const runs = running.get(network) ?? 0;
    if (runs >= runsPerNetworkMax) throw tooManyRuns(network);
    running.set(network, runs + 1);
    const tally = createBulkTally({ ...deps, network });
    const stopBeat = clock.every(progressEveryMs, () => observe.bulkRunning(tally.progress()));
    const startedAt = clock.monotonic();
    try {
      return await runOnce(deps, { request, tally, signal });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error;
    } finally {
      stopBeat();
      observe.bulkEnded(tally.progress(), clock.monotonic() - startedAt);
      running.set(network, (running.get(network) ?? 1) - 1);
    }
  };
}

function tooManyRuns(network: Network): AppError {
  return new AppError('CONFLICT', {
    message:
      `${runsPerNetworkMax} bulk updates of ${network} holdings are running already. ` +
      'Try again when one of them has ended.',
  });
}

interface Run {
  readonly request: BulkRequest;
  readonly tally: BulkTally;
  readonly signal: AbortSignal;
}

async function runOnce(deps: BulkDeps, run: Run): Promise<BulkRun> {
  const { clock, db } = deps;
  const { request, tally, signal } = run;
  const startMs = clock.now();
  const startedAt = clock.monotonic();
  const contracts = await consideredTokens(deps, run);
  const tokenCount = typeof contracts === 'string' ? 1 : contracts.length;
  const pageSize = Math.min(pageSizeMax, Math.ceil(freshRowsMax / Math.max(1, tokenCount)));
  const targets = createBulkTargets({ db, clock, pageSize }, request.selection);
  if (typeof contracts === 'string') await failAll(run, targets, contracts);
  else await readAll(deps, run, staleVaults(deps, run, { targets, contracts }));
  signal.throwIfAborted();
  const { network, batchSize } = request;
  return {
    summary: {
      ...tally.progress(),
      network,
      batchSize,
      startMs,
      endMs: clock.now(),
      tookMs: clock.monotonic() - startedAt,
      nextAfterId: targets.nextAfterId(),
    },
    results: tally.results(),
  };
}

/** Returns the contracts of the tokens; a text says why no vault can be read at all. */
async function consideredTokens(
  { readers, findToken, db, clock }: BulkDeps,
  { request, signal }: Run,
): Promise<readonly string[] | string> {
  refuseUnlisted(findToken, request);
  // Without vaults nobody waits for the ledger. A vault that is registered meanwhile did not exist
  // yet either.
  const probe = { db, clock, pageSize: pageSizeMax };
  if (!(await hasVaults(probe, request.selection))) return vaultGone;
  try {
    const tokens = await tokensToRead(readers[request.network], request.tokens, signal);
    return tokens.map(({ contract }) => contract);
  } catch (error) {
    if (error instanceof LedgerError) return error.message;
    throw error;
  }
}

async function failAll({ tally, signal }: Run, targets: BulkTargets, reason: string) {
  for await (const page of targets.pages()) {
    signal.throwIfAborted();
    for (const target of page) {
      const error = target.address === undefined ? vaultGone : reason;
      tally.fail(tally.open(target), error);
    }
  }
}

const vaultGone = 'Vault not found';

/** A vault that is being read from the ledger. */
interface BulkVault extends VaultRead {
  readonly slot: Slot;
}

/**
 * Yields vaults with the tokens to read; a vault whose tokens are all fresh is settled here. If
 * there is no token to read at all, the ledger is still asked whether each vault exists.
 */
async function* staleVaults(
  { holdings, clock, freshMs }: BulkDeps,
  { request, tally, signal }: Run,
  { targets, contracts }: { targets: BulkTargets; contracts: readonly string[] },
): AsyncGenerator<BulkVault> {
  const { network, force } = request;
  const wanted = new Set(contracts);
  for await (const page of targets.pages()) {
    if (signal.aborted) return;
    const nowMs = clock.now();
    const vaultIds = force ? [] : page.map(({ id }) => id);
    const fresh = await holdings.freshness({ vaultIds, network, afterMs: nowMs - freshMs });
    for (const target of page) {
      const slot = tally.open(target);
      const read = fresh.get(target.id);
      const tokens = read ? contracts.filter((token) => !read.has(token)) : contracts;
      if (target.address === undefined) tally.fail(slot, vaultGone);
      else if (tokens.length > 0 || contracts.length === 0)
        yield { slot, address: target.address, tokens };
      else tally.succeed(slot, 0, newestOf(read, wanted) ?? nowMs);
    }
  }
}

function newestOf(read: ReadonlyMap<string, number> | undefined, wanted: ReadonlySet<string>) {
  let newest: number | undefined;
  for (const [token, atMs] of read ?? []) {
    if (wanted.has(token)) newest = Math.max(newest ?? atMs, atMs);
  }
  return newest;
}

type Waiting = Extract<Read<BulkVault>['reading'], { kind: 'read' }> & { readonly slot: Slot };

async function readAll(deps: BulkDeps, run: Run, vaults: AsyncIterable<BulkVault>): Promise<void> {
  const { request, signal } = run;
  const { network, batchSize } = request;
  let waiting: Waiting[] = [];
  for await (const batch of deps.readers[network].read(vaults, signal)) {
    for (const { vault, reading } of batch) waiting.push(...settled(run, vault.slot, reading));
    while (waiting.length >= batchSize) {
      if (signal.aborted) return;
      await keep(deps, run, waiting.slice(0, batchSize));
      waiting = waiting.slice(batchSize);
    }
    if (signal.aborted) return;
  }
  await keep(deps, run, waiting);
}

/** Returns the reading to store; a failed reading settles its vault. */
function settled(
  { request, tally }: Run,
  slot: Slot,
  reading: Read<BulkVault>['reading'],
): readonly Waiting[] {
  switch (reading.kind) {
    case 'read':
      return [{ ...reading, slot }];
    case 'absent':
      tally.fail(slot, notOnLedger(request.network));
      return [];
    case 'failed':
      tally.fail(slot, reading.reason);
      return [];
    default:
      return unreachable(reading);
  }
}

async function keep(
  { holdings, clock }: BulkDeps,
  { request, tally }: Run,
  waiting: readonly Waiting[],
): Promise<void> {
  const { network } = request;
  const readings = waiting.map(
    ({ slot, ledger, amounts }): HoldingReading => ({
      vaultId: slot.target.id,
      network,
      ledger,
      amounts,
    }),
  );
  const outcomes = await holdings.store(readings, clock.now());
  for (const [index, { slot }] of waiting.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind === 'stored') tally.succeed(slot, outcome.updated, outcome.lastUpdatedMs);
    else tally.fail(slot, vaultGone);
  }
}
