import type {
  AlertBody,
  DeadLetterRecord,
  Parsed,
  WebhookRecord,
  webhookEndpoints,
} from '@windlass/contract';
import { isoTime } from '../../kit/isoTime.ts';
import { Secret } from '../../kit/secret.ts';
import type { DeadLetter, NewWebhook, RaisedAlert, Webhook, WebhookChange } from './types.ts';

/** Maximum length of texts: a sentence of ours and a venue's own; a page of HTML is useless. */
const textCharsMax = 1_000;

/** Returns the body to send: text, because the signature is over exactly these bytes. */
export function toAlertText(raised: RaisedAlert): string {
  return JSON.stringify(toAlertBody(raised));
}

function toAlertBody({ id, atMs, count, alert }: RaisedAlert): AlertBody {
  const head = { id, raised_at: isoTime(atMs), count };
  switch (alert.kind) {
    case 'order_unknown': {
      const data = {
        exchange_account_id: alert.account,
        order_id: alert.orderId,
        client_order_id: alert.clientOrderId,
        symbol: alert.symbol,
        message: short(alert.message),
      };
      return { ...head, kind: alert.kind, data };
    }
    case 'account_halted':
    case 'account_resumed': {
      const data = { exchange_account_ids: [...alert.accounts], actor: alert.actorName };
      return { ...head, kind: alert.kind, data };
    }
    case 'difference_found': {
      const data = {
        exchange_account_id: alert.account,
        difference: alert.difference,
        symbol: alert.symbol ?? null,
        order_id: alert.orderId ?? null,
        reason: short(alert.reason),
      };
      return { ...head, kind: alert.kind, data };
    }
    case 'stale_book': {
      const { venue, symbol, accounts } = alert;
      const reason = short(alert.reason);
      const data = { venue, symbol, reason, exchange_account_ids: [...accounts] };
      return { ...head, kind: alert.kind, data };
    }
    case 'algorithm_trouble': {
      const data = {
        order_id: alert.algorithmId,
        exchange_account_id: alert.account ?? null,
        reason: short(alert.reason),
      };
      return { ...head, kind: alert.kind, data };
    }
    case 'test':
      return { ...head, kind: alert.kind, data: {} };
  }
}

type CreateBody = Parsed<typeof webhookEndpoints.createWebhook>['body'];
type ChangeBody = Parsed<typeof webhookEndpoints.changeWebhook>['body'];

export function fromCreateBody({ url, kinds, secret }: CreateBody): NewWebhook {
  return { url: new Secret(url), kinds, secret: toSecret(secret) };
}

export function fromChangeBody({ url, kinds, secret }: ChangeBody): WebhookChange {
  return { url: toSecret(url), kinds, secret: toSecret(secret) };
}

export function toWebhookWire(webhook: Webhook): WebhookRecord {
  return {
    webhook_id: webhook.id,
    url: webhook.shownUrl,
    kinds: webhook.kinds ? [...webhook.kinds] : null,
    pending: webhook.pending,
    dead_letters: webhook.deadLetters,
    created_at: isoTime(webhook.createdAtMs),
    updated_at: isoTime(webhook.updatedAtMs),
  };
}

export function toDeadLetterWire(letter: DeadLetter): DeadLetterRecord {
  return {
    delivery_id: letter.id,
    webhook_id: letter.webhookId,
    attempts: letter.attempts,
    last_error: letter.lastError,
    died_at: isoTime(letter.diedAtMs),
    // Only `toAlertText` writes it.
    alert: JSON.parse(letter.body) as AlertBody,
  };
}

function toSecret(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text);
}

function short(text: string): string {
  return text.slice(0, textCharsMax);
}
