import type { VenueSession } from '../../server/src/trading/venues/venuePort.ts';
import { type Chance, createChance } from './chance.ts';
import { type Crashes, createCrashes } from './crashes.ts';
import { createFaults, type Faults, type Mode, type Profile } from './faults.ts';
import type { PlantedPorts } from './plantedPorts.ts';
import { createTrace, type Trace } from './trace.ts';
import { createWorldClock, type WorldClock } from './worldClock.ts';

/** Everything that survives the service: time, chance, the venues and their faults. */
export interface World {
  readonly mode: Mode;
  readonly seed: string;
  readonly clock: WorldClock;
  readonly trace: Trace;
  readonly faults: Faults;
  readonly crashes: Crashes;
  readonly venues: VenueWorld;
  /** The mistake that is planted in this run, if any. */
  readonly plant: PlantedPorts | undefined;
  /** True when data lost in a crash must be found again by a comparison with the venue. */
  readonly isStrict: boolean;
  chance(part: string): Chance;
  /** Records a violated rule. */
  wrong(text: string): void;
  readonly verdicts: readonly string[];
}

/** Current state of the venues, and the requests that reached them. */
export interface VenueWorld {
  /** Venue's side of the line by account, while a service that hosts it is up. */
  readonly doors: Map<string, VenueSession>;
  /** Number of the life that hosts the venues; by default the last that opened them. */
  host: number | undefined;
  /** Signing time of an order by the venues' clock, by client id. */
  readonly signed: Map<string, number>;
  /** Accounts whose venue takes an order however long ago it was signed. */
  readonly patient: Set<string>;
  /** The sent id of an order that a venue took twice, by the id of the second one. */
  readonly aliases: Map<string, string>;
  /** Client ids of orders that a venue has taken. */
  readonly taken: Set<string>;
  /** Client ids of orders on their way: their sender has no answer yet. */
  readonly underWay: Set<string>;
  /** Client ids of orders that have not reached their venue yet, whoever still waits for them. */
  readonly arriving: Set<string>;
  /** Client ids whose answer was given and is not recorded yet. */
  readonly answered: Set<string>;
  /** Client ids that a venue has forgotten. */
  readonly forgotten: Set<string>;
  /** Milliseconds by which the venues' clocks are ahead of ours. */
  skewMs: number;
  isKeyRevoked: boolean;
  /** Accounts whose own key was revoked. */
  readonly revoked: Set<string>;
  /** Factor by which steps and minimums of the markets exceed the listed ones. */
  rulesFactor: number;
  /** Fate of the next order that is sent. */
  nextFails: 'rejected' | 'lost' | undefined;
  /** Fates of the next orders by symbol, each used once, the first one first. */
  readonly failing: Map<string, LegFate[]>;
  disk: 'well' | 'full' | 'answersLost';
  /** Accounts that were asked for silence, with the number of requests they sent nevertheless. */
  readonly silenced: Map<string, number>;
  /** Accounts whose venue refuses everything, or takes no orders of the symbol. */
  readonly closed: Map<string, 'maintenance' | 'halted'>;
  /** Symbols whose orders an account's venue refuses now: `account symbol`. */
  readonly haltedSymbols: Set<string>;
  /** Client ids of orders whose news are held back, so that they come after an answer. */
  readonly held: Set<string>;
  /**
   * Quantity that a venue reported only after it had called the order over, in 10^-18, by client
   * id.
   */
  readonly toldLate: Map<string, bigint>;
}

/** `unknown`: the venue takes the order, and its answer is lost. */
export type LegFate = 'rejected' | 'lost' | 'unknown';

export interface RunSettings {
  readonly mode: Mode;
  readonly seed: string;
  readonly profile: Profile;
  readonly plant: PlantedPorts | undefined;
  readonly isStrict: boolean;
}

export function createWorld(settings: RunSettings): World {
  const { mode, seed, profile, plant, isStrict } = settings;
  const clock = createWorldClock();
  const trace = createTrace(clock.elapsedMs);
  const chance = (part: string) => createChance(`${seed} ${part}`);
  const faults = createFaults({ chance: chance('faults'), trace, profile, mode });
  const crashes = createCrashes({ chance: chance('crashes'), faults, trace, mode });
  const verdicts: string[] = [];
  return {
    mode,
    seed,
    clock,
    trace,
    faults,
    crashes,
    plant,
    isStrict,
    chance,
    verdicts,
    wrong(text) {
      verdicts.push(text);
      trace.add(`WRONG ${text}`);
    },
    venues: {
      doors: new Map(),
      host: undefined,
      signed: new Map(),
      patient: new Set(),
      aliases: new Map(),
      taken: new Set(),
      underWay: new Set(),
      arriving: new Set(),
      answered: new Set(),
      forgotten: new Set(),
      skewMs: 0,
      isKeyRevoked: false,
      revoked: new Set(),
      rulesFactor: 1,
      nextFails: undefined,
      failing: new Map(),
      disk: 'well',
      silenced: new Map(),
      closed: new Map(),
      haltedSymbols: new Set(),
      held: new Set(),
      toldLate: new Map(),
    },
  };
}

/** Ends all faults for good. */
export function endFaults({ faults, venues }: World): void {
  faults.stop();
  venues.skewMs = 0;
  venues.isKeyRevoked = false;
  venues.revoked.clear();
  venues.rulesFactor = 1;
  venues.nextFails = undefined;
  venues.failing.clear();
  venues.disk = 'well';
  venues.silenced.clear();
  venues.closed.clear();
  venues.haltedSymbols.clear();
}
