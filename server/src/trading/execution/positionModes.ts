import type { Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import type { Sessions } from './sessions.ts';

export interface PositionModesObserver {
  /** The mode of an account could not be read or kept; it is read again with the next refusal. */
  positionModeFailed(accountId: string, error: unknown): void;
}

interface PositionModesDeps {
  readonly accounts: Pick<Accounts, 'find' | 'keepHedgeMode'>;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly observe: PositionModesObserver;
}

/** The position modes of live accounts, as their exchanges tell them. */
export interface PositionModes {
  /** Asks the exchange and keeps what it tells. Never rejects: a failure leaves what was known. */
  read(account: Account): Promise<void>;
  /** Resolves once every reading that was asked for by now is over. */
  idle(): Promise<void>;
}

/** A handful of reads, each of which may be repeated. */
const readMsMax = 20_000;
/** The service itself changes the account: nobody asked for that by a key. */
const actor = { id: 'system', name: 'position mode', requestId: undefined };

export function createPositionModes(deps: PositionModesDeps): PositionModes {
  const { accounts, sessions, clock, observe } = deps;
  // One reading of an account at a time: a burst of refused orders asks once.
  const running = new Map<Account['id'], Promise<void>>();
  const readNow = async (account: Account): Promise<void> => {
    try {
      const session = sessions.of(account);
      const ask = async (signal: AbortSignal) => session.positionMode?.(signal);
      const told = await withDeadline({ clock, limitMs: readMsMax }, ask);
      if (told === undefined) return;
      await accounts.keepHedgeMode(account.id, told === 'hedge', actor);
    } catch (error) {
      observe.positionModeFailed(account.id, error);
    }
  };
  return {
    read(account) {
      // A paper account keeps the mode that it was made with.
      if (account.mode === 'paper') return Promise.resolve();
      const reading =
        running.get(account.id) ?? readNow(account).finally(() => running.delete(account.id));
      running.set(account.id, reading);
      return reading;
    },
    async idle() {
      await Promise.all(running.values());
    },
  };
}
