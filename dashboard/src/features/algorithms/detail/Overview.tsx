import type { AlgorithmDetailsWire } from '@windlass/contract';
import { type ReactNode, useMemo } from 'react';
import {
  formatBps,
  formatCount,
  formatDateTime,
  formatDuration,
  formatFigure,
  formatPct,
  formatPrice,
  formatQuantity,
  formatWord,
  parseTime,
  unknownText,
} from '../../../shared/format.ts';
import { partsOf } from '../../../shared/symbol.ts';
import { Figures, ProgressBar } from '../../../shared/ui/Figures.tsx';
import { Note } from '../../../shared/ui/Notes.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { isEnded, typeName } from '../words.ts';
import { Actions } from './Actions.tsx';
import { concernsOf } from './attention.ts';

interface OverviewProps {
  readonly details: AlgorithmDetailsWire;
  readonly nowMs: number;
  readonly canTrade: boolean;
}

/** Shows the algorithm's order, its progress, its problems and its actions. */
export function Overview({ details, nowMs, canTrade }: OverviewProps) {
  const { algorithm_type: type, side, symbol, total_quantity: total, progress } = details;
  const { base } = partsOf(symbol);
  const concerns = useMemo(() => concernsOf(details), [details]);
  return (
    <Panel
      title={`${typeName(type)}: ${formatWord(side)} ${formatQuantity(total)} ${symbol}`}
      aside={<StatusTag status={details.status} />}
    >
      <div className="stack">
        {concerns.map(({ mood, title, text }) => (
          <Note key={title} mood={mood}>
            <strong>{title}: </strong>
            {text}
          </Note>
        ))}
        <div className="algorithms-whole">
          <ProgressBar pct={progress.fill_percentage} label="Filled of the whole quantity" />
          <span>
            <strong>{formatPct(progress.fill_percentage)}</strong>{' '}
            <span className="muted">
              {formatQuantity(progress.filled_quantity)} of {formatQuantity(total)} {base}
            </span>
          </span>
        </div>
        <Figures of={figures(details, nowMs)} />
        <p className="small muted algorithms-facts">{factsOf(details)}</p>
        <Actions details={details} canTrade={canTrade} />
      </div>
    </Panel>
  );
}

function figures(
  details: AlgorithmDetailsWire,
  nowMs: number,
): readonly (readonly [string, ReactNode])[] {
  const { progress, arrival_price: arrival, tca, status } = details;
  const { quote } = partsOf(details.symbol);
  return [
    ['Average price', formatPrice(progress.vwap)],
    ['Arrival price', formatPrice(arrival)],
    ['Slippage', formatBps(tca.slippage_bps)],
    ['Fees', `${formatFigure(progress.total_fees)} ${quote}`],
    ['Child orders', `${formatCount(progress.child_orders)}`],
    isEnded(status) ? ['Took', tookText(details)] : ['Time left', leftText(details, nowMs)],
  ];
}

function tookText({ created_at: start, ended_at: end }: AlgorithmDetailsWire): string {
  const [startMs, endMs] = [parseTime(start), parseTime(end)];
  return startMs === undefined || endMs === undefined
    ? unknownText
    : formatDuration(endMs - startMs);
}

/** Returns the remaining time in whole seconds: tenths would only flicker. */
function leftText({ estimated_completion: end }: AlgorithmDetailsWire, nowMs: number): string {
  const endMs = parseTime(end);
  if (endMs === undefined) return unknownText;
  return formatDuration(Math.max(0, Math.ceil((endMs - nowMs) / 1_000) * 1_000));
}

function factsOf(details: AlgorithmDetailsWire): string {
  const { exchange_account_ids: ids, limit_price: limit, side } = details;
  const { client_algorithm_id: name, order_id: id, created_at: at } = details;
  const beyond = side === 'buy' ? 'above' : 'below';
  const parts = [
    `On ${ids.join(', ')}`,
    limit === null ? 'without a limit price' : `never ${beyond} ${formatPrice(limit)}`,
    `started ${formatDateTime(at)}`,
    `id ${id}`,
    ...(name === null ? [] : [`named ${name}`]),
  ];
  return `${parts.join(' · ')}`;
}
