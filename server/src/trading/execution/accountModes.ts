import type { Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import type { VenueSession } from '../venues/venuePort.ts';
import type { Sessions } from './sessions.ts';

export interface AccountModesObserver {
  /** A mode of an account could not be read or kept; it is read again with the next refusal. */
  accountModeFailed(accountId: string, error: unknown): void;
}

interface AccountModesDeps {
  readonly accounts: Pick<Accounts, 'find' | 'keepModes'>;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly observe: AccountModesObserver;
}

/** Reads and keeps the position mode and the margining of live accounts. */
export interface AccountModes {
  /** Asks the exchange and keeps what it tells. Never rejects: a failure leaves what was known. */
  read(account: Account): Promise<void>;
  /**
   * Returns the account with the margining that its exchange told within the last hour: people
   * change it there by hand, if ever. Never rejects.
   */
  asMargined(account: Account): Promise<Account>;
  /**
   * Returns the account with the position mode that its exchange told at least once to this
   * service, so that the first order already names the right leg; as it is where that takes too
   * long. Never rejects.
   */
  asHeld(account: Account): Promise<Account>;
  /** Gives up what is being read; resolves when what was read is kept. */
  stop(): Promise<void>;
}

/** A handful of reads, each of which may be repeated. */
const readMsMax = 20_000;
const hourMs = 3_600_000;
/** An order waits no longer for the mode: one of a wrong mode is refused, and never filled. */
const orderWaitsMsMax = 2_000;
/** An exchange that did not tell is not asked again before each order. */
const askAgainMs = 30_000;
/** The service itself changes the account: nobody asked for that by a key. */
const actor = { id: 'system', name: 'account modes', requestId: undefined };

export function createAccountModes(deps: AccountModesDeps): AccountModes {
  const { accounts, sessions, clock } = deps;
  // One reading of an account at a time: a burst of refused orders asks once.
  const running = new Map<Account['id'], Promise<void>>();
  // One entry an account there was since the start: a desk has dozens.
  const unifiedReadMs = new Map<Account['id'], number>();
  // The first readings, which orders wait for: one entry an account.
  const firsts = new Map<Account['id'], First>();
  const leaving = new AbortController();
  const readNow = createReader(deps, { unifiedReadMs, firsts, signal: leaving.signal });
  const read = (account: Account): Promise<void> => {
    // A paper account keeps the modes that it was made with.
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
    // An answer that comes later than that is kept as well.
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
  /** When each account told its margining, on the monotonic clock. */
  readonly unifiedReadMs: Map<Account['id'], number>;
  readonly firsts: Map<Account['id'], First>;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

/** Reads the modes of an account and keeps them. */
function createReader(
  { accounts, sessions, clock, observe }: AccountModesDeps,
  { unifiedReadMs, firsts, signal }: Reading,
): (account: Account) => Promise<void> {
  return async (account) => {
    const first: First = { life: lifeOf(account), againMs: clock.monotonic() + askAgainMs };
    try {
      // Orders wait for it.
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
  /** On the monotonic clock, when it is asked for again. */
  againMs: number;
  /** Ends with the reading, or before; absent once the reading is over. */
  waiting?: Promise<void>;
}

/** With other credentials it may be another account of the exchange. */
function lifeOf({ createdAtMs, credentialsAtMs, portfolioMargin }: Account): string {
  return `${createdAtMs} ${credentialsAtMs} ${portfolioMargin}`;
}

/** An account that no session can be opened for tells nothing. */
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
