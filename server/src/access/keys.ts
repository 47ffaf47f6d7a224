import { hash } from 'node:crypto';
import type { Role } from '@windlass/contract';
import type { Caller } from '../http/scope.ts';
import type { Clock } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import type { Ids } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import { mainOwner } from '../kit/mainOwner.ts';
import { type AuditEntry, toAuditRow, toKeyRow } from '../store/rows.ts';
import type { Store } from '../store/types.ts';
import { createKeyLookups, type KeyLookups } from './keyLookups.ts';
import { isUsable, type StoredKey, toCaller, toStoredKey } from './keyRecord.ts';
import { createPathMatcher, isPathGlob } from './paths.ts';

export type { StoredKey };

/** 256 bits: guessing is hopeless, and a plain fast hash is enough to store it. */
const keyBytes = 32;
/** `ak_` and at least 21 printable characters; nothing else is worth a hash or a query. */
const keyShape = /^ak_[!-~]{21,253}$/;
/** The path that an admin key must reach to be able to create another. */
const keysPath = '/admin/keys';

interface KeyRequest {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly paths: readonly string[];
  readonly exchangeAccountIds?: readonly string[];
  readonly expiresAtMs?: number;
  /** Id of the key whose owner it takes over, even one that is revoked by now. */
  readonly replaces?: string;
}

/** The author of a change: a key, or the service itself. */
interface Actor {
  readonly id: string;
  readonly name: string;
  readonly requestId: string | undefined;
}

const everything = { roles: ['admin'], paths: ['/**'] } as const;
const systemActor: Actor = { id: 'system', name: 'system', requestId: undefined };

export interface Keys {
  /**
   * Creates a key; only this answer has its text. Throws BAD_REQUEST when the request makes no
   * sense.
   */
  create(
    request: KeyRequest,
    actor: Actor,
  ): Promise<{ readonly record: StoredKey; readonly key: string }>;
  /** Returns keys, newest first, revoked and expired ones included. */
  list(): Promise<readonly StoredKey[]>;
  /**
   * Revokes at once. Throws KEY_NOT_FOUND, or CONFLICT when the key is already revoked, configured,
   * or the last that can create others.
   */
  revoke(id: string, actor: Actor): Promise<StoredKey>;
  /** Undefined for a text that is unknown, revoked or expired. */
  authenticate(keyText: string): Promise<Caller | undefined>;
  /**
   * Ensures that somebody can get in: with a configured text, that this key exists; without, that
   * some admin key does. Returns the text of a key that it had to generate, to be shown once.
   */
  ensureAdminKey(options?: {
    readonly configured?: string | undefined;
    /** Stores a generated text where the operator finds it; called before the key exists. */
    readonly keep?: (text: string) => Promise<void>;
  }): Promise<{ readonly created?: string }>;
}

interface KeysDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

export function createKeys(deps: KeysDeps): Keys {
  const { store, clock, ids } = deps;
  const lookups = createKeyLookups({ store, clock });
  const { pathAllowed } = createPathMatcher();
  let configuredHash: string | undefined;
  const insert: InsertKey = async (text, request, actor) => {
    const replaced = await ownerOfReplaced(store, request.replaces);
    const id = ids.uuid();
    const owner = replaced ?? (request.exchangeAccountIds ? id : mainOwner);
    const record = newRecord({ id, owner, createdAtMs: clock.now() }, request);
    const audit = auditOf('key.created', actor, { after: record, atMs: record.createdAtMs });
    const row = toKeyRow({ ...record, keyHash: hashOf(text) });
    await store.write.createKey(row, toAuditRow(audit));
    lookups.forget();
    return record;
  };

  const canMakeKeys = (key: StoredKey): boolean =>
    isUsable(key, clock.now()) && key.roles.includes('admin') && pathAllowed(key.paths, keysPath);

  const isConfigured = async ({ id }: StoredKey): Promise<boolean> =>
    configuredHash !== undefined && (await lookups.find(configuredHash))?.id === id;
  const revoke = createRevoke({ store, clock, lookups, canMakeKeys, isConfigured });

  return {
    async create(request, actor) {
      refuseNonsense(request, clock.now());
      const key = newKeyText(ids);
      return { record: await insert(key, request, actor), key };
    },
    list: () => listKeys(store),
    revoke,
    async authenticate(keyText) {
      if (!keyShape.test(keyText)) return undefined;
      const key = await lookups.cached(hashOf(keyText));
      return key && isUsable(key, clock.now()) ? toCaller(key) : undefined;
    },
    async ensureAdminKey({ configured, keep } = {}) {
      if (configured !== undefined) {
        configuredHash = hashOf(configured);
        return ensureConfigured(configured, { ...deps, lookups, insert });
      }
      if ((await listKeys(store)).some(canMakeKeys)) return {};
      const created = newKeyText(ids);
      // Stored before it exists: a crash between the two leaves a useless file, never a lost key.
      await keep?.(created);
      await insert(created, { name: 'first admin', ...everything }, systemActor);
      return { created };
    },
  };
}

interface RevokeDeps extends Pick<KeysDeps, 'store' | 'clock'> {
  readonly lookups: KeyLookups;
  readonly canMakeKeys: (key: StoredKey) => boolean;
  /** Returns true for the key of WINDLASS_ADMIN_KEY. */
  readonly isConfigured: (key: StoredKey) => Promise<boolean>;
}

function createRevoke({ store, clock, lookups, canMakeKeys, isConfigured }: RevokeDeps) {
  // Two admins who revoke each other at the same moment must not both succeed: the engine has one
  // owner, so an order within this process is enough.
  let last: Promise<unknown> = Promise.resolve();

  const revoke = async (id: string, actor: Actor): Promise<StoredKey> => {
    const before = revocable(id, await listKeys(store), canMakeKeys);
    if (await isConfigured(before)) throw configuredKey();
    const atMs = clock.now();
    const after: StoredKey = { ...before, revokedAtMs: atMs };
    const audit = auditOf('key.revoked', actor, { before, after, atMs });
    const revoked = await store.write.revokeKey(id, atMs, toAuditRow(audit));
    lookups.forget();
    if (!revoked) throw alreadyRevoked();
    return after;
  };
  return (id: string, actor: Actor): Promise<StoredKey> => {
    const revocation = last.then(() => revoke(id, actor));
    last = revocation.catch(() => undefined);
    return revocation;
  };
}

function configuredKey(): AppError {
  return new AppError('CONFLICT', {
    message:
      'This is the key of WINDLASS_ADMIN_KEY, without which the service would not start again. ' +
      'Set another value and restart; then it can be revoked.',
  });
}

type InsertKey = (text: string, request: KeyRequest, actor: Actor) => Promise<StoredKey>;

interface EnsureDeps extends KeysDeps {
  readonly lookups: KeyLookups;
  readonly insert: InsertKey;
}

async function ensureConfigured(text: string, deps: EnsureDeps): Promise<{ created?: never }> {
  if (!keyShape.test(text)) {
    throw refusedConfiguration('must be ak_ and 21 to 253 printable characters');
  }
  const existing = await deps.lookups.find(hashOf(text));
  if (existing === undefined) {
    await deps.insert(text, { name: 'configured admin', ...everything }, systemActor);
    deps.logger.info({}, 'made the admin key of WINDLASS_ADMIN_KEY');
    return {};
  }
  if (existing.revokedAtMs !== undefined) throw refusedConfiguration('was revoked');
  if (!isUsable(existing, deps.clock.now())) throw refusedConfiguration('has expired');
  if (!existing.roles.includes('admin') || !existing.paths.includes('/**')) {
    throw refusedConfiguration(`is key ${existing.id}, which is not an admin key on /**`);
  }
  return {};
}

async function listKeys(store: Store): Promise<readonly StoredKey[]> {
  const rows = await store.db
    .selectFrom('api_keys')
    .selectAll()
    .orderBy('created_at_ms', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toStoredKey);
}

async function ownerOfReplaced(
  store: Store,
  replaces: string | undefined,
): Promise<string | undefined> {
  if (replaces === undefined) return undefined;
  const replaced = await store.db
    .selectFrom('api_keys')
    .select('owner')
    .where('id', '=', replaces)
    .executeTakeFirst();
  if (replaced) return replaced.owner;
  const message = 'replaces must be the id of a key, as GET /admin/keys lists them';
  throw new AppError('VALIDATION_FAILED', {
    issues: [{ field: 'replaces', message, value: replaces }],
  });
}

/** Returns the key to revoke, or why it cannot be revoked. */
function revocable(
  id: string,
  keys: readonly StoredKey[],
  canMakeKeys: (key: StoredKey) => boolean,
): StoredKey {
  const key = keys.find((candidate) => candidate.id === id);
  if (!key) throw new AppError('KEY_NOT_FOUND');
  if (key.revokedAtMs !== undefined) throw alreadyRevoked();
  if (canMakeKeys(key) && !keys.some((other) => other !== key && canMakeKeys(other))) {
    throw new AppError('CONFLICT', {
      message: 'This is the last usable admin key. Create another one before revoking it.',
    });
  }
  return key;
}

function alreadyRevoked(): AppError {
  return new AppError('CONFLICT', { message: 'The API key is already revoked.' });
}

function newKeyText(ids: Ids): string {
  return `ak_${ids.token(keyBytes)}`;
}

function hashOf(keyText: string): string {
  return hash('sha256', keyText, 'hex');
}

type Made = Pick<StoredKey, 'id' | 'owner' | 'createdAtMs'>;

function newRecord({ id, owner, createdAtMs }: Made, request: KeyRequest): StoredKey {
  return {
    id,
    name: request.name,
    roles: [...new Set(request.roles)],
    paths: [...new Set(request.paths)],
    exchangeAccountIds: request.exchangeAccountIds,
    owner,
    createdAtMs,
    expiresAtMs: request.expiresAtMs,
    revokedAtMs: undefined,
  };
}

function refuseNonsense(request: KeyRequest, nowMs: number): void {
  const { name, paths, expiresAtMs } = request;
  if (/\p{Cc}/u.test(name)) {
    throw new AppError('BAD_REQUEST', { message: 'name must not contain control characters.' });
  }
  const glob = paths.find((path) => !isPathGlob(path));
  if (glob !== undefined) {
    throw new AppError('BAD_REQUEST', {
      message:
        `paths cannot contain ${glob}: a glob starts with /, knows ?, one * in a segment and ` +
        'at most two ** that are segments of their own, and otherwise plain path characters.',
    });
  }
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) {
    throw new AppError('BAD_REQUEST', { message: 'expires_at must lie in the future.' });
  }
}

function refusedConfiguration(why: string): AppError {
  const message = `The key of WINDLASS_ADMIN_KEY ${why}. Set another value.`;
  return new AppError('CONFLICT', { message });
}

interface Change {
  readonly before?: StoredKey;
  readonly after: StoredKey;
  readonly atMs: number;
}

function auditOf(action: string, actor: Actor, { before, after, atMs }: Change): AuditEntry {
  return {
    atMs,
    actorId: actor.id,
    actorName: actor.name,
    action,
    subject: after.id,
    before: before ?? null,
    after,
    requestId: actor.requestId,
  };
}
