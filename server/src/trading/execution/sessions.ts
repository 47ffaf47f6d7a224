import { AppError } from '../../kit/errors.ts';
import type { Account } from '../model/account.ts';
import type { SessionEvents, VenueConnector, VenueSession } from '../venues/venuePort.ts';

/** Open accounts, one session each. */
export interface Sessions {
  /** The account's session, opened on first use. NOT_SUPPORTED where none can be opened. */
  of(account: Account): VenueSession;
  close(): Promise<void>;
}

export interface SessionsDeps {
  /** Where the account trades, or why it cannot, in a sentence. */
  readonly connectorOf: (account: Account) => VenueConnector | { readonly refusal: string };
  readonly eventsOf: (account: Account) => SessionEvents;
}

interface Open {
  readonly session: VenueSession;
  /** Of an account that was made or given credentials anew, an older session is of no use. */
  readonly life: string;
}

export function createSessions({ connectorOf, eventsOf }: SessionsDeps): Sessions {
  const open = new Map<string, Open>();
  const closing = new Set<Promise<void>>();
  const close = ({ session }: Open): void => {
    const end = session.close().finally(() => closing.delete(end));
    closing.add(end);
  };
  return {
    of(account) {
      const life = `${account.createdAtMs} ${account.credentialsAtMs}`;
      const known = open.get(account.id);
      if (known?.life === life) return known.session;
      const connector = connectorOf(account);
      if ('refusal' in connector) throw notConnected(account, connector.refusal);
      if (known) close(known);
      const session = connector.open(account, eventsOf(account));
      open.set(account.id, { session, life });
      return session;
    },
    async close() {
      for (const each of open.values()) close(each);
      open.clear();
      await Promise.allSettled(closing);
    },
  };
}

function notConnected({ id, venue, mode }: Account, refusal: string): AppError {
  const message = `Error - ${refusal} (account ${id}). Use an account of mode paper.`;
  return new AppError('NOT_SUPPORTED', { message, data: { exchange: venue, mode } });
}
