import type { Clock } from '../../../../kit/clock.ts';
import { errorText } from '../../../../kit/errors.ts';
import type { CallAim, CallPurpose } from '../../../model/callPurpose.ts';
import { placeKey, type VenuePlace } from '../../../model/venuePlace.ts';
import { NotSentError, type TradeAnswer, type TradeSend } from '../live/tradeHttp.ts';
import { type ClockFigures, type ClockState, createClockWatch } from './clockWatch.ts';
import { createGovernor, type Governor, type GovernorFigures, type NewBan } from './governor.ts';
import type { SpentBefore } from './rateBudget.ts';
import { RateLimitedError } from './rateLimitedError.ts';
import type { OutgoingCall, RatedAs, VenueLimits } from './venueLimits.ts';

/** Clocks that are kept by NTP move by milliseconds in this time; one that is set shows at once. */
const compareEveryMs = 5 * 60_000;
/** After a failed comparison, or a signature whose time was refused: soon, but not in a burst. */
const compareAgainMs = 30_000;

export interface GateObserver {
  banned(ban: NewBan & { readonly place: VenuePlace; readonly group: string }): void;
  /** The offset is the exchange's time minus ours. */
  clockChanged(change: {
    readonly place: VenuePlace;
    readonly group: string;
    readonly state: ClockState;
    readonly offsetMs: number;
  }): void;
}

export interface GatesDeps {
  readonly clock: Clock;
  /** Ends comparisons that are under way. */
  readonly signal: AbortSignal;
  readonly observer: GateObserver;
  /** Replaces the limits of the exchanges. */
  readonly limitsOf?: ((limits: VenueLimits) => VenueLimits) | undefined;
}

/** A call that may be made. */
export interface Passed extends RatedAs {
  readonly credential: string | undefined;
  readonly isPublic: boolean;
  readonly purpose: CallPurpose;
}

/** The gate before all requests of one class of ccxt, whichever account makes them. */
export interface Gate {
  /**
   * Waits until the call may be signed and sent, which must then happen at once. Rejects with
   * `RateLimitedError` or `NotSentError`.
   */
  enter(
    call: OutgoingCall & {
      /** A name for the key that signs; public calls have none. */
      readonly credential: string | undefined;
      readonly aim: CallAim;
    },
    signal: AbortSignal,
  ): Promise<Passed>;
  /** Called with every answer. */
  recordAnswer(passed: Passed, answer: TradeAnswer): void;
  /** Returns what is added to our time for a signature. */
  correctionMs(): number;
  /** Returns the latest possible time at the exchange; undefined until the clocks are compared. */
  latestMs(): number | undefined;
  /**
   * Compares the clocks now, also when nobody uses the exchange; its connection stays open for a
   * while after that. Never rejects.
   */
  compare(): Promise<void>;
}

export interface GateFigures {
  readonly place: VenuePlace;
  readonly groups: readonly (GovernorFigures & { readonly group: string })[];
  readonly clock: ClockFigures & { readonly group: string };
}

/** The gates of all exchanges that are in use. */
export interface Gates {
  of(exchange: {
    readonly place: VenuePlace;
    readonly ccxtClass: string;
    readonly limits: VenueLimits;
    /** Sends to the place, which counts its own calls and has its own clock. */
    readonly send: TradeSend;
  }): Gate;
  /** A process before this one has spent so much of every window, of whatever is asked from now. */
  spendBefore(before: SpentBefore): void;
  figures(): readonly GateFigures[];
}

export function createGates(deps: GatesDeps): Gates {
  /** By class and place: seven, and as many more as other places are in use. */
  const opened = new Map<string, OpenGate>();
  let spentBefore: SpentBefore | undefined;
  return {
    of({ place, ccxtClass, limits, send }) {
      const key = `${ccxtClass} ${placeKey(place)}`;
      const known = opened.get(key);
      if (known) return known;
      const own = deps.limitsOf?.(limits) ?? limits;
      const gate = openGate({ ...deps, place, send, limits: own, spentBefore });
      opened.set(key, gate);
      return gate;
    },
    spendBefore(before) {
      spentBefore = before;
      for (const gate of opened.values()) gate.spendBefore(before);
    },
    figures: () => [...opened.values()].map((gate) => gate.figures()),
  };
}

type OpenGate = Gate & Pick<Gates, 'spendBefore'> & { figures(): GateFigures };
type Parts = GatesDeps & {
  readonly place: VenuePlace;
  readonly send: TradeSend;
  readonly limits: VenueLimits;
  readonly spentBefore: SpentBefore | undefined;
};

function openGate(parts: Parts): OpenGate {
  const { clock, place, limits, observer } = parts;
  const governors = governorsOf(parts);
  const { watch, compareNow, compareIfDue, compareSoon } = createComparison(parts, governors);
  return {
    async enter({ credential, aim, ...call }, signal) {
      compareIfDue();
      const rated = limits.rate(call, clock.now());
      const isPublic = /public/i.test(call.api);
      const own = isPublic ? undefined : credential;
      try {
        await governors.of(rated.group).acquire({ ...rated, ...aim, credential: own }, signal);
      } catch (error) {
        if (error instanceof RateLimitedError) throw error;
        const reason = signal.aborted ? 'The call was abandoned before it was sent.' : '';
        throw new NotSentError(reason || errorText(error), { cause: error });
      }
      return { ...rated, credential: own, isPublic, purpose: aim.purpose };
    },
    recordAnswer(passed, answer) {
      const nowMs = clock.now() + watch.correctionMs();
      const { isClockRefused, ...told } = limits.readLimits(answer, { ...passed, nowMs });
      const { group, credential, purpose } = passed;
      const ban = governors.of(group).recordAnswer({ ...told, credential, purpose });
      if (ban) observer.banned({ place, group, ...ban });
      if (isClockRefused) compareSoon();
    },
    correctionMs: () => watch.correctionMs(),
    latestMs: () => watch.latestMs(),
    compare: compareNow,
    spendBefore(before) {
      for (const [, governor] of governors.all()) governor.spendBefore(before);
    },
    figures: () => ({
      place,
      groups: governors.all().map(([group, each]) => ({ group, ...each.figures() })),
      clock: { group: limits.clock.group, ...watch.figures() },
    }),
  };
}

/** Creates one governor for each group of hosts. */
function governorsOf({ clock, limits, spentBefore }: Parts) {
  const all = Object.entries(limits.groups).map(([group, rules]): readonly [string, Governor] => [
    group,
    createGovernor({ clock, rules, spentBefore }),
  ]);
  const byGroup = new Map(all);
  return {
    all: () => all,
    of(group: string): Governor {
      const found = byGroup.get(group);
      if (!found) throw new Error(`The limits name no group ${group}.`);
      return found;
    },
  };
}

/** Compares the clocks while the exchange is in use, beside its calls. */
function createComparison(
  { clock, send, signal, place, limits, observer }: Parts,
  governors: ReturnType<typeof governorsOf>,
) {
  const { group, bounds, request, read } = limits.clock;
  const watch = createClockWatch({
    clock,
    bounds,
    observer: {
      stateChanged: (state, offsetMs) => observer.clockChanged({ place, group, state, offsetMs }),
    },
  });
  let begunAtMs = Number.NEGATIVE_INFINITY;
  let dueAtMs = Number.NEGATIVE_INFINITY;
  const compareSoon = () => {
    dueAtMs = Math.min(dueAtMs, begunAtMs + compareAgainMs);
  };
  const compare = async () => {
    const governor = governors.of(group);
    await governor.acquire({ kind: 'read', purpose: 'comparison' }, signal);
    const answered = watch.begin();
    const answer = await send(request, signal);
    const asked = { group, kind: 'read', isPublic: true, nowMs: clock.now() } as const;
    const { isClockRefused: _, ...told } = limits.readLimits(answer, asked);
    const ban = governor.recordAnswer({ ...told, purpose: 'comparison' });
    if (ban) observer.banned({ place, group, ...ban });
    const time = read(answer);
    if (time) answered(time);
    else compareSoon();
  };
  const compareNow = (): Promise<void> => {
    begunAtMs = clock.monotonic();
    dueAtMs = begunAtMs + compareEveryMs;
    // It only reports: what was not compared is compared later.
    return compare().catch(compareSoon);
  };
  return {
    watch,
    compareSoon,
    compareNow,
    compareIfDue() {
      if (clock.monotonic() >= dueAtMs) void compareNow();
    },
  };
}
