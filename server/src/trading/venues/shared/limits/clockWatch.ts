import type { Clock } from '../../../../kit/clock.ts';

/** Round trips to choose the best of: one slow line must not decide, an old one not for ever. */
const samplesMax = 8;

/** Worth telling: NTP keeps a clock to a tenth of it, and few exchanges bear more of the future. */
const apartMs = 1_000;

/** A clock at its bound would come and go with each sample: it is well again at this part of it. */
const settledShare = 0.8;

/**
 * Below half a second nobody refuses what we sign, and our own clock is steadier than what was
 * measured; what is not known to half a second is no measure to correct a clock by.
 */
const correctedFromMs = 500;
const uncertaintyMsMax = 500;

/** How far the clocks may be apart before the exchange refuses what we sign. */
export interface ClockBounds {
  /** Ours late: the time window of a signed request, less what its way may take. */
  readonly behindMsMax: number;
  /** Ours early: most exchanges take little from the future. */
  readonly aheadMsMax: number;
}

/** `outside`: without correction the exchange would refuse what we sign. */
export type ClockState = 'well' | 'apart' | 'outside';

export interface ClockObserver {
  /** Told once each time. The offset is the exchange's time less ours. */
  stateChanged(state: ClockState, offsetMs: number): void;
}

/** What an answer says of the time there, and how coarsely: a Date header leaves out a second. */
export interface ToldTime {
  readonly serverMs: number;
  readonly resolutionMs: number;
}

export interface ClockFigures {
  /** Undefined until the first answer. */
  readonly offsetMs: number | undefined;
  /** The offset is right to within so much. */
  readonly uncertaintyMs: number | undefined;
}

/** The difference between an exchange's clock and ours, from what its answers tell. */
export interface ClockWatch {
  /** Called as a request leaves; what it returns is called with its answer, or never. */
  begin(): (told: ToldTime) => void;
  /** What is added to our time when something is signed; 0 unless it is known and needed. */
  correctionMs(): number;
  /** The latest time that it may be there now; undefined until the first answer. */
  latestMs(): number | undefined;
  figures(): ClockFigures;
}

interface ClockWatchOptions {
  readonly clock: Clock;
  readonly bounds: ClockBounds;
  readonly observer: ClockObserver;
}

/**
 * The exchange's time when our monotonic clock showed zero. Not the offset itself: that would be
 * wrong from the moment our own clock is set.
 */
interface Sample {
  readonly originMs: number;
  /** It came some time between our sending and our hearing: half of the way, and what it rounds. */
  readonly uncertaintyMs: number;
}

export function createClockWatch({ clock, bounds, observer }: ClockWatchOptions): ClockWatch {
  /** Oldest first. None contradicts another. */
  let samples: readonly Sample[] = [];
  let state: ClockState = 'well';

  const best = () => bestOf(samples);

  const thereMs = ({ originMs }: Sample) => originMs + clock.monotonic();
  const offsetOf = (sample: Sample) => Math.round(thereMs(sample) - clock.now());

  const look = () => {
    const sample = best();
    if (!sample) return;
    const offsetMs = offsetOf(sample);
    // A slow line is no wrong clock: only what is sure counts.
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
        // One of the clocks was set, or ours slept, if no time is possible for both.
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
