import type { Account } from '../../model/account.ts';
import type { SessionEvents, VenueConnector, VenueSession } from '../venuePort.ts';
import { VenueUnavailableError } from '../venuePort.ts';
import { chargeAnew, openSymbols } from './defining.ts';
import { openPaperAccount } from './openAccount.ts';
import type { PaperDeps } from './ports.ts';
import { createPaperSession } from './session.ts';
import type { PaperAccount } from './types.ts';

/** Milliseconds between two attempts to read an account, whose resting orders wait meanwhile. */
const openRetryMs = 1_000;

/** Opens paper accounts at every venue. An account is open once at a time. */
export function createPaperConnector(deps: PaperDeps): VenueConnector {
  /** Accounts that are open or still closing, with the end of the closing. */
  const lives = new Map<string, Promise<void>>();
  return {
    open(account, events) {
      const before = lives.get(account.id) ?? Promise.resolve();
      const ended = Promise.withResolvers<void>();
      lives.set(account.id, ended.promise);
      return openSession(deps, {
        account,
        events,
        before,
        ended() {
          ended.resolve();
          if (lives.get(account.id) === ended.promise) lives.delete(account.id);
        },
      });
    },
  };
}

interface Opening {
  readonly account: Account;
  readonly events: SessionEvents;
  /** An earlier session of the account is closed: only then may its tables be read. */
  readonly before: Promise<void>;
  readonly ended: () => void;
}

function openSession(deps: PaperDeps, opening: Opening): VenueSession {
  const { events, before, ended } = opening;
  let { account } = opening;
  let paper: Promise<PaperAccount> | undefined;
  let closing: Promise<void> | undefined;
  let cancelRetry: (() => void) | undefined;

  const load = async (): Promise<PaperAccount> => {
    await before;
    try {
      const opened = await openPaperAccount(deps, () => account, events);
      charge(deps, opened);
      return opened;
    } catch (error) {
      paper = undefined;
      deps.observe.paperStoreFailed(account.id, error);
      if (!closing) cancelRetry = deps.clock.schedule(openRetryMs, start);
      throw error;
    }
  };
  const ask = (): Promise<PaperAccount> => {
    if (closing) return Promise.reject(new VenueUnavailableError('The account was closed.'));
    cancelRetry?.();
    paper ??= load();
    return paper;
  };
  /** Starts the resting orders at once, whether anybody calls or not; a failure was reported. */
  const start = () => {
    ask().catch(() => undefined);
  };
  const end = async (): Promise<void> => {
    cancelRetry?.();
    try {
      const open = await paper?.catch(() => undefined);
      open?.close();
      // Changes that cannot be written now were not acknowledged either.
      await open?.saver.settled().catch(() => undefined);
      open?.saver.stop();
    } finally {
      ended();
    }
  };
  start();
  return createPaperSession(account, {
    ...deps,
    paper: ask,
    isClosing: () => closing !== undefined,
    renew(next) {
      account = next;
      paper?.then((open) => charge(deps, open)).catch(() => undefined);
    },
    close() {
      closing ??= end();
      return closing;
    },
  });
}

/** Charges open orders the present fees too; an order that can no longer hold them ends. */
function charge(deps: PaperDeps, paper: PaperAccount): void {
  chargeAnew(deps, paper, openSymbols(paper));
  // The saver reports a failure and tries again.
  if (paper.ledger.hasChanges()) paper.saver.settled().catch(() => undefined);
}
