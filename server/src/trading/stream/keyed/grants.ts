import type { Endpoint } from '@windlass/contract';
import type { Authenticate, Caller, PathAllowed } from '../../../http/scope.ts';
import type { Cancel, Clock } from '../../../kit/clock.ts';
import { withDeadline } from '../../../kit/deadline.ts';
import { errorText } from '../../../kit/errors.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { Claim, Grant, Name, Refusal } from './types.ts';

/** Grants of keys: checked before they are given, and again at intervals while anybody listens. */
export interface KeyGrants<Subject extends Name> {
  /** Returns the grant, or the refusal of the key. Never rejects. */
  ask(claim: Claim): Promise<Grant<Subject> | Refusal>;
  /** Calls back once, with the reason, when the grant no longer holds. */
  watch(grant: Grant<Subject>, onLost: (why: string) => void): Cancel;
  close(): void;
}

/** The ports that recognise keys. */
export interface KeyPorts {
  readonly authenticate: Authenticate;
  readonly pathAllowed: PathAllowed;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface KeyGrantsDeps<Subject extends Name> extends KeyPorts {
  /** The same data by REST: a key that may read it there may listen here. */
  readonly rest: Pick<Endpoint, 'path' | 'access'>;
  /**
   * Returns what a key of that role and path may hear, or a sentence that says why it may not.
   * Rejects while this cannot be decided.
   */
  readonly decide: Decide<Subject>;
}

export type Decide<Subject extends Name> = (
  name: Name,
  caller: Caller,
  /** The grant from before; undefined when the claim is checked for the first time. */
  former: Grant<Subject> | undefined,
) => Promise<Pick<Grant<Subject>, 'subject' | 'accountIds'> | string>;

/**
 * The time that a revoked key may go on listening: as long as REST remembers a key. Keys are
 * answered from memory, and all clients with one key on one subject share one check.
 */
const beatMs = 5_000;
/**
 * Three checks without an answer: a database that pauses ends nothing, a lost one ends the grants.
 */
const uncheckedMsMax = 4 * beatMs;
/** The time that a client may reasonably wait for its answer. */
const askMsMax = 10_000;
const uncheckable = 'the key cannot be checked now';

/** One key on one subject, whoever listens to it. */
interface Watched<Subject extends Name> {
  readonly grant: Grant<Subject>;
  readonly listeners: Set<(why: string) => void>;
  checkedAtMs: number;
  isAsking: boolean;
}

export function createKeyGrants<Subject extends Name>(
  deps: KeyGrantsDeps<Subject>,
): KeyGrants<Subject> {
  const { clock } = deps;
  const watched = new Map<string, Watched<Subject>>();

  const lose = (entry: Watched<Subject>, why: string): void => {
    const name = nameOf(entry.grant);
    if (watched.get(name) !== entry) return;
    watched.delete(name);
    for (const onLost of [...entry.listeners]) onLost(why);
  };

  const askAgain = async (entry: Watched<Subject>): Promise<void> => {
    const startMs = clock.monotonic();
    entry.isAsking = true;
    try {
      const answer = await decide(entry.grant.claim, deps, entry.grant);
      if (answer.kind === 'granted') entry.checkedAtMs = startMs;
      else lose(entry, answer.why);
    } catch {
      // An unknown answer is not a refusal: the limit on unchecked time decides.
    } finally {
      entry.isAsking = false;
    }
  };

  const cancelBeat = clock.every(beatMs, () => {
    for (const entry of watched.values()) {
      if (clock.monotonic() - entry.checkedAtMs >= uncheckedMsMax) lose(entry, uncheckable);
      else if (!entry.isAsking) void askAgain(entry);
    }
  });

  return {
    ask: (claim) => decideInTime(claim, deps),
    watch(grant, onLost) {
      const name = nameOf(grant);
      const entry = watched.get(name) ?? newlyWatched(grant);
      watched.set(name, entry);
      entry.checkedAtMs = clock.monotonic();
      // A separate listener each time, so that one function may watch twice.
      const listener = (why: string) => onLost(why);
      entry.listeners.add(listener);
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0 && watched.get(name) === entry) watched.delete(name);
      };
    },
    close() {
      cancelBeat();
      watched.clear();
    },
  };
}

async function decideInTime<Subject extends Name>(
  claim: Claim,
  deps: KeyGrantsDeps<Subject>,
): Promise<Grant<Subject> | Refusal> {
  const { clock, logger } = deps;
  try {
    const limitMs = askMsMax;
    return await withDeadline({ clock, limitMs }, () => decide(claim, deps, undefined));
  } catch (error) {
    logger.error({ error: errorText(error) }, 'A key of the stream cannot be checked');
    return { kind: 'refused', why: uncheckable };
  }
}

function newlyWatched<Subject extends Name>(grant: Grant<Subject>): Watched<Subject> {
  return { grant, listeners: new Set(), checkedAtMs: 0, isAsking: false };
}

function nameOf({ keyId, subject }: Grant<Name>): string {
  return JSON.stringify([keyId, subject]);
}

async function decide<Subject extends Name>(
  claim: Claim,
  deps: KeyGrantsDeps<Subject>,
  former: Grant<Subject> | undefined,
): Promise<Grant<Subject> | Refusal> {
  const caller = await deps.authenticate(claim.key.reveal());
  if (!caller) return { kind: 'noKey', why: 'the key is unknown, revoked or expired' };
  const granted = objection(caller, deps) ?? (await deps.decide(claim.name, caller, former));
  if (typeof granted === 'string') return { kind: 'refused', why: granted };
  return { kind: 'granted', claim, keyId: caller.id, ...granted };
}

function objection(
  caller: Caller,
  { rest, pathAllowed }: Pick<KeyGrantsDeps<Name>, 'rest' | 'pathAllowed'>,
): string | undefined {
  const { path, access } = rest;
  const roles = typeof access === 'string' ? caller.roles : [...access, 'admin' as const];
  if (!caller.roles.some((role) => roles.includes(role))) {
    return `the key needs one of the roles ${roles.join(', ')}`;
  }
  return pathAllowed(caller.paths, path) ? undefined : `the key does not reach ${path}`;
}
