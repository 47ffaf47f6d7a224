import type { AlgorithmDetailsWire, AlgorithmTypeWire, AlgorithmWire } from '@windlass/contract';
import { formatDuration, formatQuantity } from '../../../shared/format.ts';
import { partsOf } from '../../../shared/symbol.ts';
import { isPair } from '../words.ts';

/** A state of an algorithm that people should know now. Lists have the worst first. */
export interface Concern {
  readonly mood: 'info' | 'warn' | 'bad';
  readonly title: string;
  readonly text: string;
}

export function concernsOf(details: AlgorithmDetailsWire): readonly Concern[] {
  return [...statusConcerns(details), ...refusals(details), ...unhedged(details)];
}

/** The service's reason for a requested pause. Any other reason is a problem. */
const byPerson = 'Paused on request.';

function statusConcerns(algorithm: AlgorithmWire): readonly Concern[] {
  const { status, status_reason: reason, waiting_for: waiting, algorithm_type: type } = algorithm;
  const waits: readonly Concern[] =
    waiting === null
      ? []
      : [{ mood: isPair(type) ? 'info' : 'warn', title: 'Waiting', text: waiting }];
  switch (status) {
    case 'RUNNING':
      return waits;
    case 'PAUSED':
      if (reason === null || reason === byPerson) return waits;
      return [{ mood: 'bad', title: 'Paused by an error', text: reason }, ...waits];
    case 'CANCELLING':
      return [{ mood: 'warn', title: 'Cancelling', text: cancellingText(algorithm) }, ...waits];
    case 'FAILED':
      return [{ mood: 'bad', title: 'Failed', text: reason ?? 'The service gives no reason.' }];
    case 'CANCELLED':
      return reason === null ? [] : [{ mood: 'info', title: 'Cancelled', text: reason }];
    case 'COMPLETED':
      return reason === null ? [] : [{ mood: 'warn', title: 'Completed', text: reason }];
  }
}

/** Texts for pairs, which also settle their legs while they are being cancelled. */
const pairCancelling: Partial<Record<AlgorithmTypeWire, string>> = {
  spread: 'Its orders are being cancelled and its legs made equal. It ends when both are done.',
  funding_arb:
    'Both legs are being given back step by step. It ends when nothing is held any more.',
};

function cancellingText({ algorithm_type: type }: AlgorithmWire): string {
  return (
    pairCancelling[type] ??
    'Its orders are being cancelled. It ends when the exchange has told of each of them.'
  );
}

/** Returns the newest child if it was refused and something can still be done about it. */
export function lastRefused({ child_orders: children, status }: AlgorithmDetailsWire) {
  const last = children.at(-1);
  const isRefused = last?.status === 'rejected' || last?.status === 'not_sent';
  return isRefused && (status === 'RUNNING' || status === 'FAILED') ? last : undefined;
}

/** Returns the refusal of the newest child. A later accepted one makes it history. */
function refusals(details: AlgorithmDetailsWire): readonly Concern[] {
  const last = lastRefused(details);
  if (!last) return [];
  const { exchange_account_id: id, reason } = last;
  const text = `Order ${last.number} on ${id}: ${reason ?? 'no reason was given'}.`;
  return [{ mood: 'bad', title: 'The last order was refused', text }];
}

/**
 * Share of the allowed difference below which one is ignored, because the legs have different lots.
 */
const dustShare = 0.01;

function unhedged({ state, params, symbol }: AlgorithmDetailsWire): readonly Concern[] {
  const quantity = numberIn(state, 'unhedged_quantity');
  const risk = numberIn(params, 'risk_quantity');
  if (quantity === undefined || quantity <= (risk ?? 0) * dustShare) return [];
  const since = numberIn(state, 'unhedged_since_seconds');
  const { base } = partsOf(symbol);
  const most = risk === undefined ? '' : ` of at most ${formatQuantity(risk)}`;
  const within = numberIn(params, 'max_unhedged_seconds');
  const level =
    since === undefined || within === undefined
      ? ''
      : ` The legs are to be level again within ${formatDuration(within * 1_000)}.`;
  return [
    {
      mood: risk !== undefined && quantity > risk ? 'bad' : 'warn',
      title: 'Unhedged',
      text: `${formatQuantity(quantity)} ${base}${most}.${level}`,
    },
  ];
}

/** Returns a number from fields whose names only the algorithm type knows. */
export function numberIn(
  things: Readonly<Record<string, unknown>>,
  name: string,
): number | undefined {
  const value = things[name];
  return typeof value === 'number' ? value : undefined;
}
