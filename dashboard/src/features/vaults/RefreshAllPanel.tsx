import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BulkResultWire, holdingEndpoints } from '@windlass/contract';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { now, useNow } from '../../shared/clock.ts';
import { formatCount, formatDuration, formatMany, shortId } from '../../shared/format.ts';
import { checkInput, issueOf, partOf } from '../../shared/issues.ts';
import { hashOf } from '../../shared/location.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { CheckField, NumberField, readNumber } from '../../shared/ui/Field.tsx';
import { ProgressBar } from '../../shared/ui/Figures.tsx';
import { ErrorNote, Note, Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { Segments } from '../../shared/ui/Segments.tsx';
import { type Network, networks } from './networks.ts';
import { listedVault, settleHoldings, vaultStatsQuery } from './queries.ts';
import {
  noProgress,
  partSize,
  type RefreshInput,
  type RefreshProgress,
  refreshInParts,
  worstFirst,
} from './refreshAll.ts';

/** Runs one refresh and follows it while the page is open. */
function useRefreshAll() {
  const client = useClient();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<RefreshProgress>();
  const [startedAtMs, setStartedAtMs] = useState(0);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const run = useMutation({
    mutationFn: async (input: RefreshInput) => {
      checkInput(partOf(holdingEndpoints.refreshAllHoldings.query), input);
      stopping.current = new AbortController();
      setStartedAtMs(now());
      setProgress(noProgress);
      const { signal } = stopping.current;
      return await refreshInParts({ client, input, signal, onProgress: setProgress });
    },
    onSettled: () => settleHoldings(queries),
  });
  return { run, progress, startedAtMs, stop: () => stopping.current?.abort() };
}

/** Reads the balances of many vaults, part by part, and shows the result of each. */
export function RefreshAllPanel({ owner }: { owner: string | undefined }) {
  const { run, progress, startedAtMs, stop } = useRefreshAll();
  const { data: stats } = useQuery(vaultStatsQuery(useClient()));
  const total = stats?.totalVaults ?? 0;
  return (
    <Panel title="Refresh all vaults">
      <div className="stack">
        <RefreshForm
          owner={owner}
          total={total}
          error={run.error}
          isBusy={run.isPending}
          onRun={(input) => run.mutate(input)}
        />
        {run.isPending && progress && (
          <Running
            progress={progress}
            startedAtMs={startedAtMs}
            total={owner === undefined ? total : 0}
            stop={stop}
          />
        )}
        {run.error && <ErrorNote error={run.error} what="The refresh ended early" />}
        {!run.isPending && progress && progress.processed > 0 && <Outcome progress={progress} />}
        {progress && progress.results.length > 0 && <Results results={progress.results} />}
      </div>
    </Panel>
  );
}

interface RefreshFormProps {
  readonly owner: string | undefined;
  readonly total: number;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onRun: (input: RefreshInput) => void;
}

function RefreshForm({ owner, total, error, isBusy, onRun }: RefreshFormProps) {
  const [network, setNetwork] = useState<Network>('mainnet');
  const [batch, setBatch] = useState('10');
  const [forceUpdate, setForceUpdate] = useState(false);
  const [tradePermissionOnly, setTradeOnly] = useState(false);
  const start = () =>
    onRun({
      network,
      forceUpdate,
      tradePermissionOnly,
      maxVaults: partSize(total),
      batchSize: readNumber(batch) ?? 10,
      ...(owner !== undefined && { owner }),
    });
  const which = tradePermissionOnly ? 'vaults that may trade' : 'all vaults';
  const whose = owner === undefined ? '' : ` of ${shortId(owner)}`;
  return (
    <div className="row vaults-refresh-form">
      <Segments label="Network" value={network} onChange={setNetwork} options={networks} />
      <div className="vaults-batch">
        <NumberField
          label="Vaults stored together"
          value={batch}
          onChange={setBatch}
          wrong={issueOf(error, 'batchSize')}
        />
      </div>
      <div className="stack vaults-checks">
        <CheckField
          label="Only vaults that may trade"
          checked={tradePermissionOnly}
          onChange={setTradeOnly}
        />
        <CheckField
          label="Force"
          hint="also what was read a moment ago"
          checked={forceUpdate}
          onChange={setForceUpdate}
        />
      </div>
      <button type="button" className="button primary" disabled={isBusy} onClick={start}>
        {isBusy ? 'Asking the ledger…' : `Refresh ${which}${whose} on ${network}`}
      </button>
    </div>
  );
}

interface RunningProps {
  readonly progress: RefreshProgress;
  readonly startedAtMs: number;
  /** 0 when the total is unknown. */
  readonly total: number;
  readonly stop: () => void;
}

function Running({ progress, startedAtMs, total, stop }: RunningProps) {
  const nowMs = useNow(500);
  const of = total > 0 ? ` of ${formatCount(total)}` : '';
  return (
    <div className="stack" role="status">
      {total > 0 && (
        <ProgressBar label="Vaults refreshed" pct={(100 * progress.processed) / total} />
      )}
      <div className="row spread">
        <span>
          {`${formatCount(progress.processed)}${of} vaults after `}
          {formatDuration(Math.max(0, nowMs - startedAtMs))}
        </span>
        <button type="button" className="button small" onClick={stop}>
          Stop after this part
        </button>
      </div>
    </div>
  );
}

function Outcome({ progress }: { progress: RefreshProgress }) {
  const { updated, failed, tokens, isPart } = progress;
  return (
    <Note mood={failed > 0 || isPart ? 'warn' : 'good'}>
      {`${formatMany(updated, 'vault')} refreshed, ${formatCount(failed)} failed; `}
      {`${formatMany(tokens, 'balance')} read.`}
      {isPart && ' The others were not asked for.'}
    </Note>
  );
}

function Result({ of: row }: { of: BulkResultWire }) {
  if (row.status === 'failed') {
    return (
      <>
        <Tag mood="bad">Failed</Tag> {row.error}
      </>
    );
  }
  if (row.tokensUpdated > 0) return <Tag mood="good">Read</Tag>;
  return (
    <>
      <Tag>Fresh</Tag> <span className="muted">read a moment ago</span>
    </>
  );
}

/** More rows than anybody reads. */
const shownMax = 200;

function Results({ results }: { results: readonly BulkResultWire[] }) {
  const queries = useQueryClient();
  const rows = worstFirst(results);
  const columns: readonly Column<BulkResultWire>[] = [
    {
      title: 'Vault',
      cell: ({ vaultId, vaultAddress }) => (
        <a href={hashOf('vaults', { vault: vaultId })} title={vaultAddress}>
          {listedVault(queries, vaultId)?.vaultName ?? shortId(vaultAddress)}
        </a>
      ),
    },
    { title: 'Result', cell: (row) => <Result of={row} /> },
    { title: 'Balances read', isNumber: true, cell: (row) => formatCount(row.tokensUpdated) },
  ];
  return (
    <>
      <div className="vaults-results">
        <DataTable
          caption="Result of each vault"
          columns={columns}
          rows={rows.slice(0, shownMax)}
          keyOf={({ vaultId }) => vaultId}
          empty="No vault was asked for."
        />
      </div>
      {rows.length > shownMax && (
        <p className="small muted">{formatCount(rows.length - shownMax)} more are not shown.</p>
      )}
    </>
  );
}
