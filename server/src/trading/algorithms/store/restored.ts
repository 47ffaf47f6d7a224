import type { Transaction } from 'kysely';
import type { AlgorithmRow, Schema } from '../../../store/schema.ts';
import { createImage, type Draft } from '../running/draft.ts';
import type { AlgorithmRecord, AlgorithmSave } from '../types.ts';
import { fromAlgorithmRow, toAlgorithmRows } from './algorithmRows.ts';
import { isUnfinished } from './algorithmStore.ts';

interface Restored {
  /** Time of the backup, as text for people. */
  readonly madeAt: string;
  readonly nowMs: number;
  /** True for accounts whose orders were restored with everything else. */
  readonly isPaper: (accountId: string) => boolean;
}

export interface HeldAlgorithms {
  readonly paused: number;
  readonly ended: number;
}

/**
 * Stops the algorithms of a restored database before anybody runs them.
 *
 * On paper the exchange went back in time with its algorithms: they are paused, and may continue. A
 * real exchange did not go back. Nobody here knows what was sent to it after the backup, so an
 * algorithm that continued would send it again. It ends instead: resting orders are cancelled, and
 * nothing is sent.
 */
export async function holdRestored(
  trx: Transaction<Schema>,
  restored: Restored,
): Promise<HeldAlgorithms> {
  const rows = await trx
    .selectFrom('algorithm_orders')
    .selectAll()
    .where(isUnfinished)
    .orderBy('id')
    .execute();
  const held = { paused: 0, ended: 0 };
  for (const row of rows) {
    const record = readable(row);
    if (!record) {
      held.ended += await endUnread(trx, row.id, restored.nowMs);
      continue;
    }
    const draft = createImage(record, []).draft(restored.nowMs);
    if (record.accountIds.every(restored.isPaper)) held.paused += pause(draft, record, restored);
    else held.ended += end(draft, record, restored);
    const save = draft.save();
    if (save) await write(trx, save);
  }
  return held;
}

function readable(row: AlgorithmRow): AlgorithmRecord | undefined {
  try {
    return fromAlgorithmRow(row);
  } catch {
    return undefined;
  }
}

/**
 * Ends an algorithm whose row somebody edited. Nobody takes it up now, nor may anybody once the row
 * is repaired.
 */
async function endUnread(trx: Transaction<Schema>, id: string, nowMs: number): Promise<1> {
  const end = { status: 'FAILED', ended_at_ms: nowMs } as const;
  await trx.updateTable('algorithm_orders').set(end).where('id', '=', id).execute();
  return 1;
}

/** Pauses an algorithm, unless it is paused or ending already. */
function pause(draft: Draft, { status, run }: AlgorithmRecord, { madeAt }: Restored): 0 | 1 {
  if (status !== 'RUNNING' || run.ending) return 0;
  const reason = `Paused: restored from the backup of ${madeAt}.`;
  draft.change({ status: 'PAUSED', reason });
  draft.tell('paused', reason);
  return 1;
}

/** Ends a pair: a paused or cancelling one still trades, so only one that ends sends nothing. */
function end(draft: Draft, { run }: AlgorithmRecord, { madeAt }: Restored): 0 | 1 {
  if (run.ending) return 0;
  const reason =
    `Restored from the backup of ${madeAt}: what it sent after that is known to the exchange ` +
    'alone. Start another for what is left.';
  draft.change({ status: 'RUNNING', reason: undefined });
  draft.changeRun({ ending: { status: 'FAILED', reason } });
  draft.tell('note', reason);
  return 1;
}

async function write(trx: Transaction<Schema>, save: AlgorithmSave): Promise<void> {
  const { order, events } = toAlgorithmRows(save);
  const { id, status, record_json } = order;
  await trx
    .updateTable('algorithm_orders')
    .set({ status, record_json })
    .where('id', '=', id)
    .execute();
  await trx
    .insertInto('algorithm_events')
    .values([...events])
    .execute();
}
