import type { Role } from '@windlass/contract';
import type { Authenticate, Caller, PathAllowed } from '../../../http/scope.ts';
import type { Cancel, Clock } from '../../../kit/clock.ts';
import { withDeadline } from '../../../kit/deadline.ts';
import { AppError, errorText } from '../../../kit/errors.ts';
import type { Logger } from '../../../kit/logger.ts';
import { type Accounts, reaches } from '../../accounts/index.ts';
import type { AccountId } from '../../model/account.ts';
import type { Claim } from './wire.ts';

/** Who may hear of an account's orders: asked first, and again on a beat while somebody hears. */
export interface OrderGrants {
  /** Whether the key may. Never rejects. */
  ask(claim: Claim): Promise<Grant | Refusal>;
  /** Tells once, with the reason, when the grant no longer holds. */
  watch(grant: Grant, onLost: (why: string) => void): Cancel;
  close(): void;
}

export interface Grant {
  readonly kind: 'granted';
  readonly claim: Claim;
  readonly accountId: AccountId;
  /** Of the key. */
  readonly keyId: string;
}

export interface Refusal {
  readonly kind: 'noKey' | 'refused';
  readonly why: string;
}

export interface OrderGrantsDeps {
  readonly authenticate: Authenticate;
  readonly pathAllowed: PathAllowed;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * How long a revoked key may go on hearing; as long as REST remembers one. Keys and accounts are
 * answered from memory, and everybody with one key on one account is one question.
 */
const beatMs = 5_000;
/** Three questions without an answer: a database that pauses ends nothing, a lost one does. */
const uncheckedMsMax = 4 * beatMs;
/** As long as a client may reasonably wait for its answer. */
const askMsMax = 10_000;
const uncheckable = 'the key cannot be checked now';

/** The same data by REST: who may ask there may hear here. */
const restPath = '/order-execution/execution/orders/open';
const restRoles: readonly Role[] = ['trader', 'viewer', 'pms_user', 'analyst', 'admin'];

/** One key on one account, whoever hears it. */
interface Watched {
  readonly grant: Grant;
  readonly listeners: Set<(why: string) => void>;
  checkedAtMs: number;
  isAsking: boolean;
}

export function createOrderGrants(deps: OrderGrantsDeps): OrderGrants {
  const { clock, logger } = deps;
  const watched = new Map<string, Watched>();

  const lose = (entry: Watched, why: string): void => {
    const name = nameOf(entry.grant);
    if (watched.get(name) !== entry) return;
    watched.delete(name);
    for (const onLost of [...entry.listeners]) onLost(why);
  };

  const askAgain = async (entry: Watched): Promise<void> => {
    const startMs = clock.monotonic();
    entry.isAsking = true;
    try {
      const answer = await decide(entry.grant.claim, deps);
      if (answer.kind === 'granted') entry.checkedAtMs = startMs;
      else lose(entry, answer.why);
    } catch {
      // Not known is not no: the bound on unchecked grants decides.
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
    async ask(claim) {
      try {
        return await withDeadline({ clock, limitMs: askMsMax }, () => decide(claim, deps));
      } catch (error) {
        logger.error({ error: errorText(error) }, 'A key of the stream cannot be checked');
        return { kind: 'refused', why: uncheckable };
      }
    },
    watch(grant, onLost) {
      const name = nameOf(grant);
      const entry = watched.get(name) ?? newlyWatched(grant);
      watched.set(name, entry);
      entry.checkedAtMs = clock.monotonic();
      // A listener of its own, so that one function may watch twice.
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

function newlyWatched(grant: Grant): Watched {
  return { grant, listeners: new Set(), checkedAtMs: 0, isAsking: false };
}

function nameOf({ keyId, accountId }: Grant): string {
  return `${keyId} ${accountId}`;
}

async function decide(claim: Claim, deps: OrderGrantsDeps): Promise<Grant | Refusal> {
  const caller = await deps.authenticate(claim.key.reveal());
  if (!caller) return { kind: 'noKey', why: 'the key is unknown, revoked or expired' };
  const why = objection(caller, claim.accountId, deps.pathAllowed);
  if (why !== undefined) return { kind: 'refused', why };
  try {
    const { id: accountId } = await deps.accounts.find(claim.accountId);
    return { kind: 'granted', claim, accountId, keyId: caller.id };
  } catch (error) {
    const isAbsent = error instanceof AppError && error.code === 'ACCOUNT_NOT_FOUND';
    if (!isAbsent) throw error;
    return { kind: 'refused', why: 'there is no such exchange account' };
  }
}

/** Reach comes before the account is looked for: who has none learns nothing of it. */
function objection(
  caller: Caller,
  accountId: string,
  pathAllowed: PathAllowed,
): string | undefined {
  if (!caller.roles.some((role) => restRoles.includes(role))) {
    return `the key needs one of the roles ${restRoles.join(', ')}`;
  }
  if (!pathAllowed(caller.paths, restPath)) return `the key does not reach ${restPath}`;
  return reaches(caller, accountId) ? undefined : 'the key does not reach this exchange account';
}
