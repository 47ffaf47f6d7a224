import type { Secret } from '../../kit/secret.ts';
import type { Actor } from '../accounts/index.ts';
import type { AccountId } from '../model/account.ts';
import type { VenueId } from '../model/venue.ts';

interface AccountsSwitched {
  readonly accounts: readonly AccountId[];
  readonly actorName: string;
}

/** Something that an operator wants to know at once. */
export type Alert =
  | {
      readonly kind: 'order_unknown';
      readonly account: AccountId;
      /** Our id of the order. */
      readonly orderId: string;
      readonly clientOrderId: string;
      readonly symbol: string;
      readonly message: string;
    }
  | ({ readonly kind: 'account_halted' } & AccountsSwitched)
  | ({ readonly kind: 'account_resumed' } & AccountsSwitched)
  | {
      readonly kind: 'difference_found';
      readonly account: AccountId;
      readonly difference: string;
      readonly symbol?: string | undefined;
      readonly orderId?: string | undefined;
      readonly reason: string;
    }
  | {
      readonly kind: 'stale_book';
      readonly venue: VenueId;
      readonly symbol: string;
      readonly reason: string;
      /** The accounts with a live order there. */
      readonly accounts: readonly AccountId[];
    }
  | {
      readonly kind: 'algorithm_trouble';
      readonly algorithmId: string;
      /** The account that refuses its orders; undefined when the whole algorithm is stopped. */
      readonly account?: AccountId | undefined;
      readonly reason: string;
    }
  | { readonly kind: 'test' };

export type AlertKind = Alert['kind'];
/** The kinds that a webhook can ask for. */
export type WantedKind = Exclude<AlertKind, 'test'>;

/** An alert as it is sent: several of one kind and subject within a minute are one. */
export interface RaisedAlert {
  readonly id: string;
  readonly atMs: number;
  /** Number of alerts it represents; `alert` is the latest of them. */
  readonly count: number;
  readonly alert: Alert;
}

/** Address to send to, and secret to sign with. Both are secret: an address may contain a token. */
export interface Target {
  readonly url: Secret;
  readonly secret: Secret;
}

export interface Webhook {
  readonly id: string;
  /** Without user, password and query. */
  readonly shownUrl: string;
  /** Undefined means every kind. */
  readonly kinds: readonly WantedKind[] | undefined;
  /** Deliveries that wait, and deliveries that were given up. */
  readonly pending: number;
  readonly deadLetters: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface NewWebhook {
  readonly url: Secret;
  readonly kinds: readonly WantedKind[] | undefined;
  /** Generated when it is absent. */
  readonly secret: Secret | undefined;
}

/** Absent fields stay as they are; kinds of null mean every kind. */
export interface WebhookChange {
  readonly url?: Secret | undefined;
  readonly kinds?: readonly WantedKind[] | null | undefined;
  readonly secret?: Secret | undefined;
}

/** A delivery that was given up. */
export interface DeadLetter {
  readonly id: string;
  readonly webhookId: string;
  /** The body as it was sent. */
  readonly body: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly diedAtMs: number;
}

/** One POST. */
export interface WebhookPost {
  readonly url: Secret;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
}

/**
 * Sends one POST, within a deadline. Rejects with `NoAnswerError`, or with the signal's reason; no
 * error contains the address.
 */
export type SendWebhook = (post: WebhookPost, signal: AbortSignal) => Promise<WebhookAnswer>;

/** The receiver could not be reached, or gave no answer in time. */
export class NoAnswerError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'NoAnswerError';
  }
}

/** Result of a test. */
export interface TestOutcome {
  readonly deliveryId: string;
  /** Why it did not arrive; undefined when it did. */
  readonly error: string | undefined;
}

export interface DeadLetterPage {
  /** Number on all pages. */
  readonly total: number;
  readonly letters: readonly DeadLetter[];
}

/** Webhooks; every change adds a line to the audit log. */
export interface Webhooks {
  /** Returns the secret only if it was generated here. Throws CONFLICT when there are too many. */
  create(
    webhook: NewWebhook,
    actor: Actor,
  ): Promise<{ readonly webhook: Webhook; readonly secret: Secret | undefined }>;
  /** Returns webhooks, oldest first. */
  list(): Promise<readonly Webhook[]>;
  /** Throws WEBHOOK_NOT_FOUND. */
  find(id: string): Promise<Webhook>;
  /** Throws WEBHOOK_NOT_FOUND. */
  change(id: string, change: WebhookChange, actor: Actor): Promise<Webhook>;
  /** Removes it with its deliveries. Throws WEBHOOK_NOT_FOUND. */
  remove(id: string, actor: Actor): Promise<Webhook>;
  /**
   * Makes one attempt that bypasses the queue. Throws WEBHOOK_NOT_FOUND, or CONFLICT while another
   * test runs.
   */
  test(id: string): Promise<TestOutcome>;
}

/** Deliveries that were given up; every change adds a line to the audit log. */
export interface DeadLetters {
  /** Returns a page, the latest alert first; pages count from 0. */
  list(page: number, size: number): Promise<DeadLetterPage>;
  /** Moves it back to the deliveries, as if it was new. Throws DEAD_LETTER_NOT_FOUND. */
  retry(id: string, actor: Actor): Promise<DeadLetter>;
  /** Throws DEAD_LETTER_NOT_FOUND. */
  remove(id: string, actor: Actor): Promise<DeadLetter>;
}

/** Informs operators of urgent events, through their webhooks. */
export interface Alerts {
  readonly webhooks: Webhooks;
  readonly deadLetters: DeadLetters;
  /**
   * Never throws and never waits: the alert is durable soon after, and delivered after that. A
   * flood of one kind and subject is sent at once and then once a minute, with a count.
   */
  raise(alert: Alert): void;
  /** Resumes what was not delivered before. */
  start(): void;
  /** Writes the raised alerts and ends the deliveries in progress, both within a few seconds. */
  stop(): Promise<void>;
}
