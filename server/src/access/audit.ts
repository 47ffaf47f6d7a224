import type { Selectable } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import { type AuditEntry, fromAuditRow, toAuditRow } from '../store/rows.ts';
import type { Schema } from '../store/schema.ts';
import type { Store } from '../store/types.ts';

/** A line of the audit log as stored. */
export interface StoredAuditEntry extends AuditEntry {
  /** Later entries have larger ids. */
  readonly id: number;
}

interface AuditQuery {
  /** Pages count from 0. */
  readonly page: number;
  readonly size: number;
  /** Selects only this action. */
  readonly action?: string;
}

interface AuditPage {
  /** Number of entries on all pages. */
  readonly total: number;
  readonly entries: readonly StoredAuditEntry[];
}

/** Records who did what to what, and when. Lines can be added and read, never changed. */
export interface Audit {
  /** Resolves once the line is durable. */
  record(entry: Omit<AuditEntry, 'atMs'>): Promise<void>;
  /** Returns one page of the entries, newest first. */
  list(query: AuditQuery): Promise<AuditPage>;
}

interface AuditDeps {
  readonly store: Store;
  readonly clock: Clock;
}

export function createAudit({ store, clock }: AuditDeps): Audit {
  return {
    record: async (entry) => store.write.appendAudit(toAuditRow({ ...entry, atMs: clock.now() })),
    async list({ page, size, action }) {
      // No action contains this character, and PostgreSQL refuses to look for it.
      if (action?.includes('\0')) return { total: 0, entries: [] };
      let lines = store.db.selectFrom('audit_log');
      if (action !== undefined) lines = lines.where('action', '=', action);
      const { total } = await lines
        .select((line) => line.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await lines
        .selectAll()
        .orderBy('id', 'desc')
        .limit(size)
        .offset(page * size)
        .execute();
      return { total, entries: rows.map(toStoredEntry) };
    },
  };
}

function toStoredEntry(row: Selectable<Schema['audit_log']>): StoredAuditEntry {
  return { id: row.id, ...fromAuditRow(row) };
}
