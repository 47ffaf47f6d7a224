import type { Secret } from '../../kit/secret.ts';
import type { Actor } from '../accounts/index.ts';
import type { AccountId } from '../model/account.ts';
import type { VenueId } from '../model/venue.ts';

interface AccountsSwitched {
  readonly accounts: readonly AccountId[];
  readonly actorName: string;
}

/** Something an operator wants to hear of at once. */
export type Alert =
  | {
      readonly kind: 'order_unknown';
      readonly account: AccountId;
      /** Ours. */
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
      /** With a live order there. */
      readonly accounts: readonly AccountId[];
    }
  | {
      readonly kind: 'algorithm_trouble';
      readonly algorithmId: string;
      /** It refuses its orders; undefined when the whole algorithm stands still. */
      readonly account?: AccountId | undefined;
      readonly reason: string;
    }
  | { readonly kind: 'test' };

export type AlertKind = Alert['kind'];
/** What a webhook can ask for. */
export type WantedKind = Exclude<AlertKind, 'test'>;

/** An alert as it is told: several of one kind and subject within a minute are one. */
export interface RaisedAlert {
  readonly id: string;
  readonly atMs: number;
  /** How many it stands for; the alert is the latest of them. */
  readonly count: number;
  readonly alert: Alert;
}

/** Where to send, and what to sign with. Both are secret: an address may carry a token. */
export interface Target {
  readonly url: Secret;
  readonly secret: Secret;
}

export interface Webhook {
  readonly id: string;
  /** Without user, password and query. */
  readonly shownUrl: string;
  /** Undefined = every kind. */
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
  /** Made when left out. */
  readonly secret: Secret | undefined;
}

/** What is left out stays; kinds of null are every kind. */
export interface WebhookChange {
  readonly url?: Secret | undefined;
  readonly kinds?: readonly WantedKind[] | null | undefined;
  readonly secret?: Secret | undefined;
}

/** A delivery that was given up. */
export interface DeadLetter {
  readonly id: string;
  readonly webhookId: string;
  /** As it was sent. */
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
 * error names the address.
 */
export type SendWebhook = (post: WebhookPost, signal: AbortSignal) => Promise<WebhookAnswer>;

/** The receiver could not be reached, or gave no answer in time. */
export class NoAnswerError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'NoAnswerError';
  }
}

/** What came of a test. */
export interface TestOutcome {
  readonly deliveryId: string;
  /** Why it did not arrive; undefined when it did. */
  readonly error: string | undefined;
}

export interface DeadLetterPage {
  /** On all pages. */
  readonly total: number;
  readonly letters: readonly DeadLetter[];
}

/** Webhooks; every change leaves its line in the audit log. */
export interface Webhooks {
  /** The secret only when it was made here. CONFLICT when there are too many. */
  create(
    webhook: NewWebhook,
    actor: Actor,
  ): Promise<{ readonly webhook: Webhook; readonly secret: Secret | undefined }>;
  /** Oldest first. */
  list(): Promise<readonly Webhook[]>;
  /** WEBHOOK_NOT_FOUND. */
  find(id: string): Promise<Webhook>;
  /** WEBHOOK_NOT_FOUND. */
  change(id: string, change: WebhookChange, actor: Actor): Promise<Webhook>;
  /** With its deliveries. WEBHOOK_NOT_FOUND. */
  remove(id: string, actor: Actor): Promise<Webhook>;
  /** One attempt, past what waits. WEBHOOK_NOT_FOUND; CONFLICT while another test is under way. */
  test(id: string): Promise<TestOutcome>;
}

/** Deliveries that were given up; every change leaves its line in the audit log. */
export interface DeadLetters {
  /** The latest alert first; pages from 0. */
  list(page: number, size: number): Promise<DeadLetterPage>;
  /** Back among the deliveries, as if it was new. DEAD_LETTER_NOT_FOUND. */
  retry(id: string, actor: Actor): Promise<DeadLetter>;
  /** DEAD_LETTER_NOT_FOUND. */
  remove(id: string, actor: Actor): Promise<DeadLetter>;
}

/** Tells operators of what they must hear of, through their webhooks. */
export interface Alerts {
  readonly webhooks: Webhooks;
  readonly deadLetters: DeadLetters;
  /**
   * Never throws and never waits: the alert is durable soon after, and delivered after that. A
   * flood of one kind and subject is told at once and then once a minute, with a count.
   */
  raise(alert: Alert): void;
  /** Takes up what was not delivered before. */
  start(): void;
  /** Writes down what was raised and ends what is under way, both within a few seconds. */
  stop(): Promise<void>;
}
