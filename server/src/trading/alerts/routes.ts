import { webhookEndpoints } from '@windlass/contract';
import { actorOf } from '../../http/actor.ts';
import { type Binding, bind } from '../../http/bind.ts';
import type { Alerts, DeadLetters, Webhooks } from './types.ts';
import { fromChangeBody, fromCreateBody, toDeadLetterWire, toWebhookWire } from './wire.ts';

/** Routes of `/admin/webhooks`. */
export function alertRoutes({ webhooks, deadLetters }: Alerts): Binding[] {
  return [...ofWebhooks(webhooks), ...ofDeadLetters(deadLetters)];
}

function ofWebhooks(webhooks: Webhooks): Binding[] {
  return [
    bind(webhookEndpoints.createWebhook, async ({ body }, context) => {
      const { webhook, secret } = await webhooks.create(fromCreateBody(body), actorOf(context));
      return { ...toWebhookWire(webhook), secret: secret?.reveal() ?? null };
    }),
    bind(webhookEndpoints.listWebhooks, async () => {
      return { webhooks: (await webhooks.list()).map(toWebhookWire) };
    }),
    bind(webhookEndpoints.getWebhook, async ({ params: { id } }) =>
      toWebhookWire(await webhooks.find(id)),
    ),
    bind(webhookEndpoints.changeWebhook, async ({ params: { id }, body }, context) =>
      toWebhookWire(await webhooks.change(id, fromChangeBody(body), actorOf(context))),
    ),
    bind(webhookEndpoints.removeWebhook, async ({ params: { id } }, context) =>
      toWebhookWire(await webhooks.remove(id, actorOf(context))),
    ),
    bind(webhookEndpoints.testWebhook, async ({ params: { id } }) => {
      const { deliveryId, error } = await webhooks.test(id);
      const delivered = error === undefined;
      return { delivery_id: deliveryId, delivered, error: error ?? null };
    }),
  ];
}

function ofDeadLetters(letters: DeadLetters): Binding[] {
  return [
    bind(webhookEndpoints.listDeadLetters, async ({ query: { page, size } }) => {
      const { total, letters: list } = await letters.list(page, size);
      return { total, page, size, dead_letters: list.map(toDeadLetterWire) };
    }),
    bind(webhookEndpoints.retryDeadLetter, async ({ params: { id } }, context) =>
      toDeadLetterWire(await letters.retry(id, actorOf(context))),
    ),
    bind(webhookEndpoints.removeDeadLetter, async ({ params: { id } }, context) =>
      toDeadLetterWire(await letters.remove(id, actorOf(context))),
    ),
  ];
}
