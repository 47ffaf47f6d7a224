import type { Clock } from '../kit/clock.ts';

/** Reports the share of a step that is done, from 0 to 1; undefined when it is not known. */
export type Progress = (step: string, share: number | undefined) => void;

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Clears the line; the cursor stays at its start, so that whatever comes next overwrites it. */
const clearLine = '\u001b[2K\r';
/** Interval of updates: no reader needs more. */
const everyMs = 100;

/** Shows one line that changes on a terminal, and nothing elsewhere: logs only need the result. */
export function createProgress(screen: Screen, clock: Pick<Clock, 'monotonic'>) {
  let shown = '';
  let nextMs = Number.NEGATIVE_INFINITY;
  const show: Progress = (step, share) => {
    const nowMs = clock.monotonic();
    if (!screen.isTTY || (step === shown && nowMs < nextMs)) return;
    shown = step;
    nextMs = nowMs + everyMs;
    const done = share === undefined ? '' : ` ${Math.floor(share * 100)} %`;
    screen.write(`${clearLine}${step}${done}\r`);
  };
  const clear = (): void => {
    if (shown !== '') screen.write(clearLine);
    shown = '';
  };
  return { show, clear };
}
