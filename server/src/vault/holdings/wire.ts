import type {
  BalanceChangeWire,
  BulkResultWire,
  Data,
  HoldingWire,
  holdingEndpoints,
} from '@windlass/contract';
import type { Clock } from '../../kit/clock.ts';
import { formatEveryDigit } from '../../kit/exact.ts';
import { isoTime } from '../../kit/isoTime.ts';
import { roundTo } from '../../kit/numbers.ts';
import type { BalanceChange } from './balanceHistory.ts';
import type { BulkRun, BulkSummary } from './bulkRefresh.ts';
import type { VaultResult } from './bulkTally.ts';
import { balanceOf, type Holding, type ShownToken } from './holding.ts';

/** Vaults §2.3. */
export function toHoldingWire(
  holding: Holding,
  token: ShownToken,
  vaultAddress: string,
): HoldingWire {
  return {
    id: holding.id,
    vaultId: holding.vaultId,
    vaultAddress,
    tokenId: holding.token,
    tokenSymbol: token.symbol,
    tokenName: token.name,
    tokenContract: holding.token,
    balance: formatEveryDigit(balanceOf(holding.amount, token)),
    decimal: token.decimals,
    lastUpdated: isoTime(holding.updatedAtMs),
    network: holding.network,
    ledger: holding.ledger,
  };
}

/** Returns one line of the history. */
export function toChangeWire(change: BalanceChange, token: ShownToken): BalanceChangeWire {
  const format = (amount: bigint) => formatEveryDigit(balanceOf(amount, token));
  return {
    tokenId: change.token,
    tokenSymbol: token.symbol,
    network: change.network,
    balance: format(change.amount),
    previousBalance: change.previous === undefined ? null : format(change.previous),
    ledger: change.ledger,
    timestamp: isoTime(change.atMs),
  };
}

/** Returns one line of the results (Vaults §2.5). */
export function toResultText(result: VaultResult): string {
  const { vaultId, vaultAddress } = result;
  const wire: BulkResultWire =
    result.status === 'success'
      ? {
          vaultId,
          vaultAddress,
          status: 'success',
          tokensUpdated: result.tokensUpdated,
          lastUpdated: isoTime(result.lastUpdatedMs),
        }
      : { vaultId, vaultAddress, status: 'failed', tokensUpdated: 0, error: result.error };
  return JSON.stringify(wire);
}

/** Results joined in one turn of the event loop: about 1 MB of text. */
const resultsPerTurn = 5_000;

/** Returns the data of a bulk refresh as JSON text in slices: it can be tens of megabytes. */
export async function toBulkText(
  { summary, results }: BulkRun,
  clock: Pick<Clock, 'yield'>,
): Promise<string> {
  const { results: _, summary: rates, nextAfterId, ...head } = toBulkWire(summary);
  // Appending to a string copies nothing; it becomes one piece when it is sent.
  let text = `${JSON.stringify(head).slice(0, -1)},"results":[`;
  for (let start = 0; start < results.length; start += resultsPerTurn) {
    const slice = results.slice(start, start + resultsPerTurn).join(',');
    text += start === 0 ? slice : `,${slice}`;
    await clock.yield();
  }
  return `${text}],${JSON.stringify({ summary: rates, nextAfterId }).slice(1)}`;
}

function toBulkWire(run: BulkSummary): Data<typeof holdingEndpoints.refreshAllHoldings> {
  const { network, batchSize, vaultsUpdated, vaultsFailed, tokensUpdated, tookMs } = run;
  const processed = vaultsUpdated + vaultsFailed;
  const perVault = (total: number) => (processed === 0 ? 0 : total / processed);
  return {
    network,
    batchSize,
    totalVaultsProcessed: processed,
    totalVaultsUpdated: vaultsUpdated,
    totalVaultsFailed: vaultsFailed,
    totalTokensUpdated: tokensUpdated,
    processingTime: `${(tookMs / 1000).toFixed(1)}s`,
    startTime: isoTime(run.startMs),
    endTime: isoTime(run.endMs),
    results: [],
    summary: {
      successRate: successRate(vaultsUpdated, vaultsFailed),
      averageTokensPerVault: roundTo(perVault(tokensUpdated), 2),
      averageProcessingTimePerVault: `${(perVault(tookMs) / 1000).toFixed(2)}s`,
    },
    nextAfterId: run.nextAfterId,
  };
}

/** The rate is 100.0% when there was nothing to do, and never when something failed. */
function successRate(updated: number, failed: number): string {
  const ratePct = failed === 0 ? 100 : Math.min(99.9, (updated / (updated + failed)) * 100);
  return `${ratePct.toFixed(1)}%`;
}
