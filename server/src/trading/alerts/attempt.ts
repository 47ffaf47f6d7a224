import { createHmac } from 'node:crypto';
import { abortable } from '../../kit/abortable.ts';
import { type Cipher, CipherError } from '../../kit/cipher.ts';
import type { Clock } from '../../kit/clock.ts';
import { openTarget } from './sealing.ts';
import { NoAnswerError, type SendWebhook, type Target } from './types.ts';

/** One message to send to a webhook whose address is sealed. */
export interface Sending {
  readonly id: string;
  readonly webhookId: string;
  readonly target: string;
  readonly kind: string;
  readonly body: string;
}

export type AttemptOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** Never contains the address. */
      readonly error: string;
      /** Another attempt is pointless. */
      readonly isFinal: boolean;
      /** Delay that the receiver asked for. */
      readonly retryAfterMs: number | undefined;
    };

/** Signs and sends once. Rejects only with the signal's reason. */
export type Attempt = (sending: Sending, signal: AbortSignal) => Promise<AttemptOutcome>;

export function createAttempt(deps: {
  readonly clock: Clock;
  readonly cipher: Cipher;
  readonly send: SendWebhook;
}): Attempt {
  const { clock, cipher, send } = deps;
  return async (sending, signal) => {
    const { id, webhookId, kind, body } = sending;
    try {
      const target = openTarget(cipher, webhookId, sending.target);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'windlass',
        'x-windlass-event': kind,
        'x-windlass-delivery': id,
        ...signed(target, body, Math.floor(clock.now() / 1_000)),
      };
      const sent = send({ url: target.url, headers, body }, signal);
      const { status, retryAfterMs } = await abortable(sent, signal);
      if (status >= 200 && status < 300) return { ok: true };
      return { ok: false, error: `status ${status}`, isFinal: status === 410, retryAfterMs };
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, error: faultText(error), isFinal: false, retryAfterMs: undefined };
    }
  };
}

/** Signs the time with the body, so that a receiver can refuse an old copy. */
function signed({ secret }: Target, body: string, timestampSec: number) {
  const hmac = createHmac('sha256', secret.reveal()).update(`${timestampSec}.${body}`);
  return {
    'x-windlass-timestamp': String(timestampSec),
    'x-windlass-signature': `v1=${hmac.digest('hex')}`,
  };
}

/** Hides the text of any other error: it may contain the address. */
function faultText(error: unknown): string {
  if (error instanceof NoAnswerError) return error.message;
  if (error instanceof CipherError) return 'its stored address and secret cannot be opened';
  return 'an internal error in sending it';
}
