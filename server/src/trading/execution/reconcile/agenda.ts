import type { AccountId } from '../../model/account.ts';

/**
 * Interval of an account's comparisons. A minute is what may go unnoticed (F13: one cycle), and it
 * costs a handful of calls out of the hundreds in a venue's budget.
 */
export const periodMs = 60_000;
/**
 * Delay of the first comparison: what was missed while the service was down is found soon after its
 * start.
 */
const firstAfterMs = 3_000;
/** Delay after a comparison that left something out. */
const soonMs = 10_000;

/** Decides when each account is due: spread over the period, so that venues get an even load. */
export interface Agenda {
  /** Returns the due accounts, the one that has waited longest first. */
  due(nowMs: number): readonly AccountId[];
  /** Sets the account's next time. */
  done(id: AccountId, nowMs: number, isWhole: boolean): void;
  nextOf(id: AccountId): number | undefined;
  /** Sets the accounts that exist; their order is kept. */
  update(ids: readonly AccountId[], nowMs: number): void;
}

/** @param startMs Start on the monotonic clock, like all times here. */
export function createAgenda(startMs: number): Agenda {
  const next = new Map<AccountId, number>();
  let order: readonly AccountId[] = [];
  return {
    due(nowMs) {
      const due = [...next].filter(([, atMs]) => atMs <= nowMs).sort(([, a], [, b]) => a - b);
      return due.map(([id]) => id);
    },
    done(id, nowMs, isWhole) {
      if (!next.has(id)) return;
      const offsetMs = (order.indexOf(id) / order.length) * periodMs;
      const rounds = Math.floor((nowMs - startMs - offsetMs) / periodMs) + 1;
      const slotMs = startMs + offsetMs + rounds * periodMs;
      next.set(id, isWhole ? slotMs : Math.min(slotMs, nowMs + soonMs));
    },
    nextOf: (id) => next.get(id),
    update(ids, nowMs) {
      order = ids;
      for (const id of next.keys()) if (!ids.includes(id)) next.delete(id);
      for (const id of ids) if (!next.has(id)) next.set(id, nowMs + firstAfterMs);
    },
  };
}
