import type {
  RejectCode,
  VenueOrder,
  VenueOrderState,
} from '../../server/src/trading/venues/venuePort.ts';
import type { Chance } from './chance.ts';
import type { Checker } from './checker.ts';
import type { World } from './world.ts';
import type { Life } from './worldClock.ts';

/** State that the parts of one account's line share. */
export interface LineDeps {
  readonly world: World;
  readonly life: Life;
  readonly checker: Checker;
  readonly accountId: string;
  readonly chance: Chance;
}

export interface Unknown {
  readonly kind: 'unknown';
  readonly message: string;
}

/** Maximum milliseconds to a venue and back. */
const latencyMsMax = 80;
/**
 * A reset connection is noticed within this time; otherwise the caller waits until its deadline.
 */
const resetMsMax = 800;
/** Requests are refused when a clock is further off than this (recvWindow of the venues: 5 s). */
const windowMs = 5_000;

export function latency({ world, chance }: LineDeps): Promise<void> {
  return world.clock.sleep(chance.integer(1, latencyMsMax));
}

/** Answers nothing: the connection breaks soon, or the caller waits until its deadline. */
export async function unanswered({ world, chance }: LineDeps, signal: AbortSignal) {
  const broken = world.clock.sleep(chance.integer(10, resetMsMax));
  await (chance.happens(0.5) ? broken : aborted(signal));
  return unknown('the connection was lost');
}

export function unknown(message: string): Unknown {
  return { kind: 'unknown', message };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export interface Refusal {
  readonly code: RejectCode;
  readonly message: string;
}

/** Returns why the venue refuses every call now. */
export function refusalOf(
  { world, accountId }: LineDeps,
  place: 'submit' | 'cancel' | 'lookup' | 'read',
): Refusal | undefined {
  const { faults, venues } = world;
  if (venues.isKeyRevoked || venues.revoked.has(accountId)) {
    faults.fired('F18', venues.isKeyRevoked ? place : 'key of one account');
    return { code: 'OTHER', message: 'Invalid API key.' };
  }
  const refusedInSilence = venues.silenced.get(accountId);
  if (refusedInSilence !== undefined) {
    faults.fired('F9', place);
    venues.silenced.set(accountId, refusedInSilence + 1);
    return { code: 'NOT_SENT', message: 'The exchange has asked us not to call.' };
  }
  const closed = venues.closed.get(accountId);
  if (closed === 'maintenance') {
    faults.fired('F19', place);
    return { code: 'OTHER', message: 'The system is under maintenance.' };
  }
  if (closed === 'halted' && place === 'submit') {
    faults.fired('F19', 'symbol halted');
    return { code: 'OTHER', message: 'Trading of the symbol is halted.' };
  }
  if (Math.abs(venues.skewMs) <= windowMs) return undefined;
  faults.fired('F8', 'receive window');
  return { code: 'OTHER', message: 'Timestamp outside of the receive window.' };
}

/** Returns the state with times of the venue's own clock. */
export function skewed({ world }: LineDeps, state: VenueOrderState): VenueOrderState {
  const { skewMs } = world.venues;
  if (skewMs === 0) return state;
  world.faults.fired('F8', 'venue skewed');
  return {
    ...state,
    createdAtMs: state.createdAtMs + skewMs,
    updatedAtMs: state.updatedAtMs + skewMs,
    lastTradeAtMs: state.lastTradeAtMs === undefined ? undefined : state.lastTradeAtMs + skewMs,
  };
}

export function nameOf({ clientId, side, type, quantity, price }: VenueOrder): string {
  return `${clientId} ${side} ${type} ${quantity} ${price ?? ''}`;
}
