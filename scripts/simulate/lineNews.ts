import type { SessionEvents } from '../../server/src/trading/venues/venuePort.ts';
import { type LineDeps, skewed } from './lineState.ts';

/** Maximum delay of a slow stream; a longer one is a cut, and a cut comes with a crash here. */
const lateMsMax = 6_000;
/** Minimum delay of held news: longer than the answer to a cancel takes. */
const heldMsMin = 500;

/** Returns the venue's news as a faulty stream delivers them. */
export function newsThrough(deps: LineDeps, events: SessionEvents): SessionEvents {
  const { world, life, chance } = deps;
  const { faults, venues, clock, trace } = world;
  const tell = (what: 'order' | 'fill', clientId: string | undefined, say: () => void): void => {
    const told = () => {
      if (!life.isOver) say();
    };
    if (venues.held.has(clientId ?? '')) {
      clock.schedule(chance.integer(heldMsMin, lateMsMax), told);
      return;
    }
    if (!faults.strikes('F3')) {
      told();
      return;
    }
    if (chance.happens(0.5)) {
      faults.fired('F3', `${what} doubled`);
      told();
      told();
      return;
    }
    faults.fired('F3', `${what} late`);
    clock.schedule(chance.integer(20, lateMsMax), told);
  };
  const original = (clientId: string | undefined) =>
    clientId === undefined ? undefined : (venues.aliases.get(clientId) ?? clientId);
  return {
    order(state) {
      trace.add(`news order ${state.clientId} ${state.status} ${state.filled}`);
      if (venues.underWay.has(state.clientId ?? '')) faults.fired('F3', 'before the answer');
      tell('order', state.clientId, () =>
        events.order({ ...skewed(deps, state), clientId: original(state.clientId) }),
      );
    },
    fill(fill) {
      trace.add(`news fill ${fill.clientId} ${fill.venueTradeId} ${fill.quantity}`);
      const atMs = fill.atMs + venues.skewMs;
      tell('fill', fill.clientId, () =>
        events.fill({ ...fill, atMs, clientId: original(fill.clientId) }),
      );
    },
  };
}
