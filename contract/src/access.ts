import { z } from 'zod';
import { defineEndpoint, roles } from './endpoint.ts';
import { queryInteger, queryNumber } from './query.ts';

const keyRecord = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(z.enum(roles)),
  paths: z.array(z.string()).describe('globs over the request path'),
  exchange_account_ids: z
    .array(z.string())
    .nullable()
    .describe('the only accounts the key reaches; null = all'),
  owner: z
    .string()
    .describe(
      'keys of one owner share their client_plan_id and client_algorithm_id; main, or a key',
    ),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type KeyRecord = z.output<typeof keyRecord>;

const pathGlob = z
  .string({ error: 'each of paths must be a string' })
  .min(1, 'each of paths must not be empty')
  .max(200, 'each of paths must be at most 200 characters')
  .regex(/^\//, 'each of paths must start with /');

const pageError = 'page must be an integer of at least 0';

export const accessEndpoints = {
  /** Creates a key. Its text is shown once, in this answer, and stored as a hash only. */
  createKey: defineEndpoint({
    service: 'trading',
    method: 'POST',
    path: '/admin/keys',
    tag: 'Keys and audit',
    summary: 'Create an API key',
    access: ['admin'],
    needsWholeReach: true,
    // A misspelt restriction must not make the key broader than asked.
    body: z.strictObject({
      name: z
        .string({ error: 'name is required and must be a string' })
        .trim()
        .min(1, 'name is required')
        .max(100, 'name must be at most 100 characters'),
      roles: z
        .array(z.enum(roles, { error: `each of roles must be one of ${roles.join(', ')}` }), {
          error: 'roles is required and must be an array',
        })
        .min(1, 'roles must name at least one')
        .max(roles.length, `roles must name at most ${roles.length}`),
      paths: z
        .array(pathGlob, { error: 'paths is required and must be an array of globs' })
        .min(1, 'paths must name at least one')
        .max(50, 'paths must name at most 50'),
      exchange_account_ids: z
        .array(z.string().min(1).max(100), { error: 'exchange_account_ids must be an array' })
        .max(100, 'exchange_account_ids must name at most 100')
        .optional(),
      expires_at: z.iso
        .datetime({ offset: true, error: 'expires_at must be an ISO 8601 time with zone' })
        .optional(),
      replaces: z
        .string({ error: 'replaces must be the id of a key' })
        .min(1, 'replaces must be the id of a key')
        .max(64, 'replaces must be at most 64 characters')
        .optional()
        .describe('id of the key whose owner the new one takes over'),
    }),
    data: keyRecord.extend({ key: z.string().describe('shown once; keep it') }),
    message: 'API key created successfully',
    status: 201,
  }),
  /** Lists keys, newest first, without their texts. */
  listKeys: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/admin/keys',
    tag: 'Keys and audit',
    summary: 'List API keys',
    access: ['admin'],
    needsWholeReach: true,
    data: z.object({ keys: z.array(keyRecord) }),
    message: 'API keys retrieved successfully',
  }),
  /** Revokes a key at once. */
  revokeKey: defineEndpoint({
    service: 'trading',
    method: 'DELETE',
    path: '/admin/keys/:id',
    tag: 'Keys and audit',
    summary: 'Revoke an API key',
    access: ['admin'],
    needsWholeReach: true,
    params: z.object({ id: z.string().max(64) }),
    data: keyRecord,
    message: 'API key revoked successfully',
    errors: ['KEY_NOT_FOUND', 'CONFLICT'],
  }),
  /** Returns the append-only audit log, newest first. */
  listAudit: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/admin/audit',
    tag: 'Keys and audit',
    summary: 'Read the audit log',
    access: ['admin'],
    needsWholeReach: true,
    query: z.object({
      page: queryNumber(pageError)
        .pipe(
          z
            .int({ error: pageError })
            .min(0, pageError)
            .max(1_000_000, 'page must be at most 1000000'),
        )
        .default(0)
        .describe('from 0; default 0'),
      size: queryInteger({
        low: 1,
        high: 500,
        error: 'size must be an integer between 1 and 500',
      })
        .default(100)
        .describe('default 100'),
      action: z.string().max(100).optional().describe('only this action'),
    }),
    data: z.object({
      total: z.int(),
      page: z.int(),
      size: z.int(),
      entries: z.array(
        z.object({
          id: z.int(),
          at: z.string(),
          actor_id: z.string().describe('id of the key, or "system"'),
          actor_name: z.string(),
          action: z.string(),
          subject: z.string(),
          before: z.unknown(),
          after: z.unknown(),
          request_id: z.string().nullable(),
        }),
      ),
    }),
    message: 'Audit log retrieved successfully',
  }),
} as const;
