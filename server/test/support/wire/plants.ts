import type { Dialect } from '../../../src/trading/venues/shared/live/dialect.ts';
import { DialectRefusal } from '../../../src/trading/venues/shared/live/failures.ts';
import type { StreamMessage } from '../../../src/trading/venues/shared/live/userStreams.ts';
import type { VenueFill } from '../../../src/trading/venues/venuePort.ts';
import type { DialectPlant } from '../exchanges/requestPlants.ts';
import { portPlants } from '../plants/plant.ts';

/** A changed digit of the id: the same length and letters, but another id. */
const anotherId = (clientId: string) =>
  clientId.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));

/** Wraps every call that returns fills. */
function withFills(dialect: Dialect, change: (fills: readonly VenueFill[]) => VenueFill[]) {
  return {
    ...dialect,
    lookup: (call, ref) =>
      dialect.lookup({ ...call, heard: (fills) => call.heard(change(fills)) }, ref),
    fills: async (call, query) => change(await dialect.fills(call, query)),
  } satisfies Dialect;
}

/** Finds the orders of messages that came more than once. */
function messagesTwice() {
  const seen = new Set<string>();
  const orders = new Set<string>();
  return {
    has: (venueOrderId: string) => orders.has(venueOrderId),
    note(text: string, word: StreamMessage): StreamMessage {
      if (word.kind !== 'orders') return word;
      for (const { venueOrderId } of word.orders) {
        if (seen.has(text) && venueOrderId !== undefined) orders.add(venueOrderId);
      }
      seen.add(text);
      return word;
    },
  };
}

/** Mistakes between the service and the wire; runs with faults have to find each of them. */
export const wirePlants: readonly DialectPlant[] = portPlants<DialectPlant['change']>({
  /** ccxt#2599, nautilus#4215: a request without an answer is sent again. */
  'sent again after a failure': (dialect) => ({
    ...dialect,
    submit: (call, order) =>
      dialect
        .submit(call, order)
        .catch(() => dialect.submit(call, { ...order, clientId: anotherId(order.clientId) })),
  }),
  /** nautilus#4152: silence is taken for a refusal. */
  'a failure taken for a refusal': (dialect) => ({
    ...dialect,
    submit: (call, order) =>
      dialect.submit(call, order).catch(() => {
        throw new DialectRefusal('The exchange did not answer.');
      }),
  }),
  /** An order whose acknowledgement was lost cannot be found by its client id. */
  'found by the id of the exchange alone': (dialect) => ({
    ...dialect,
    lookup: async (call, ref) =>
      ref.venueOrderId === undefined ? undefined : dialect.lookup(call, ref),
  }),
  /** A look-up that fails is taken for an answer. */
  'a look that fails finds nothing': (dialect) => ({
    ...dialect,
    lookup: (call, ref) => dialect.lookup(call, ref).catch(() => undefined),
    fills: (call, query) => dialect.fills(call, query).catch(() => []),
  }),
  /** hummingbot#8457: fills during an outage of the stream stay unknown. */
  'the first fill of a list is left out': (dialect) => withFills(dialect, (all) => all.slice(1)),
  /** ccxt#18078: one execution under two ids. */
  'fills by the time they are read': (dialect) => {
    let reads = 0;
    return withFills(dialect, (all) => {
      reads += 1;
      return all.map((fill) => ({ ...fill, venueTradeId: `${fill.venueTradeId}-${reads}` }));
    });
  },
  /** ccxt#18078: a message that a stream sends twice is counted twice. */
  'a message that comes twice is a second fill': (dialect) => {
    const again = messagesTwice();
    const counted = (all: readonly VenueFill[]) =>
      all.flatMap((fill) =>
        again.has(fill.venueOrderId)
          ? [fill, { ...fill, venueTradeId: `${fill.venueTradeId}-again` }]
          : [fill],
      );
    return {
      ...withFills(dialect, counted),
      userStreams: (dialect.userStreams ?? []).map((stream) => ({
        ...stream,
        async prepare(call) {
          const prepared = await stream.prepare(call);
          return { ...prepared, read: (text) => again.note(text, prepared.read(text)) };
        },
      })),
    };
  },
  /** An order that filled in part is reported as unfilled. */
  'what was filled of a cancelled order is forgotten': (dialect) => ({
    ...dialect,
    lookup: async (call, ref) => {
      const state = await dialect.lookup(call, ref);
      return state?.status === 'canceled' ? { ...state, filled: '0', cost: '0' } : state;
    },
  }),
  /** A cancel whose answer is lost is taken for done. */
  'a cancel is believed': (dialect) => {
    const cancelled = new Set<string>();
    return {
      ...dialect,
      cancel: async (call, ref) => {
        cancelled.add(ref.clientId);
        await dialect.cancel(call, ref).catch(() => undefined);
      },
      lookup: async (call, ref) => {
        const state = await dialect.lookup(call, ref);
        const isTaken = state?.status === 'open' && cancelled.has(ref.clientId);
        return isTaken ? { ...state, status: 'canceled' } : state;
      },
    };
  },
});
