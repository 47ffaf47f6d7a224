import type { VenueOrderState, VenueSession } from '../../server/src/trading/venues/venuePort.ts';
import { portPlants } from '../../server/test/support/plants/plant.ts';
import type { PortsMaker } from './plantedPorts.ts';

const noSignal = () => new AbortController().signal;

/** Mistakes in the handling of a venue's answers. */
const mistakes = {
  'resend-on-timeout': () => ({
    session: (session) => ({
      ...session,
      async submit(order, signal) {
        const outcome = await session.submit(order, signal);
        return outcome.kind === 'unknown' ? session.submit(order, noSignal()) : outcome;
      },
    }),
  }),
  'rejected-on-timeout': () => ({
    session: (session) => ({
      ...session,
      async submit(order, signal) {
        const outcome = await session.submit(order, signal);
        return outcome.kind === 'unknown'
          ? { ...outcome, kind: 'rejected', code: 'OTHER' }
          : outcome;
      },
    }),
  }),
  'new-client-id-on-retry': () => ({
    session: (session) => ({
      ...session,
      async submit(order, signal) {
        const outcome = await session.submit(order, signal);
        if (outcome.kind !== 'unknown') return outcome;
        const clientId = [...order.clientId].reverse().join('');
        return session.submit({ ...order, clientId }, noSignal());
      },
    }),
  }),
  'cancelled-on-unknown': () => ({ session: (session) => withCancelBelieved(session) }),
} satisfies Readonly<Record<string, PortsMaker>>;

export const sessionPlants = portPlants<PortsMaker>(mistakes, {
  'resend-on-timeout': /is sent twice/,
  'rejected-on-timeout': /was rejected and became|after its row said rejected/,
});

function withCancelBelieved(session: VenueSession): VenueSession {
  const known = new Map<string, VenueOrderState>();
  const note = (order: VenueOrderState) => known.set(order.clientId ?? '', order);
  return {
    ...session,
    async submit(order, signal) {
      const outcome = await session.submit(order, signal);
      if (outcome.kind === 'acknowledged') note(outcome.order);
      return outcome;
    },
    async cancel(ref, signal) {
      const outcome = await session.cancel(ref, signal);
      const last = known.get(ref.clientId);
      if (outcome.kind !== 'unknown' || !last) return outcome;
      return { kind: 'done', order: { ...last, status: 'canceled' } };
    },
  };
}
