import type { Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import { backoffMs, type RetryAdvice, retry } from '../../kit/retry.ts';
import { MarketSourceError } from '../model/marketSourceError.ts';
import type { VenueId } from '../model/venue.ts';

/** A value that an exchange returned, and its time. */
export interface Loaded<Value> {
  readonly value: Value;
  /** Epoch ms. */
  readonly atMs: number;
}

/**
 * One value per exchange: served as it is, however old, and loaded again in the background when it
 * is used after its time. There is one load at a time per exchange; after a failure the next one
 * waits.
 */
export interface VenueLoads<Value> {
  peek(venue: VenueId): Loaded<Value> | undefined;
  /** Starts to load values that are missing or too old, unless they are loading or must wait. */
  touch(): void;
  /** Call it when the known value may be out of date: it is loaded again, at most once a minute. */
  doubt(venue: VenueId): void;
  /** Loads now, or waits for the load in progress. Rejects when the exchange does not answer. */
  load(venue: VenueId): Promise<Loaded<Value>>;
  /** Resolves once no first load of these exchanges is in progress. */
  firstLoads(venues?: readonly VenueId[]): Promise<void>;
  /** Resolves once every load in progress has ended or failed. */
  underWay(): Promise<void>;
  /** Takes a value of an earlier run, unless a newer one is known; it counts as too old. */
  restore(venue: VenueId, loaded: Loaded<Value>): void;
  /** Aborts loads in progress. */
  stop(): void;
}

interface VenueLoadsDeps<Value> {
  /** Name of the values, for the log. */
  readonly what: string;
  readonly venues: readonly VenueId[];
  readonly fetch: (venue: VenueId, signal: AbortSignal) => Promise<Value>;
  readonly ttlMs: number;
  readonly backoff: { readonly firstDelayMs: number; readonly delayMsMax: number };
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called after every load that succeeded. */
  readonly onLoaded: (venue: VenueId, loaded: Loaded<Value>) => void;
}

/**
 * Deadline of a load. The largest lists take ten seconds on a slow line; its retries are within the
 * time, too.
 */
const loadDeadlineMs = 30_000;
/**
 * Maximum number of attempts: a dropped connection deserves a second and a third try, an exchange
 * in trouble no more.
 */
const attemptsMax = 3;
const attemptDelays = { firstDelayMs: 500, delayMsMax: 4_000 };
/** Longest pause within a load: an exchange that wants more is left alone until the next load. */
const retryAfterMsMax = 10_000;

/** Age below which a doubted value is not loaded again: the next one would have the same error. */
const freshMs = 60_000;

interface Slot<Value> {
  known: Loaded<Value> | undefined;
  /** Monotonic ms from which the value counts as too old. */
  oldFromMs: number;
  /** Monotonic ms before which nothing is loaded in the background. */
  restUntilMs: number;
  failures: number;
  flight: Promise<Loaded<Value>> | undefined;
}

export function createVenueLoads<Value>(deps: VenueLoadsDeps<Value>): VenueLoads<Value> {
  const { clock, venues } = deps;
  const slots = new Map(venues.map((venue) => [venue, emptySlot<Value>()]));
  const stopping = new AbortController();

  const start = (venue: VenueId, slot: Slot<Value>): Promise<Loaded<Value>> => {
    const flight = loadOnce(deps, venue, stopping.signal).then(
      (value) => {
        const loaded = { value, atMs: clock.now() };
        const oldFromMs = clock.monotonic() + deps.ttlMs;
        Object.assign(slot, { ...rested, known: loaded, oldFromMs });
        deps.onLoaded(venue, loaded);
        return loaded;
      },
      (error: unknown) => {
        slot.flight = undefined;
        slot.failures += 1;
        slot.restUntilMs = clock.monotonic() + restMs(deps, slot.failures, error);
        if (!stopping.signal.aborted) logFailure(deps, venue, error);
        throw error;
      },
    );
    slot.flight = flight;
    return flight;
  };

  const touch = (): void => {
    if (stopping.signal.aborted) return;
    const due = [...slots].filter(([, slot]) => isDue(slot, clock.monotonic()));
    // The log has it already; callers that wait for the first load go on without it.
    for (const [venue, slot] of due) start(venue, slot).catch(() => undefined);
  };

  return {
    peek: (venue) => slots.get(venue)?.known,
    touch,
    doubt(venue) {
      doubtSlot(slots.get(venue), deps);
      touch();
    },
    load(venue) {
      const slot = slots.get(venue);
      if (!slot) return Promise.reject(new MarketSourceError(`No ${deps.what} of ${venue}.`));
      return slot.flight ?? start(venue, slot);
    },
    async firstLoads(among = venues) {
      const asked = among.flatMap((venue) => slots.get(venue) ?? []);
      const first = asked.filter(({ known }) => known === undefined);
      await Promise.allSettled(first.map(({ flight }) => flight));
    },
    async underWay() {
      await Promise.allSettled(Array.from(slots.values(), ({ flight }) => flight));
    },
    restore(venue, loaded) {
      const slot = slots.get(venue);
      if (slot && !slot.known) slot.known = loaded;
    },
    stop: () => stopping.abort(new MarketSourceError('The service is stopping.')),
  };
}

const rested = { failures: 0, flight: undefined, restUntilMs: 0 } as const;

function isDue<Value>(slot: Slot<Value>, nowMs: number): boolean {
  return !slot.flight && nowMs >= slot.oldFromMs && nowMs >= slot.restUntilMs;
}

function doubtSlot<Value>(
  slot: Slot<Value> | undefined,
  { clock, ttlMs }: VenueLoadsDeps<Value>,
): void {
  if (!slot) return;
  const nowMs = clock.monotonic();
  const isFresh = nowMs < slot.oldFromMs - ttlMs + freshMs;
  if (!isFresh) slot.oldFromMs = Math.min(slot.oldFromMs, nowMs);
}

function emptySlot<Value>(): Slot<Value> {
  return {
    known: undefined,
    oldFromMs: Number.NEGATIVE_INFINITY,
    restUntilMs: Number.NEGATIVE_INFINITY,
    failures: 0,
    flight: undefined,
  };
}

/** Loads with retries, cut off at the deadline even when the source ignores the signal. */
async function loadOnce<Value>(
  { fetch, clock, random }: VenueLoadsDeps<Value>,
  venue: VenueId,
  stopping: AbortSignal,
): Promise<Value> {
  const late = () =>
    new MarketSourceError(`${venue} did not answer within ${loadDeadlineMs / 1000} s.`);
  return withDeadline({ clock, limitMs: loadDeadlineMs, signal: stopping, late }, (signal) =>
    retry(async () => fetch(venue, signal), {
      clock,
      random,
      attemptsMax,
      signal,
      advise,
      ...attemptDelays,
    }),
  );
}

function advise(error: unknown): RetryAdvice {
  if (!(error instanceof MarketSourceError)) return { again: false };
  const afterMs = error.retryAfterMs ?? 0;
  return afterMs > retryAfterMsMax ? { again: false } : { again: true, afterMs };
}

/** Returns the pause of an exchange after a failed load. */
function restMs<Value>(deps: VenueLoadsDeps<Value>, failures: number, error: unknown): number {
  const own = error instanceof MarketSourceError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(own, backoffMs(failures, { ...deps.backoff, random: deps.random }));
}

function logFailure<Value>(deps: VenueLoadsDeps<Value>, venue: VenueId, error: unknown): void {
  const fields = { venue, error: errorText(error) };
  if (error instanceof MarketSourceError) deps.logger.warn(fields, `${deps.what} not loaded`);
  else deps.logger.error(fields, `${deps.what} not loaded: internal error`);
}

/** Returns the reason of a failed load that may be shown. */
export function failureReason(error: unknown): string {
  return error instanceof MarketSourceError ? error.message : 'An internal error; see the log.';
}

/** Waits for the work, but at most for that time. */
export async function waitAtMost(
  clock: Clock,
  waitMs: number,
  work: Promise<unknown>,
): Promise<void> {
  const done = new AbortController();
  const finished = work.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([finished, clock.sleep(waitMs, done.signal)]);
  done.abort();
}
