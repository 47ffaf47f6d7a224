import type { Kysely, Transaction } from 'kysely';
import { sealedBy } from '../kit/cipher.ts';
import type { Clock } from '../kit/clock.ts';
import type { Schema } from '../store/schema.ts';
import type { Store } from '../store/types.ts';
import { accountPlaces, record, setHaltedIn } from '../trading/accounts/index.ts';
import { webhookPlace } from '../trading/alerts/index.ts';
import { holdRestored } from '../trading/algorithms/store/restored.ts';
import type { Manifest } from './manifest.ts';

export interface HaltCounts {
  readonly accountsHalted: number;
  readonly algorithmsPaused: number;
  readonly algorithmsEnded: number;
}

const actor = { id: 'system', name: 'restore', requestId: undefined };
const msPerSecond = 1_000;

/**
 * Makes a restored state send nothing until somebody has checked it: orders that left after the
 * backup are not in it. Does all of it or nothing, with its line in the audit log.
 */
export async function haltRestored(
  store: Store,
  { made_at, version, epoch }: Manifest,
  clock: Clock,
): Promise<HaltCounts> {
  const nowMs = clock.now();
  return store.db.transaction().execute(async (trx) => {
    const halt = { store, clock, halted: true, ids: undefined, actor };
    const { accounts } = await setHaltedIn(trx, halt);
    const paper = new Set<string>();
    for (const { id, mode } of accounts) if (mode === 'paper') paper.add(id);
    const isPaper = (id: string) => paper.has(id);
    const held = await holdRestored(trx, { madeAt: made_at, nowMs, isPaper });
    const standing = {
      accountsHalted: accounts.length,
      algorithmsPaused: held.paused,
      algorithmsEnded: held.ended,
    };
    const after = await raiseEpoch(trx, epoch, nowMs);
    await record(trx, {
      action: 'database.restored',
      actor,
      atMs: nowMs,
      subject: made_at,
      after: { ...standing, version, epoch: after },
    });
    return standing;
  });
}

/**
 * Owners between the backup and now had later epochs, and the backup does not know how many. There
 * was never one a second, so seconds are beyond all of them.
 */
async function raiseEpoch(trx: Transaction<Schema>, before: number, nowMs: number) {
  const epoch = Math.max(before + 1, Math.floor(nowMs / msPerSecond));
  const { numUpdatedRows } = await trx
    .updateTable('engine')
    .set({ epoch })
    .where('id', '=', 1)
    .executeTakeFirst();
  // A restored PostgreSQL database has no such row: until now nobody can own it.
  if (numUpdatedRows === 0n) await trx.insertInto('engine').values({ id: 1, epoch }).execute();
  return epoch;
}

/** Returns the ids of the master keys that sealed the stored data. */
export async function sealingKeys(db: Kysely<Schema>): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const place of [...accountPlaces, webhookPlace]) {
    for (const { sealed } of await place.read(db)) ids.add(sealedBy(sealed));
  }
  return [...ids].sort();
}
