import type { AccountId } from '../../model/account.ts';

/**
 * How often each account is compared. A minute is what may go unnoticed (F13: one cycle), and of a
 * venue's budget it takes a handful of calls out of hundreds.
 */
export const periodMs = 60_000;
/** What was missed while the service was down is found soon after its start. */
const firstAfterMs = 3_000;
/** After a comparison that left something out. */
const soonMs = 10_000;

/** When which account is due: spread over the period, so that venues see an even trickle. */
export interface Agenda {
  /** Those whose time has come, the one that has waited longest first. */
  due(nowMs: number): readonly AccountId[];
  /** Sets when it is next. */
  done(id: AccountId, nowMs: number, isWhole: boolean): void;
  nextOf(id: AccountId): number | undefined;
  /** The accounts there are, in an order that stays. */
  update(ids: readonly AccountId[], nowMs: number): void;
}

/** @param startMs All times are of the monotonic clock. */
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
