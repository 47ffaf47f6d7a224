import { accessEndpoints, type KeyRecord } from '@windlass/contract';
import { actorOf } from '../http/actor.ts';
import { type Binding, bind } from '../http/bind.ts';
import type { Clock } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import { isoTime } from '../kit/isoTime.ts';
import type { Audit } from './audit.ts';
import { refuseBeyond } from './grants.ts';
import type { Keys, StoredKey } from './keys.ts';

/** Routes of `/admin/keys` and `/admin/audit`. */
export function accessRoutes(deps: { keys: Keys; audit: Audit; clock: Clock }): Binding[] {
  const { keys, audit, clock } = deps;
  return [
    bind(accessEndpoints.createKey, async ({ body }, context) => {
      const { name, roles, paths, exchange_account_ids, expires_at, replaces } = body;
      if (expires_at !== undefined) requireFuture(expires_at, clock);
      const request = {
        name,
        roles,
        paths,
        ...(exchange_account_ids && { exchangeAccountIds: exchange_account_ids }),
        ...(expires_at && { expiresAtMs: Date.parse(expires_at) }),
        ...(replaces !== undefined && { replaces }),
      };
      if (context.caller) refuseBeyond(context.caller, request);
      const { record, key } = await keys.create(request, actorOf(context));
      return { ...toWire(record), key };
    }),
    bind(accessEndpoints.listKeys, async () => ({ keys: (await keys.list()).map(toWire) })),
    bind(accessEndpoints.revokeKey, async ({ params }, context) =>
      toWire(await keys.revoke(params.id, actorOf(context))),
    ),
    bind(accessEndpoints.listAudit, async ({ query }) => {
      const { page, size, action } = query;
      const { total, entries } = await audit.list({ page, size, ...(action && { action }) });
      return {
        total,
        page,
        size,
        entries: entries.map((entry) => ({
          id: entry.id,
          at: isoTime(entry.atMs),
          actor_id: entry.actorId,
          actor_name: entry.actorName,
          action: entry.action,
          subject: entry.subject,
          before: entry.before,
          after: entry.after,
          request_id: entry.requestId ?? null,
        })),
      };
    }),
  ];
}

function requireFuture(expiresAt: string, clock: Clock): void {
  if (Date.parse(expiresAt) > clock.now()) return;
  const message = 'expires_at must lie in the future';
  throw new AppError('VALIDATION_FAILED', {
    issues: [{ field: 'expires_at', message, value: expiresAt }],
  });
}

function toWire(key: StoredKey): KeyRecord {
  return {
    id: key.id,
    name: key.name,
    roles: [...key.roles],
    paths: [...key.paths],
    exchange_account_ids: key.exchangeAccountIds ? [...key.exchangeAccountIds] : null,
    owner: key.owner,
    created_at: isoTime(key.createdAtMs),
    expires_at: key.expiresAtMs === undefined ? null : isoTime(key.expiresAtMs),
    revoked_at: key.revokedAtMs === undefined ? null : isoTime(key.revokedAtMs),
  };
}
