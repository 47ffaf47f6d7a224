import { useQuery } from '@tanstack/react-query';
import type { DataOf, InputOf } from '@windlass/client';
import { useClient } from '../../../shared/api.tsx';
import { useSettled } from '../../../shared/clock.ts';
import { formatBps, formatPct, formatUsd } from '../../../shared/format.ts';
import { ErrorNote, Note } from '../../../shared/ui/Notes.tsx';
import { costQuery } from '../queries.ts';

type Order = InputOf<'analyzeOrder'>;

/** Pause in typing after which the cost is requested. */
const quietMs = 600;

/** Shows what the order would cost if it were executed now, and what speaks against it. */
export function CostNote({ order, isFirstLeg }: { order: Order; isFirstLeg: boolean }) {
  const settled = useSettled(order, quietMs);
  const { data, error, isFetching } = useQuery(costQuery(useClient(), settled));
  if (error) return <ErrorNote error={error} what="Cost unavailable" />;
  if (!data) return <p className="small muted">Estimating the cost…</p>;
  const warnings = warningsOf(data);
  const isOld = isFetching || JSON.stringify(settled) !== JSON.stringify(order);
  return (
    <div className={isOld ? 'stack stale' : 'stack'}>
      <p className="small muted">
        {isFirstLeg ? 'First leg, if executed now: ' : 'If executed now: '}
        {costWords(data)}
      </p>
      {warnings.length > 0 && (
        <Note mood="warn">
          {warnings.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Note>
      )}
    </div>
  );
}

function costWords({ summary, liquidity }: DataOf<'analyzeOrder'>): string {
  const parts = [
    `about ${formatBps(summary.headline_cost_bps)} (${formatUsd(summary.headline_cost_usd)})`,
    ...(liquidity ? [`worth ${formatUsd(liquidity.order_value_usd)}`] : []),
    ...(liquidity ? [`${formatPct(liquidity.pct_of_adv, 3)} of daily volume`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function warningsOf({ summary, validation }: DataOf<'analyzeOrder'>): readonly string[] {
  const failed = validation.checks.filter(({ passed }) => !passed);
  const warned = summary.warnings.filter(({ severity }) => severity !== 'info');
  return [...new Set([...failed, ...warned].map(({ message }) => message))];
}
