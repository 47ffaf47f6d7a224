import type { FaultName } from './catalogue.ts';

/** Faults that last for a while. They end at the next look at them, so that no timer is needed. */
export interface Lasting {
  begin(fault: FaultName, seconds: number, end?: () => void): void;
  /** Returns the seconds that are left, or undefined when the fault is not active. */
  left(fault: FaultName): number | undefined;
  /** Ends the faults whose time is over. */
  pass(): void;
  endAll(): void;
}

export function createLasting(now: () => number): Lasting {
  const on = new Map<FaultName, { readonly until: number; readonly end?: () => void }>();
  const endThose = (isOver: (until: number) => boolean) => {
    for (const [fault, { until, end }] of [...on]) {
      if (!isOver(until)) continue;
      on.delete(fault);
      end?.();
    }
  };
  return {
    begin(fault, seconds, end) {
      on.set(fault, { until: now() + seconds * 1_000, ...(end && { end }) });
    },
    left(fault) {
      const until = on.get(fault)?.until;
      return until === undefined ? undefined : (until - now()) / 1_000;
    },
    pass: () => endThose((until) => until <= now()),
    endAll: () => endThose(() => true),
  };
}
