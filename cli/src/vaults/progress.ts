import { renderShare } from '../bar.ts';
import { countOf, formatCount, formatDuration } from './format.ts';

/** Progress of a run over many vaults. */
export interface Progress {
  /** Undefined when it is not known, as after `--after`. */
  readonly totalVaults: number | undefined;
  readonly vaults: number;
  readonly failed: number;
  readonly tokens: number;
  /** Milliseconds that the finished parts took, without waits. */
  readonly workMs: number;
}

/** Returns the progress as one line of plain text. */
export function describeProgress(progress: Progress): string {
  const { totalVaults, vaults, failed, tokens } = progress;
  const rate = vaultsPerSecond(progress);
  const left = timeLeftMs(progress, 0);
  return [
    totalVaults === undefined
      ? countOf(vaults, 'vault')
      : `${formatCount(vaults)} of ${countOf(totalVaults, 'vault')}`,
    `${formatCount(failed)} failed`,
    `${countOf(tokens, 'token')} updated`,
    ...(rate === undefined ? [] : [`${rate.toFixed(1)} vaults/s`]),
    ...(left === undefined ? [] : [`${formatDuration(left)} left`]),
  ].join(', ');
}

/**
 * Returns the progress as a bar with figures, at most `columns` wide. `partMs` is the time that the
 * current part has taken; `note` replaces the remaining time.
 */
export function renderBar(
  progress: Progress,
  options: { readonly columns: number; readonly partMs: number; readonly note?: string },
): string {
  const { columns, partMs, note } = options;
  const { totalVaults, vaults, failed, tokens } = progress;
  const rate = vaultsPerSecond(progress);
  const left = timeLeftMs(progress, partMs);
  const elapsed = `${formatDuration(progress.workMs + partMs)} so far`;
  const figures = [
    totalVaults === undefined
      ? countOf(vaults, 'vault')
      : `${formatCount(vaults)}/${countOf(totalVaults, 'vault')}`,
    `${formatCount(failed)} failed`,
    countOf(tokens, 'token'),
    ...(rate === undefined ? [] : [`${rate.toFixed(1)}/s`]),
    note ?? (left === undefined ? elapsed : `${formatDuration(left)} left`),
  ].join('  ');
  const share = doneShare(progress);
  // As with a bar: a line that fills the last column wraps on some terminals.
  if (share === undefined) return figures.slice(0, columns - 1);
  return renderShare(share, figures, columns);
}

/**
 * Returns the share done. Vaults made during the run can raise it above the total counted before.
 */
function doneShare({ totalVaults, vaults }: Progress): number | undefined {
  if (totalVaults === undefined) return undefined;
  return totalVaults === 0 ? 1 : Math.min(1, vaults / totalVaults);
}

function vaultsPerSecond({ vaults, workMs }: Progress): number | undefined {
  return vaults > 0 && workMs > 0 ? vaults / (workMs / 1_000) : undefined;
}

function timeLeftMs(progress: Progress, partMs: number): number | undefined {
  const { totalVaults, vaults, workMs } = progress;
  if (totalVaults === undefined || vaults === 0 || workMs === 0) return undefined;
  const remaining = Math.max(0, totalVaults - vaults);
  return Math.max(0, (remaining * workMs) / vaults - partMs);
}
