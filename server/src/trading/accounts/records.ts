import type { Transaction } from 'kysely';
import { toAuditRow } from '../../store/rows.ts';
import type { Schema } from '../../store/schema.ts';
import type { Account } from '../model/account.ts';
import { globalRegion } from '../model/venuePlace.ts';
import type { Actor } from './types.ts';

interface AuditedChange {
  readonly action: string;
  readonly actor: Actor;
  readonly atMs: number;
  readonly subject: string;
  /** Values without secrets; nothing is recorded as before or after when it is left out. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes a change to the audit log, in the transaction of the change itself. */
export async function record(trx: Transaction<Schema>, change: AuditedChange): Promise<void> {
  const { action, actor, atMs, subject, before, after } = change;
  const entry = {
    atMs,
    actorId: actor.id,
    actorName: actor.name,
    action,
    subject,
    before: before ?? null,
    after: after ?? null,
    requestId: actor.requestId,
  };
  await trx.insertInto('audit_log').values(toAuditRow(entry)).execute();
}

/** Returns what every audit line of an account begins with. */
export function line(
  verb: 'created' | 'updated' | 'removed' | 'halted' | 'resumed',
  account: Account,
  actor: Actor,
): AuditedChange {
  return { action: `account.${verb}`, actor, atMs: account.updatedAtMs, subject: account.id };
}

type Place = Pick<Account, 'mode' | 'environment' | 'region'>;

/** Returns the place of every account that was ever made under the id. */
export async function placesOnRecord(
  trx: Transaction<Schema>,
  id: string,
): Promise<readonly Place[]> {
  const lines = await trx
    .selectFrom('audit_log')
    .select('after_json')
    .where('action', '=', 'account.created')
    .where('subject', '=', id)
    .execute();
  return lines.flatMap(({ after_json: text }) => placeIn(text === null ? null : JSON.parse(text)));
}

/** Lines from the time before there were environments name none. */
function placeIn(account: unknown): Place[] {
  if (typeof account !== 'object' || account === null || !('mode' in account)) return [];
  const { mode, environment = 'production', region = globalRegion } = account as Partial<Account>;
  return mode === 'paper' || mode === 'live' ? [{ mode, environment, region }] : [];
}
