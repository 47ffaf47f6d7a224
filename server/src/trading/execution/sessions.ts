import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { Lease } from '../../kit/lease.ts';
import type { Account, AccountId } from '../model/account.ts';
import type { ReadPurpose } from '../model/callPurpose.ts';
import type { FeesSession } from '../venues/feesPort.ts';
import type { PerpsSession } from '../venues/perpsPort.ts';
import type { SessionEvents, VenueConnector, VenueSession } from '../venues/venuePort.ts';
import { fencedSession } from './fencedSession.ts';

/** Open accounts, one session each. */
export interface Sessions {
  /**
   * Returns the account's session, which is opened on first use. Throws NOT_SUPPORTED when none can
   * be opened. `purpose` decides the priority of its reads at the venue; without it they have that
   * of a waiting caller.
   */
  of(account: Account, purpose?: ReadPurpose): VenueSession;
  /** Returns the same session, for requests other than orders. */
  at(account: Account, purpose?: ReadPurpose): PerpsSession & FeesSession;
  /** Returns the account's session if it is open; never opens one. */
  opened(accountId: AccountId): VenueSession | undefined;
  /** Has calls under way answered with what is known by now. */
  answerSoon(): void;
  close(): Promise<void>;
}

export interface SessionsDeps {
  readonly clock: Clock;
  /** Tells whether this process still owns the engine; without it no session changes anything. */
  readonly lease: Lease;
  /** Returns the connector of an account, or a sentence that says why it cannot be reached. */
  readonly connectorOf: (account: Account) => VenueConnector | { readonly refusal: string };
  readonly eventsOf: (account: Account) => SessionEvents;
}

interface Open {
  readonly session: VenueSession;
  /**
   * Changes when the account is created again or gets other credentials: an older session is then
   * useless.
   */
  readonly life: string;
  /** Time of the account's last change that the session knows. */
  updatedAtMs: number;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { connectorOf, eventsOf } = deps;
  const open = new Map<string, Open>();
  const closing = new Set<Promise<void>>();
  const close = ({ session }: Open): void => {
    const end = session.close().finally(() => closing.delete(end));
    closing.add(end);
  };
  const openOf = (account: Account): VenueSession => {
    const { createdAtMs, credentialsAtMs, portfolioMargin, updatedAtMs } = account;
    const life = `${createdAtMs} ${credentialsAtMs} ${portfolioMargin}`;
    const connector = connectorOf(account);
    if ('refusal' in connector) throw notConnected(account, connector.refusal);
    const known = open.get(account.id);
    if (known?.life === life) {
      // A caller may use an account that it read before the change, after another one that read it
      // since.
      if (updatedAtMs > known.updatedAtMs) {
        known.updatedAtMs = updatedAtMs;
        known.session.renew?.(account);
      }
      return known.session;
    }
    if (known) close(known);
    const session = fencedSession(deps, connector.open(account, eventsOf(account)));
    open.set(account.id, { session, life, updatedAtMs });
    return session;
  };
  return {
    of: (account, purpose) => askingFor(purpose, openOf(account)),
    at: (account, purpose) => askingFor(purpose, openOf(account)),
    opened: (accountId) => open.get(accountId)?.session,
    answerSoon() {
      for (const { session } of open.values()) session.answerSoon?.();
    },
    async close() {
      for (const each of open.values()) close(each);
      open.clear();
      await Promise.allSettled(closing);
    },
  };
}

function askingFor(purpose: ReadPurpose | undefined, session: VenueSession): VenueSession {
  return (purpose && session.for?.(purpose)) ?? session;
}

function notConnected({ id, venue, mode }: Account, refusal: string): AppError {
  const message = `Error - ${refusal} (account ${id}). Use an account of mode paper.`;
  return new AppError('NOT_SUPPORTED', { message, data: { exchange: venue, mode } });
}
