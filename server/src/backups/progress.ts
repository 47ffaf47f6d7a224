import type { Clock } from '../kit/clock.ts';

/** What is done of a step, from 0 to 1; undefined when that cannot be told. */
export type Progress = (step: string, share: number | undefined) => void;

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Clears the line; the cursor stays at its start, so that whatever comes next overwrites it. */
const clearLine = '\u001b[2K\r';
/** As often as anybody can read it. */
const everyMs = 100;

/** On a terminal one line that changes, elsewhere nothing: logs want only how it ended. */
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
