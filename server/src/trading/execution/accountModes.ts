import type { Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import type { VenueSession } from '../venues/venuePort.ts';
import type { Sessions } from './sessions.ts';

export interface AccountModesObserver {
  /**
   * Called when a mode of an account could not be read or stored; the next refusal reads it again.
   */
  accountModeFailed(accountId: string, error: unknown): void;
}

interface AccountModesDeps {
  readonly accounts: Pick<Accounts, 'find' | 'keepModes'>;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly observe: AccountModesObserver;
}

/** Reads and stores the position mode and margining of live accounts. */
export interface AccountModes {
  /** Asks the exchange and stores its answer. Never rejects: a failure leaves what was known. */
  read(account: Account): Promise<void>;
  /**
   * Returns the account with the margining that its exchange reported within the last hour: people
   * change it there by hand, and rarely. Never rejects.
   */
  asMargined(account: Account): Promise<Account>;
  /**
   * Returns the account with the position mode that its exchange has reported at least once to this
   * service, so that the first order already names the right leg. Returns it with what is known
   * when the exchange takes too long. Never rejects.
   */
  asHeld(account: Account): Promise<Account>;
  /** Aborts the reads that are running; resolves when the finished ones are stored. */
  stop(): Promise<void>;
}

/** Time limit of one reading: a few requests, each of which may be repeated. */
const readMsMax = 20_000;
const hourMs = 3_600_000;
/**
 * Maximum time that an order waits for the mode: with a wrong mode it is refused and never filled.
 */
const orderWaitsMsMax = 2_000;
/** Pause before an exchange that did not answer is asked again, so that not every order asks it. */
const askAgainMs = 30_000;
/** The audit names the service as the actor, because no key asked for this change. */
const actor = { id: 'system', name: 'account modes', requestId: undefined };

export function createAccountModes(deps: AccountModesDeps): AccountModes {
  const { accounts, sessions, clock } = deps;
  // One reading per account at a time: a burst of refused orders asks once.
  const running = new Map<Account['id'], Promise<void>>();
  // One entry per account since the start: a desk has dozens.
  const unifiedReadMs = new Map<Account['id'], number>();
  // The first readings, which orders wait for; one entry per account.
  const firsts = new Map<Account['id'], First>();
  const leaving = new AbortController();
  const readNow = createReader(deps, { unifiedReadMs, firsts, signal: leaving.signal });
  const read = (account: Account): Promise<void> => {
    // A paper account keeps the modes that it was created with.
    if (account.mode === 'paper') return Promise.resolve();
    const reading =
      running.get(account.id) ?? readNow(account).finally(() => running.delete(account.id));
    running.set(account.id, reading);
    return reading;
  };
  const waitFor = (account: Account): Promise<void> | undefined => {
    const known = firsts.get(account.id);
    const isAsked = known?.life === lifeOf(account) && clock.monotonic() < known.againMs;
    if (isAsked) return known.waiting;
    const first: First = { life: lifeOf(account), againMs: clock.monotonic() + askAgainMs };
    // An answer that arrives later is stored as well.
    const within = { clock, limitMs: orderWaitsMsMax };
    first.waiting = withDeadline(within, () => read(account)).catch(() => undefined);
    firsts.set(account.id, first);
    return first.waiting;
  };
  return {
    read,
    async asHeld(account) {
      if (account.mode === 'paper') return account;
      await waitFor(account);
      return accounts.find(account.id).catch(() => account);
    },
    async asMargined(account) {
      if (account.mode === 'paper' || !tellsMargin(sessions, account)) return account;
      const readMs = unifiedReadMs.get(account.id) ?? Number.NEGATIVE_INFINITY;
      if (account.unifiedMode !== undefined && clock.monotonic() - readMs < hourMs) return account;
      await read(account);
      return accounts.find(account.id).catch(() => account);
    },
    async stop() {
      leaving.abort(new Error('The service stops.'));
      await Promise.all(running.values());
    },
  };
}

interface Reading {
  /** Time when each account last reported its margining, on the monotonic clock. */
  readonly unifiedReadMs: Map<Account['id'], number>;
  readonly firsts: Map<Account['id'], First>;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

/** Creates a function that reads the modes of an account and stores them. */
function createReader(
  { accounts, sessions, clock, observe }: AccountModesDeps,
  { unifiedReadMs, firsts, signal }: Reading,
): (account: Account) => Promise<void> {
  return async (account) => {
    const first: First = { life: lifeOf(account), againMs: clock.monotonic() + askAgainMs };
    try {
      // Read with the priority of a proof, because orders wait for it.
      const session = sessions.of(account, 'proof');
      const ask = (ends: AbortSignal) => askModes(session, ends);
      const told = await withDeadline({ clock, limitMs: readMsMax, signal }, ask);
      if (told.unifiedMode) unifiedReadMs.set(account.id, clock.monotonic());
      await accounts.keepModes(account.id, told, actor);
      first.againMs = Number.POSITIVE_INFINITY;
    } catch (error) {
      if (!signal.aborted) observe.accountModeFailed(account.id, error);
    }
    firsts.set(account.id, first);
  };
}

interface First {
  readonly life: string;
  /** Time on the monotonic clock when it is asked for again. */
  againMs: number;
  /** Resolves with the reading, or at its time limit; absent once the reading is over. */
  waiting?: Promise<void>;
}

/** Returns a text that changes with the credentials: others may belong to another account. */
function lifeOf({ createdAtMs, credentialsAtMs, portfolioMargin }: Account): string {
  return `${createdAtMs} ${credentialsAtMs} ${portfolioMargin}`;
}

/** Returns true when the account's session reports its margining; false when none can be opened. */
function tellsMargin(sessions: Sessions, account: Account): boolean {
  try {
    return sessions.of(account).unifiedMode !== undefined;
  } catch {
    return false;
  }
}

async function askModes(session: VenueSession, signal: AbortSignal) {
  const [positions, unifiedMode] = await Promise.all([
    session.positionMode?.(signal),
    session.unifiedMode?.(signal),
  ]);
  return { hedgeMode: positions && positions === 'hedge', unifiedMode };
}
