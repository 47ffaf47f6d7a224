import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { always, toPacket } from '../../stream/index.ts';
import type { Outbox, Packet, PacketSource } from '../../stream/types.ts';
import type { Hold, Orderbook } from '../types.ts';
import { type StreamRequest, toSnapshotEvent } from '../wire.ts';
import type { Hub, Membership } from './hub.ts';

export interface BookLimits {
  /** Maximum number of symbols that one connection may follow. */
  readonly symbolsMax: number;
}

export interface ClientDeps {
  readonly hub: Hub;
  readonly orderbook: Pick<Orderbook, 'hold' | 'venues' | 'book'>;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly limits: BookLimits;
}

/** The books that one client follows. */
export interface BookClient {
  subscribe(request: StreamRequest & { kind: 'subscribe' }): void;
  unsubscribe(symbol: InstrumentSymbol): void;
  show(request: StreamRequest & { kind: 'snapshot' }): void;
  subscriptionCount(): number;
  close(): void;
}

interface Subscription {
  readonly hold: Hold;
  /** Undefined while the first snapshot waits for a book. */
  membership: Membership | undefined;
  cancelWait: Cancel;
}

/** Executes well-formed requests. */
export function createBookClient(deps: ClientDeps, fail: (message: string) => void): BookClient {
  const { hub, outbox } = deps;
  const subscriptions = new Map<InstrumentSymbol, Subscription>();

  const subscribe = (request: StreamRequest & { kind: 'subscribe' }): void => {
    const { symbol, includeGlobal, depth } = request;
    const former = subscriptions.get(symbol);
    const { symbolsMax } = deps.limits;
    if (!former && subscriptions.size >= symbolsMax) {
      fail(`Subscription failed: at most ${symbolsMax} symbols on one connection`);
      return;
    }
    // The new references are added before the old ones are released, so that no upstream closes in
    // between.
    const hold = deps.orderbook.hold(symbol, request.venues);
    if (former) end(former);
    const { venues } = hold;
    const subscription: Subscription = { hold, membership: undefined, cancelWait: noWait };
    subscriptions.set(symbol, subscription);
    const answer = { symbol, venues: [...venues], include_global: includeGlobal, depth };
    outbox.answer(always(toPacket('subscribed', answer)));
    subscription.cancelWait = whenThereIsData(deps, { symbol, venues }, () => {
      const membership = hub.join(outbox, { symbol, venues, depth, includeGlobal });
      subscription.membership = membership;
      begin(deps, { symbol, venues, membership });
    });
  };

  const unsubscribe = (symbol: InstrumentSymbol): void => {
    const subscription = subscriptions.get(symbol);
    if (!subscription) {
      fail(`Not subscribed to ${symbol}`);
      return;
    }
    end(subscription);
    subscriptions.delete(symbol);
    outbox.answer(always(toPacket('unsubscribed', { symbol })));
  };

  const show = ({ symbol, venues }: StreamRequest & { kind: 'snapshot' }): void =>
    outbox.answer({
      packetFor() {
        const packet = hub.snapshot(symbol, venues);
        if (packet) subscriptions.get(symbol)?.membership?.showed(venues);
        const among = venues.length < deps.orderbook.venues.length ? venues : [];
        return packet ?? noBook(symbol, among);
      },
    });

  return {
    subscribe,
    unsubscribe,
    show,
    subscriptionCount: () => subscriptions.size,
    close() {
      for (const subscription of subscriptions.values()) end(subscription);
      subscriptions.clear();
    },
  };
}

/** @param among The venues that were requested; none when all were. */
function noBook(symbol: InstrumentSymbol, among: readonly VenueId[]): Packet {
  const where = among.length > 0 ? ` on ${among.join(', ')}` : '';
  return toPacket('error', { message: `No orderbook data available for ${symbol}${where}` });
}

interface Shown {
  readonly symbol: InstrumentSymbol;
  readonly venues: readonly VenueId[];
  readonly membership: Membership;
}

/** Queues the snapshot of a new subscription and the global book. */
function begin(deps: ClientDeps, shown: Shown): void {
  const { outbox } = deps;
  outbox.answer(firstSnapshot(deps, shown));
  if (shown.membership.globalRoom) outbox.schedule(shown.membership.globalRoom);
  outbox.flush();
}

/**
 * The snapshot of a new subscription. It is made when it can be sent, so that it is the newest. It
 * is sent even without any book: the map is then empty and the books follow as updates.
 */
function firstSnapshot({ hub, clock }: ClientDeps, shown: Shown): PacketSource {
  const { symbol, venues, membership } = shown;
  return {
    packetFor() {
      membership.showed(venues);
      const nowMs = clock.now();
      return (
        hub.snapshot(symbol, venues) ??
        toPacket('orderbook_snapshot', toSnapshotEvent(symbol, [], { depth: 0, nowMs }))
      );
    },
  };
}

function end(subscription: Subscription): void {
  subscription.cancelWait();
  subscription.membership?.leave();
  subscription.hold.release();
}

const noWait: Cancel = () => undefined;

/** The first book of a cold symbol comes within a second or so, or not soon. */
const firstDataMsMax = 2_000;
/** Once one venue has data the others get this long to be in the same snapshot. */
const gatherMs = 250;
const lookEveryMs = 25;

/**
 * Begins at once when any venue has data (design, "snapshot while some venues are pending"). On a
 * cold symbol it waits a little, so that the only full snapshot is not an empty one.
 */
function whenThereIsData(
  { orderbook, clock }: ClientDeps,
  { symbol, venues }: { symbol: InstrumentSymbol; venues: readonly VenueId[] },
  begin: () => void,
): Cancel {
  const missing = () => venues.filter((venue) => !orderbook.book(symbol, venue)).length;
  if (missing() < venues.length) {
    begin();
    return noWait;
  }
  const startMs = clock.monotonic();
  let firstDataMs: number | undefined;
  const cancel = clock.every(lookEveryMs, () => {
    const nowMs = clock.monotonic();
    const left = missing();
    if (left < venues.length) firstDataMs ??= nowMs;
    const gathered = firstDataMs !== undefined && nowMs - firstDataMs >= gatherMs;
    if (left > 0 && !gathered && nowMs - startMs < firstDataMsMax) return;
    cancel();
    begin();
  });
  return cancel;
}
