import { ApiError } from '@windlass/client';
import { CommandError, exitCodes } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { withHeader } from '../table.ts';
import { createPaint, hasColours } from '../text.ts';
import { createDisplay, type Display } from './display.ts';
import { countOf, formatCount, formatDuration } from './format.ts';
import { type Outcome, type PartsRequest, refreshInParts } from './parts.ts';
import { writeFailure, writeJson } from './report.ts';

export interface RefreshAllOptions extends GlobalOptions {
  readonly network: 'testnet' | 'mainnet';
  readonly batchSize: number;
  readonly force?: boolean;
  readonly owner?: string;
  readonly tradeOnly?: boolean;
  readonly part?: number;
  readonly after?: string;
}

/** Failures shown to people: more than a screenful says no more than their number. */
const failuresShownMax = 20;

/** Refreshes the holdings of all requested vaults. Returns success when none failed. */
export async function refreshAllVaults(options: RefreshAllOptions, io: CliIo): Promise<number> {
  const client = openClient(options, io);
  const display = createDisplay(io);
  const startedMs = io.runtime.now();
  const { stop, giveUp, end } = hearInterrupts(display, io);
  const request: PartsRequest = {
    network: options.network,
    batchSize: options.batchSize,
    forceUpdate: options.force === true,
    owner: options.owner,
    tradePermissionOnly: options.tradeOnly === true,
    maxVaults: options.part,
    afterId: options.after,
  };
  const { runtime } = io;
  const deps = { client, runtime, display, stop: stop.signal, giveUp: giveUp.signal };
  const outcome = await refreshInParts(request, deps);
  end();
  display.end();
  report(outcome, { options, startedMs, io });
  const isWhole = outcome.ending.kind === 'done' && outcome.progress.failed === 0;
  return isWhole ? exitCodes.ok : exitCodes.failure;
}

/** Listens for interrupts. The first lets the current part finish, the second does not. */
function hearInterrupts(display: Display, io: CliIo) {
  const stop = new AbortController();
  const giveUp = new AbortController();
  const end = io.terminal.onInterrupt(() => {
    if (stop.signal.aborted) {
      giveUp.abort(new CommandError('Stopped. The service may still finish the part under way.'));
      return;
    }
    display.say('Stopping after the part under way. Ctrl-C again gives it up.');
    stop.abort();
  });
  return { stop, giveUp, end };
}

interface Ran {
  readonly options: RefreshAllOptions;
  readonly startedMs: number;
  readonly io: CliIo;
}

function report(outcome: Outcome, ran: Ran): void {
  const { ending, afterId } = outcome;
  const { options, io } = ran;
  if (options.json) writeJson(toJson(outcome, ran), io);
  // A run that failed before its first part has no totals worth a line.
  else if (ending.kind !== 'failed' || outcome.progress.vaults > 0) writeSum(outcome, ran);
  if (ending.kind === 'failed') writeFailure(ending.failure, io);
  if (ending.kind === 'done') return;
  if (ending.kind === 'failed' && isRefused(ending.failure)) return;
  const how = afterId === undefined ? 'again' : `with --after ${afterId}`;
  io.stderr.write(`Not all vaults were done. To go on, run the same command ${how}.\n`);
}

/** True when the same request would be refused again. */
function isRefused(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 400;
}

function writeSum(outcome: Outcome, { options, startedMs, io }: Ran): void {
  const { progress, updated, failures } = outcome;
  const took = formatDuration(io.runtime.now() - startedMs);
  io.stdout.write(
    `Updated ${formatCount(updated)} of ${countOf(progress.vaults, 'vault')} on ` +
      `${options.network} in ${took}: ${countOf(progress.tokens, 'token')}, ` +
      `${countOf(progress.failed, 'failure')}.\n`,
  );
  if (failures.length === 0) return;
  const shown = failures.slice(0, failuresShownMax);
  const rows = shown.map(({ vaultId, vaultAddress, error }) => [vaultId, vaultAddress, error]);
  const paint = createPaint(hasColours(io));
  io.stdout.write(`\n${withHeader(['FAILED', 'ADDRESS', 'ERROR'], rows, paint)}`);
  const more = failures.length - shown.length;
  if (more > 0) io.stdout.write(`and ${formatCount(more)} more\n`);
}

/** Returns the totals of all parts under the names of the bulk answer (Vaults §2.5). */
function toJson(outcome: Outcome, { options, startedMs, io }: Ran) {
  const { ending, progress, updated, failures, afterId } = outcome;
  return {
    network: options.network,
    batchSize: options.batchSize,
    totalVaultsProcessed: progress.vaults,
    totalVaultsUpdated: updated,
    totalVaultsFailed: progress.failed,
    totalTokensUpdated: progress.tokens,
    startTime: new Date(startedMs).toISOString(),
    endTime: new Date(io.runtime.now()).toISOString(),
    failures,
    isComplete: ending.kind === 'done',
    nextAfterId: afterId ?? null,
  };
}
