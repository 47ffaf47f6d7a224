import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { pageQuery } from '../../query.ts';
import { alertBody, alertKinds, webhookKinds, webhookSecret, webhookUrl } from './shapes.ts';

const webhookRecord = z.object({
  webhook_id: z.string(),
  url: z.string().describe('without user, password and query, which may be secret'),
  kinds: z.array(z.enum(alertKinds)).nullable().describe('null = all'),
  pending: z.int().describe('deliveries that wait for an attempt'),
  dead_letters: z.int().describe('deliveries that were given up'),
  created_at: z.string(),
  updated_at: z.string(),
});
export type WebhookRecord = z.output<typeof webhookRecord>;

const deadLetterRecord = z.object({
  delivery_id: z.string().describe('as in X-Windlass-Delivery'),
  webhook_id: z.string(),
  attempts: z.int(),
  last_error: z.string(),
  died_at: z.string(),
  alert: alertBody.describe('as it was sent'),
});
export type DeadLetterRecord = z.output<typeof deadLetterRecord>;

const idParam = z.object({ id: z.string().max(64) });

const webhookTag = {
  service: 'trading',
  tag: 'Webhooks',
  access: ['admin'],
  // A webhook gets the alerts of every account.
  needsWholeReach: true,
} as const;
/** Refusals must not repeat an address or a secret, whichever field it was put into. */
const secretive = { ...webhookTag, hidesValues: true } as const;
/** A test waits up to ten seconds for the receiver, and a moment for us. */
const testAnswersWithinMs = 15_000;

export const webhookEndpoints = {
  /** Adds a webhook. Without a given secret one is made, and shown in this answer only. */
  createWebhook: defineEndpoint({
    ...secretive,
    method: 'POST',
    path: '/admin/webhooks',
    summary: 'Add a webhook',
    description:
      'Alerts are sent to the address by POST, signed with the secret. Any host is allowed, ' +
      'those of your own network included: whoever holds an admin key decides where alerts go.',
    body: z.strictObject({
      url: webhookUrl,
      kinds: webhookKinds.optional().describe('all when left out'),
      secret: webhookSecret.optional().describe('made and shown once when left out'),
    }),
    data: webhookRecord.extend({
      secret: z.string().nullable().describe('shown once; null when you gave it'),
    }),
    message: 'Webhook created successfully',
    status: 201,
    errors: ['CONFLICT'],
  }),
  /** Lists every webhook, oldest first. */
  listWebhooks: defineEndpoint({
    ...webhookTag,
    method: 'GET',
    path: '/admin/webhooks',
    summary: 'List webhooks',
    data: z.object({ webhooks: z.array(webhookRecord) }),
    message: 'Webhooks retrieved successfully',
  }),
  getWebhook: defineEndpoint({
    ...webhookTag,
    method: 'GET',
    path: '/admin/webhooks/:id',
    summary: 'Read a webhook',
    params: idParam,
    data: webhookRecord,
    message: 'Webhook retrieved successfully',
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  /** Changes the given fields. Deliveries that wait for an attempt go to the new address. */
  changeWebhook: defineEndpoint({
    ...secretive,
    method: 'PATCH',
    path: '/admin/webhooks/:id',
    summary: 'Change a webhook',
    description: 'Changes what is given. What waits for an attempt goes to the new address.',
    params: idParam,
    body: z.strictObject({
      url: webhookUrl.optional(),
      kinds: webhookKinds.nullable().optional().describe('null = all'),
      secret: webhookSecret.optional(),
    }),
    data: webhookRecord,
    message: 'Webhook updated successfully',
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  /** Removes a webhook with all of its deliveries. */
  removeWebhook: defineEndpoint({
    ...webhookTag,
    method: 'DELETE',
    path: '/admin/webhooks/:id',
    summary: 'Remove a webhook with its deliveries',
    params: idParam,
    data: webhookRecord,
    message: 'Webhook removed successfully',
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  /** Sends one alert of kind `test` at once, ahead of waiting deliveries, and tells the result. */
  testWebhook: defineEndpoint({
    ...webhookTag,
    method: 'POST',
    path: '/admin/webhooks/:id/test',
    summary: 'Send a test alert',
    description: 'One attempt, at once and past what waits. It is not repeated and not kept.',
    params: idParam,
    data: z.object({
      delivery_id: z.string(),
      delivered: z.boolean(),
      error: z.string().nullable().describe('why not'),
    }),
    message: 'Test alert sent',
    answersWithinMs: testAnswersWithinMs,
    errors: ['WEBHOOK_NOT_FOUND', 'CONFLICT'],
  }),
  /** Lists deliveries that were given up, the latest alert first. */
  listDeadLetters: defineEndpoint({
    ...webhookTag,
    method: 'GET',
    path: '/admin/webhooks/dead-letters',
    summary: 'List dead letters',
    query: z.object({
      ...pageQuery({ max: 500, usual: 100 }),
    }),
    data: z.object({
      total: z.int(),
      page: z.int(),
      size: z.int(),
      dead_letters: z.array(deadLetterRecord),
    }),
    message: 'Dead letters retrieved successfully',
  }),
  /** Puts a dead letter back among the deliveries and keeps all of its earlier attempts. */
  retryDeadLetter: defineEndpoint({
    ...webhookTag,
    method: 'POST',
    path: '/admin/webhooks/dead-letters/:id/retry',
    summary: 'Deliver a dead letter again',
    params: idParam,
    data: deadLetterRecord,
    message: 'Dead letter queued for delivery',
    errors: ['DEAD_LETTER_NOT_FOUND'],
  }),
  removeDeadLetter: defineEndpoint({
    ...webhookTag,
    method: 'DELETE',
    path: '/admin/webhooks/dead-letters/:id',
    summary: 'Remove a dead letter',
    params: idParam,
    data: deadLetterRecord,
    message: 'Dead letter removed successfully',
    errors: ['DEAD_LETTER_NOT_FOUND'],
  }),
} as const;
