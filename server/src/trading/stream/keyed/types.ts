import type { Cancel } from '../../../kit/clock.ts';
import type { Secret } from '../../../kit/secret.ts';
import type { Outbox, Packet } from '../types.ts';
import type { Backlog } from './backlog.ts';

/** The name that a client asks to follow; undefined = everything. */
export type Name = string | undefined;

/** A client's request to follow something. */
export interface Claim {
  readonly key: Secret;
  readonly name: Name;
}

export interface Refused {
  readonly refused: string;
}

/** The permission of a key to follow a subject. */
export interface Grant<Subject extends Name> {
  readonly kind: 'granted';
  readonly claim: Claim;
  /** The subject that the name of the claim stands for. */
  readonly subject: Subject;
  /** The accounts that the subject is about; undefined = every account. */
  readonly accountIds: readonly string[] | undefined;
  /** Id of the key. */
  readonly keyId: string;
}

export interface Refusal {
  readonly kind: 'noKey' | 'refused';
  readonly why: string;
}

/** The outbox and backlog that take the events of one subscription. */
export interface Follower {
  readonly backlog: Pick<Backlog, 'state' | 'event'>;
  readonly outbox: Outbox;
}

/** The events of a topic, numbered. */
export interface Feed<Subject extends Name> {
  join(grant: Grant<Subject>, follower: Follower): Cancel;
  close(): void;
}

/** The messages that a topic exchanges with its clients. */
export interface TopicProtocol<Subject extends Name> {
  /** Names of the client's events. */
  readonly subscribe: 'subscribe_orders' | 'subscribe_algorithms';
  readonly unsubscribe: 'unsubscribe_orders' | 'unsubscribe_algorithms';
  parseSubscribe(payload: unknown): Claim | Refused;
  parseUnsubscribe(payload: unknown): { readonly name: Name } | Refused;
  subscribed(grant: Grant<Subject>): Packet;
  /** @param reason Null when the client asked for it. */
  unsubscribed(name: Name, reason: string | null): Packet;
  readonly notSubscribed: string;
  /** The word for what the maximum of one connection counts, such as accounts. */
  readonly many: string;
  /** The last message to a client that does not read. */
  readonly behind: string;
}
