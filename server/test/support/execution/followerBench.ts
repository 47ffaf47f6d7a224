import { onTestFinished } from 'vitest';
import type { OrderLink } from '../../../src/trading/venues/shared/live/dialect.ts';
import { createFollower } from '../../../src/trading/venues/shared/live/follower.ts';
import type {
  LookupOutcome,
  OrderRef,
  VenueOrderState,
} from '../../../src/trading/venues/venuePort.ts';
import { createManualClock } from '../manualClock.ts';
import { limitOrder, stateOf as stateOfOrder } from './orders.ts';

const { symbol } = limitOrder;

/** Names of orders are single letters; their ids begin with it. */
export const idOf = (name: string) => name.repeat(32).slice(0, 32);
export const refOf = (name: string): OrderRef => ({
  clientId: idOf(name),
  venueOrderId: undefined,
  symbol,
  marketType: 'spot',
});
export const stateOf = (name: string, changes: Partial<VenueOrderState> = {}): VenueOrderState =>
  stateOfOrder(
    { ...limitOrder, clientId: idOf(name) },
    { venueOrderId: `v-${name}`, createdAtMs: 1, updatedAtMs: 1, ...changes },
  );

/** Starts a follower of orders whose look-ups are answered by hand. */
export function startFollower({ isLive = true } = {}) {
  const clock = createManualClock();
  const asked: string[] = [];
  const told: string[] = [];
  const links = new Map<string, OrderLink>();
  const waiting: ((outcome: LookupOutcome) => void)[] = [];
  let counted = 0;
  const venue = {
    isLive,
    changes: 0,
    inFlight: [] as readonly OrderRef[] | Error,
    answer: undefined as LookupOutcome | undefined,
  };
  const follower = createFollower({
    clock,
    links,
    lookup: (ref) => {
      asked.push(`${ref.clientId[0]} ${clock.monotonic()}`);
      const { answer } = venue;
      if (answer) return Promise.resolve(answer);
      return new Promise((resolve) => waiting.push(resolve));
    },
    isLive: () => venue.isLive,
    async inFlight() {
      if (venue.inFlight instanceof Error) throw venue.inFlight;
      return venue.inFlight;
    },
    groupOf: (marketType) => (marketType === 'spot' ? 'spot' : 'contracts'),
    pollGapMs: () => 500,
    auditMs: () => 30_000,
    told: (state) => told.push(`${state.clientId?.[0]} ${state.status} ${state.filled}`),
    changed: () => {
      counted += 1;
    },
  });
  onTestFinished(() => follower.stop());
  const rest = (...names: readonly string[]) => {
    for (const name of names) follower.heard(refOf(name), stateOf(name));
  };
  /** Answers the oldest look-up that waits. */
  const answer = async (outcome: LookupOutcome) => {
    waiting.shift()?.(outcome);
    await clock.advance(0);
  };
  const found = (order: VenueOrderState): LookupOutcome => ({ kind: 'found', order });
  const changes = () => counted;
  return { clock, follower, asked, told, links, venue, rest, answer, found, waiting, changes };
}
