import type { Clock } from '../../kit/clock.ts';
import { createMemory } from '../../kit/memory.ts';
import type { Account } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { VenueBalances, VenueSession } from '../venues/venuePort.ts';
import type { OrderEvents } from './orderEvents.ts';
import type { Transfers } from './reconcile/types.ts';

/** Remembers the balances of live accounts from every answer of their venues. */
export interface BalanceMemory {
  /**
   * Returns the venue's answer, fresh or at most one second old; when our own limits delay the
   * question, one at most a minute old. Never returns an answer that an order of ours may have
   * changed since.
   */
  get(asked: AskedBalances, ask: () => Promise<VenueBalances>): Promise<TimedBalances>;
  /**
   * Returns the last answer if it is younger than `ageMsMax` and nothing has happened in the
   * account since.
   */
  recall(asked: AskedBalances, ageMsMax: number): TimedBalances | undefined;
  /**
   * Returns when an order, a fill or a transfer was last seen in an account, on the monotonic
   * clock.
   */
  changedAtMs(accountId: string): number | undefined;
  /** Returns the session; the balances that it reads are remembered as well. */
  watch(account: Account, session: VenueSession): VenueSession;
  /**
   * Returns the transfers; each counts as a change of balances when it is sent and when it is
   * settled.
   */
  watchTransfers(transfers: Transfers): Transfers;
}

interface AskedBalances {
  readonly account: Account;
  readonly marketType: MarketType;
}

export interface TimedBalances {
  readonly balances: VenueBalances;
  /** Time since the balances were asked for; undefined if that was just now. */
  readonly ageMs: number | undefined;
}

/** Screens and programs that ask within this time share one answer. */
const sharedMs = 1_000;
/** Maximum age of an answer: the comparison brings new balances each minute. */
const knownMs = 60_000;
/** A question that takes longer is answered with the remembered balances. */
const patienceMs = 800;
/** Maximum number of remembered answers: accounts times wallets. */
const rememberedMax = 10_000;

interface Known {
  readonly balances: VenueBalances;
  readonly askedMs: number;
  /** Number of changes of the account when it was asked. */
  readonly change: number;
}

interface MemoryDeps {
  readonly clock: Clock;
  readonly events: OrderEvents;
}

export function createBalanceMemory(deps: MemoryDeps): BalanceMemory {
  const { clock } = deps;
  const { changed, changedAtMs, read, readOnce, recall } = createReadings(deps);
  return {
    recall,
    changedAtMs,
    async get(asked, ask) {
      const fresh = recall(asked, sharedMs);
      if (fresh) return fresh;
      const timed = readOnce(asked, ask).then((balances) => ({ balances, ageMs: undefined }));
      if (!recall(asked, knownMs)) return timed;
      const answered = new AbortController();
      const late = clock.sleep(patienceMs, answered.signal).catch(() => undefined);
      try {
        const first = await Promise.race([timed, late]);
        return first ?? recall(asked, knownMs) ?? (await timed);
      } catch (error) {
        // Our own limiter refused, so the venue was not asked.
        const isHeldBack = error instanceof VenueUnavailableError && error.isHeldBack;
        const last = isHeldBack ? recall(asked, knownMs) : undefined;
        if (!last) throw error;
        return last;
      } finally {
        answered.abort();
        timed.catch(() => undefined);
      }
    },
    watchTransfers: (transfers) => ({
      async intended(account, move) {
        const id = await transfers.intended(account, move);
        changed({ accountId: account.id });
        return id;
      },
      async settled(account, id, outcome) {
        changed({ accountId: account.id });
        await transfers.settled(account, id, outcome);
      },
    }),
    watch(account, session) {
      return {
        ...session,
        balances: (marketType, signal) =>
          read({ account, marketType }, () => session.balances(marketType, signal)),
      };
    },
  };
}

/** Holds the last answers and the running questions. */
function createReadings({ clock, events }: MemoryDeps) {
  const known = createMemory<Known>(rememberedMax);
  const flights = new Map<string, Promise<VenueBalances>>();
  /** Number of events in each account: an answer to an earlier question is out of date. */
  const changes = createMemory<{ readonly count: number; readonly atMs: number }>(rememberedMax);
  const changed = ({ accountId }: { readonly accountId: string }): void => {
    const count = (changes.get(accountId)?.count ?? 0) + 1;
    changes.set(accountId, { count, atMs: clock.monotonic() });
  };
  events.onOrder(changed);
  events.onFill(changed);

  const changeOf = ({ account }: AskedBalances): number => changes.get(account.id)?.count ?? 0;
  const keyOf = ({ account, marketType }: AskedBalances): string => `${account.id} ${marketType}`;
  const read = async (
    asked: AskedBalances,
    ask: () => Promise<VenueBalances>,
  ): Promise<VenueBalances> => {
    const [askedMs, change] = [clock.monotonic(), changeOf(asked)];
    const balances = await ask();
    // When two answers cross, the one to the later question is newer.
    const isNewest = askedMs >= (known.get(keyOf(asked))?.askedMs ?? 0);
    if (isNewest) known.set(keyOf(asked), { balances, askedMs, change });
    return balances;
  };
  /** Asks one question at a time per wallet, unless something has happened since it was asked. */
  const readOnce = (asked: AskedBalances, ask: () => Promise<VenueBalances>) => {
    const key = `${keyOf(asked)} ${changeOf(asked)}`;
    const current = flights.get(key);
    if (current) return current;
    const answer = read(asked, ask).finally(() => flights.delete(key));
    flights.set(key, answer);
    return answer;
  };
  const recall = (asked: AskedBalances, ageMsMax: number): TimedBalances | undefined => {
    const last = known.get(keyOf(asked));
    if (!last || last.change !== changeOf(asked)) return undefined;
    const ageMs = clock.monotonic() - last.askedMs;
    return ageMs < ageMsMax ? { balances: last.balances, ageMs } : undefined;
  };
  const changedAtMs = (accountId: string) => changes.get(accountId)?.atMs;
  return { changed, changedAtMs, read, readOnce, recall };
}
