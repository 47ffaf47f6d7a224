import type { Cancel } from '../../../kit/clock.ts';
import type { Secret } from '../../../kit/secret.ts';
import type { Outbox, Packet } from '../types.ts';
import type { Backlog } from './backlog.ts';

/** What somebody names to follow; undefined = all there is. */
export type Name = string | undefined;

/** Who wants to follow what. */
export interface Claim {
  readonly key: Secret;
  readonly name: Name;
}

export interface Refused {
  readonly refused: string;
}

/** What a key may follow. */
export interface Grant<Subject extends Name> {
  readonly kind: 'granted';
  readonly claim: Claim;
  /** What the name of the claim stands for. */
  readonly subject: Subject;
  /** The accounts that it is about; undefined = every account. */
  readonly accountIds: readonly string[] | undefined;
  /** Of the key. */
  readonly keyId: string;
}

export interface Refusal {
  readonly kind: 'noKey' | 'refused';
  readonly why: string;
}

/** Where what happens is put for one subscription. */
export interface Follower {
  readonly backlog: Pick<Backlog, 'state' | 'event'>;
  readonly outbox: Outbox;
}

/** What happens, numbered. */
export interface Feed<Subject extends Name> {
  join(grant: Grant<Subject>, follower: Follower): Cancel;
  close(): void;
}

/** How a topic speaks with its clients. */
export interface Words<Subject extends Name> {
  /** Names of the client's events. */
  readonly subscribe: 'subscribe_orders' | 'subscribe_algorithms';
  readonly unsubscribe: 'unsubscribe_orders' | 'unsubscribe_algorithms';
  parseSubscribe(payload: unknown): Claim | Refused;
  parseUnsubscribe(payload: unknown): { readonly name: Name } | Refused;
  subscribed(grant: Grant<Subject>): Packet;
  /** @param reason Null when the client asked. */
  unsubscribed(name: Name, reason: string | null): Packet;
  readonly notSubscribed: string;
  /** What is counted against the most of one connection, such as accounts. */
  readonly many: string;
  /** The last word to a client that does not read. */
  readonly behind: string;
}
