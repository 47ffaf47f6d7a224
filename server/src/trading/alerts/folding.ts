import type { Cancel, Clock } from '../../kit/clock.ts';
import type { Alert } from './types.ts';

/** Time for which one alert represents others of its kind and subject. */
const windowMs = 60_000;
/**
 * Maximum number of subjects in a flood at once; at some hundred bytes each, this stays within a
 * few megabytes.
 */
const windowsMax = 10_000;

interface Window {
  /** Number since the window began, without the first. */
  repeats: number;
  latest: Alert;
  readonly cancel: Cancel;
}

interface FoldingDeps {
  readonly clock: Clock;
  /** Forwards an alert that represents `count` of them. */
  readonly emit: (alert: Alert, count: number) => void;
}

/**
 * Keeps a flood small. The first alert of a subject goes out at once and opens a window. Those that
 * follow in it are counted, and go out as one when it ends, which opens the next. So the counts
 * that are sent sum up to the alerts that were raised.
 */
export function createFolding({ clock, emit }: FoldingDeps) {
  // In the order in which they end: all have the same length.
  const windows = new Map<string, Window>();

  const open = (subject: string, latest: Alert): void => {
    const [oldest] = windows.keys();
    if (windows.size >= windowsMax && oldest !== undefined) close(oldest);
    const cancel = clock.schedule(windowMs, () => {
      const window = windows.get(subject);
      const isFlood = window !== undefined && window.repeats > 0;
      close(subject);
      if (isFlood) open(subject, window.latest);
    });
    windows.set(subject, { repeats: 0, latest, cancel });
  };

  const close = (subject: string): void => {
    const window = windows.get(subject);
    if (!window) return;
    window.cancel();
    windows.delete(subject);
    if (window.repeats > 0) emit(window.latest, window.repeats);
  };

  return {
    add(alert: Alert): void {
      const subject = subjectOf(alert);
      const window = subject === undefined ? undefined : windows.get(subject);
      if (window) {
        window.repeats += 1;
        window.latest = alert;
        return;
      }
      if (subject !== undefined) open(subject, alert);
      emit(alert, 1);
    },
    /** Sends at once the alerts that were only counted so far. */
    flush(): void {
      for (const subject of [...windows.keys()]) close(subject);
    },
  };
}

/** Undefined for news that never repeats: a second halt of an account follows its resumption. */
function subjectOf(alert: Alert): string | undefined {
  const { kind } = alert;
  switch (kind) {
    case 'order_unknown':
      return textOf(kind, alert.orderId);
    case 'difference_found':
      return textOf(kind, alert.account, alert.difference, alert.symbol, alert.orderId);
    case 'stale_book':
      return textOf(kind, alert.venue, alert.symbol);
    case 'algorithm_trouble':
      return textOf(kind, alert.algorithmId, alert.account);
    case 'account_halted':
    case 'account_resumed':
    case 'test':
      return undefined;
  }
}

/** JSON separates the parts: no two subjects have the same text. */
function textOf(...parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts);
}
