import type { Clock } from '../../../../kit/clock.ts';

/**
 * Number of round trips to choose the best of: one slow connection must not decide, and an old one
 * not for ever.
 */
const samplesMax = 8;

/**
 * A difference worth reporting: NTP keeps a clock within a tenth of it, and few exchanges accept
 * times further in the future.
 */
const apartMs = 1_000;

/**
 * A clock at its bound would change state with each sample, so it counts as well again only at this
 * part of the bound.
 */
const settledShare = 0.8;

/**
 * Below half a second no exchange refuses our signatures, and our own clock is steadier than the
 * measurement; an offset that is uncertain by half a second is no basis for a correction.
 */
const correctedFromMs = 500;
const uncertaintyMsMax = 500;

/** Differences of the clocks from which the exchange refuses our signatures. */
export interface ClockBounds {
  /** Our clock is late: the time window of a signed request, less its time on the way. */
  readonly behindMsMax: number;
  /** Our clock is early: most exchanges accept little of the future. */
  readonly aheadMsMax: number;
}

/** `outside`: without a correction the exchange would refuse our signatures. */
export type ClockState = 'well' | 'apart' | 'outside';

export interface ClockObserver {
  /** Called once for each change. The offset is the exchange's time minus ours. */
  stateChanged(state: ClockState, offsetMs: number): void;
}

/** An answer's time at the exchange, and its resolution: a Date header has whole seconds only. */
export interface ReportedTime {
  readonly serverMs: number;
  readonly resolutionMs: number;
}

export interface ClockFigures {
  /** Undefined until the first answer. */
  readonly offsetMs: number | undefined;
  /** The offset is correct within this many ms. */
  readonly uncertaintyMs: number | undefined;
}

/** The difference between an exchange's clock and ours, as measured from its answers. */
export interface ClockWatch {
  /** Called when a request is sent; the returned function is called with its answer, or never. */
  begin(): (told: ReportedTime) => void;
  /** Returns what is added to our time for a signature; 0 unless it is known and needed. */
  correctionMs(): number;
  /** Returns the latest possible time at the exchange now; undefined until the first answer. */
  latestMs(): number | undefined;
  figures(): ClockFigures;
}

interface ClockWatchOptions {
  readonly clock: Clock;
  readonly bounds: ClockBounds;
  readonly observer: ClockObserver;
}

/**
 * The exchange's time when our monotonic clock showed zero. The offset itself would be wrong from
 * the moment when our own clock is set.
 */
interface Sample {
  readonly originMs: number;
  /**
   * The time there was read between our sending and our receiving: half of the round trip, and the
   * rounding.
   */
  readonly uncertaintyMs: number;
}

export function createClockWatch({ clock, bounds, observer }: ClockWatchOptions): ClockWatch {
  /** Oldest first. No sample contradicts another. */
  let samples: readonly Sample[] = [];
  let state: ClockState = 'well';

  const best = () => bestOf(samples);

  const thereMs = ({ originMs }: Sample) => originMs + clock.monotonic();
  const offsetOf = (sample: Sample) => Math.round(thereMs(sample) - clock.now());

  const look = () => {
    const sample = best();
    if (!sample) return;
    const offsetMs = offsetOf(sample);
    // A slow connection is no wrong clock: only what is certain counts.
    const sureMs = Math.abs(offsetMs) - sample.uncertaintyMs;
    const next = stateOf(sureMs, offsetMs > 0 ? bounds.behindMsMax : bounds.aheadMsMax, state);
    if (next === state) return;
    state = next;
    observer.stateChanged(next, offsetMs);
  };

  return {
    begin() {
      const sentMs = clock.monotonic();
      return ({ serverMs, resolutionMs }) => {
        if (!Number.isFinite(serverMs)) return;
        const nowMs = clock.monotonic();
        const sample = {
          originMs: serverMs + resolutionMs / 2 - (sentMs + nowMs) / 2,
          uncertaintyMs: (nowMs - sentMs + resolutionMs) / 2,
        };
        // When no time is possible for both, one of the clocks was set, or our machine slept.
        const isPossible = samples.every((known) => agree(known, sample));
        samples = [...(isPossible ? samples.slice(1 - samplesMax) : []), sample];
        look();
      };
    },
    correctionMs() {
      const sample = best();
      if (!sample || sample.uncertaintyMs >= uncertaintyMsMax) return 0;
      const offsetMs = offsetOf(sample);
      return Math.abs(offsetMs) < correctedFromMs ? 0 : offsetMs;
    },
    latestMs() {
      const sample = best();
      return sample && Math.ceil(thereMs(sample) + sample.uncertaintyMs);
    },
    figures() {
      look();
      const sample = best();
      return {
        offsetMs: sample && offsetOf(sample),
        uncertaintyMs: sample?.uncertaintyMs,
      };
    },
  };
}

function bestOf(samples: readonly Sample[]): Sample | undefined {
  return samples.reduce<Sample | undefined>((least, sample) => {
    // The newer of two equally good samples is taken.
    return least && least.uncertaintyMs < sample.uncertaintyMs ? least : sample;
  }, undefined);
}

/** Returns the next state; a state is left at a smaller difference than it was entered. */
function stateOf(sureMs: number, boundMs: number, before: ClockState): ClockState {
  const outside = boundMs * (before === 'outside' ? settledShare : 1);
  const apart = Math.min(apartMs, boundMs) * (before === 'well' ? 1 : settledShare);
  if (sureMs > outside) return 'outside';
  return sureMs > apart ? 'apart' : 'well';
}

function agree(one: Sample, other: Sample): boolean {
  const apart = Math.abs(one.originMs - other.originMs);
  return apart <= one.uncertaintyMs + other.uncertaintyMs;
}
