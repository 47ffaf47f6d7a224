import type { Clock } from '../../../kit/clock.ts';
import { toPacket } from '../../stream/index.ts';
import { createTurn, newsOf } from '../../stream/keyed/index.ts';
import type { Feed, Follower, Grant, Name } from '../../stream/keyed/types.ts';
import type { PacketSource } from '../../stream/types.ts';
import type {
  AlgorithmEvents,
  AlgorithmRecord,
  AlgorithmSnapshot,
  HistoryEntry,
} from '../types.ts';
import { toAlgorithmEvent, toAlgorithmUpdate } from './wire.ts';

/** Numbers the events of all algorithms and passes them to subscribers. */
export interface AlgorithmFeed extends Feed<Name> {
  /** Returns the number of the last event of what is granted; 0 before the first. */
  sequenceOf(grant: Pick<Grant<Name>, 'subject' | 'accountIds'>): number;
}

interface AlgorithmFeedDeps {
  readonly news: AlgorithmEvents;
  readonly clock: Clock;
  /** Number of algorithms whose last sequence numbers are kept. */
  readonly knownMax: number;
}

interface Following {
  readonly grant: Grant<Name>;
  readonly follower: Follower;
}

export function createAlgorithmFeed({ news, clock, knownMax }: AlgorithmFeedDeps): AlgorithmFeed {
  let sequence = 0;
  const lasts = createLasts(knownMax);
  const followings = new Set<Following>();
  const turn = createTurn(clock);

  const take = (snapshot: AlgorithmSnapshot, entries: readonly HistoryEntry[]): void => {
    const { record } = snapshot;
    const events = entries.map((entry) => eventNews(record.id, entry, ++sequence));
    const update = updateNews(snapshot, ++sequence);
    lasts.remember(record, sequence);
    for (const { grant, follower } of followings) {
      if (!covers(grant, record)) continue;
      const { backlog, outbox } = follower;
      for (const event of events) backlog.event(event);
      backlog.state(record.id, update);
      turn.wake(outbox);
    }
  };
  const cancel = news.onChange(take);

  return {
    join(grant, follower) {
      const following = { grant, follower };
      followings.add(following);
      return () => followings.delete(following);
    },
    sequenceOf: (grant) => lasts.lastOf((record) => covers(grant, record)),
    close() {
      cancel();
      turn.close();
    },
  };
}

type Named = Pick<AlgorithmRecord, 'id' | 'accountIds'>;

function covers(
  { subject, accountIds }: Pick<Grant<Name>, 'subject' | 'accountIds'>,
  record: Named,
): boolean {
  if (subject !== undefined) return subject === record.id;
  return record.accountIds.every((id) => accountIds?.includes(id) ?? true);
}

function eventNews(id: string, entry: HistoryEntry, sequence: number): PacketSource {
  return newsOf(() => toPacket('algorithm_event', toAlgorithmEvent(id, entry, sequence)));
}

function updateNews(snapshot: AlgorithmSnapshot, sequence: number): PacketSource {
  return newsOf(() => toPacket('algorithm_update', toAlgorithmUpdate(snapshot, sequence)));
}

/** Keeps the newest algorithms with their last numbers. */
function createLasts(knownMax: number) {
  /** Oldest number first. */
  const known = new Map<string, { readonly record: Named; readonly sequence: number }>();
  return {
    remember({ id, accountIds }: Named, sequence: number): void {
      known.delete(id);
      known.set(id, { record: { id, accountIds }, sequence });
      if (known.size <= knownMax) return;
      const oldest = known.keys().next();
      if (!oldest.done) known.delete(oldest.value);
    },
    /**
     * Returns the last number; 0 for a forgotten one, whose client reads it by REST once too often.
     */
    lastOf(isMeant: (record: Named) => boolean): number {
      let last = 0;
      for (const { record, sequence } of known.values()) if (isMeant(record)) last = sequence;
      return last;
    },
  };
}
