import type { Chance } from './chance.ts';
import type { Trace } from './trace.ts';

/**
 * The subject of a run: single orders, the same with two processes that both believe they are the
 * owner, execution algorithms with some orders beside them, or algorithms with two legs.
 */
export type Mode = 'orders' | 'owners' | 'algorithms' | 'pairs';
/** Modes whose runs are about algorithms. */
export type AlgorithmMode = Exclude<Mode, 'orders' | 'owners'>;

/** A fault of the catalogue, and the places where it can strike. */
interface NamedFault {
  readonly title: string;
  /** Places in all modes. */
  readonly places: readonly string[];
  /** Places only in runs with algorithms, of one leg or two. */
  readonly algorithms: readonly string[];
  /** Places only in runs with two legs. */
  readonly pairs?: readonly string[];
  /** Places only in runs with two processes. */
  readonly owners?: readonly string[];
}

/** The faults under the numbers of the project's catalogue. */
export const catalogue = {
  F1: {
    title: 'a request is lost before the venue',
    places: ['submit', 'cancel', 'lookup', 'read'],
    algorithms: [],
  },
  F2: {
    title: 'the venue accepts, the answer is lost',
    places: ['submit', 'submit arrives late', 'cancel'],
    algorithms: [],
  },
  F3: {
    title: 'news come twice, late, out of order, before the answer',
    places: ['order doubled', 'fill doubled', 'order late', 'fill late', 'before the answer'],
    algorithms: [],
  },
  F4: {
    title: 'the process dies',
    places: [
      'before reserve',
      'after reserve',
      'after accept',
      'before record',
      'during news',
      'during cancel',
      'during lookup',
      'at rest',
      'late write',
    ],
    algorithms: [
      'before a start',
      'after a start',
      'before a step',
      'after a step',
      'before children',
      'after children',
      'between two children',
      'before a pause',
      'after a pause',
      'before a withdrawal',
      'after a withdrawal',
      'before an end',
      'after an end',
      'during recovery',
    ],
  },
  F5: {
    title: 'a fill crosses a cancel',
    places: ['cancel'],
    algorithms: ['told after the cancel'],
  },
  F6: {
    title: 'the venue forgets client ids of orders that are over',
    places: ['lookup'],
    algorithms: [],
  },
  F7: {
    title: 'the venue would take a client id twice',
    places: ['sent again by the caller', 'taken twice by mistake'],
    algorithms: ['started again by the caller'],
  },
  F8: {
    title: 'clocks differ or step',
    places: ['venue skewed', 'receive window', 'wall clock steps'],
    algorithms: [],
  },
  F9: {
    title: 'the venue asks for silence (429, ban)',
    places: [],
    algorithms: ['submit', 'cancel', 'lookup', 'read'],
  },
  F10: {
    title: 'a book has a gap, is crossed, falls silent',
    places: [],
    algorithms: ['gap', 'crossed', 'silence'],
  },
  F11: { title: 'a snapshot is older than the stream', places: [], algorithms: ['book'] },
  F12: { title: 'the rules of a market change', places: ['submit'], algorithms: [] },
  F13: { title: 'a hand trades at the venue', places: ['cancel', 'order'], algorithms: [] },
  F14: {
    title: 'one of two orders fails',
    places: ['pair'],
    algorithms: [],
    pairs: ['leg rejected', 'leg lost', 'leg unknown'],
  },
  F15: {
    title: 'a stop order rests while the process is down',
    places: [],
    algorithms: ['rests', 'fires after the restart'],
  },
  F16: {
    title: 'the disk is full',
    places: ['reserve', 'record', 'fills', 'other', 'answer lost'],
    algorithms: ['algorithm', 'one write of an algorithm'],
  },
  F17: { title: 'a client of the stream does not read', places: ['stream'], algorithms: [] },
  F18: {
    title: 'the key is revoked',
    places: ['submit', 'cancel', 'lookup', 'read'],
    algorithms: [],
    pairs: ['key of one account'],
  },
  F19: {
    title: 'the venue is under maintenance, the symbol halted',
    places: [],
    algorithms: ['submit', 'cancel', 'lookup', 'read', 'symbol halted'],
    pairs: ['one symbol halted'],
  },
  F20: {
    title: 'the lease is lost without a word',
    places: [],
    algorithms: [],
    owners: ['line to the lease cut', 'answer to a renewal lost'],
  },
  F21: {
    title: 'a process is paused between two steps',
    places: [],
    algorithms: [],
    owners: [
      'after the check',
      'signed',
      'leaving',
      'reserved',
      'recorded',
      'lease asked',
      'renewed',
      'told',
      'at rest',
      'asleep',
    ],
  },
  F22: {
    title: 'answers of the database come later than the lease',
    places: [],
    algorithms: [],
    owners: ['lease late', 'tables late'],
  },
  F23: {
    title: 'a deposed process goes on',
    places: [],
    algorithms: [],
    owners: ['deposed', 'asked by callers', 'request held back', 'lives on'],
  },
  F24: {
    title: 'clocks of processes are ahead and behind',
    places: [],
    algorithms: [],
    owners: ['wall clocks apart', 'wall clock set', 'signed by a clock apart'],
  },
} as const satisfies Readonly<Record<string, NamedFault>>;

export type FaultName = keyof typeof catalogue;
type Places<Name extends FaultName> = (typeof catalogue)[Name];
export type PlaceOf<Name extends FaultName> =
  | Places<Name>['places'][number]
  | Places<Name>['algorithms'][number]
  | (Places<Name> extends { readonly pairs: readonly (infer Place)[] } ? Place : never)
  | (Places<Name> extends { readonly owners: readonly (infer Place)[] } ? Place : never);

const allNames = Object.keys(catalogue) as readonly FaultName[];

/** Places that only a mistake of the service reaches, with the reason: no run is to reach them. */
export const notMet: ReadonlyMap<string, string> = new Map([
  ['F7 taken twice by mistake', 'nobody sends an order twice, unless a mistake is planted'],
]);

/** Returns the places where a fault can strike in such a run. */
export function placesOf(name: FaultName, mode: Mode): readonly string[] {
  const { places, algorithms, pairs = [], owners = [] }: NamedFault = catalogue[name];
  if (mode === 'orders') return places;
  if (mode === 'owners') return notOfOwners.includes(name) ? [] : [...places, ...owners];
  if (mode === 'algorithms') return [...places, ...algorithms];
  return [...places, ...algorithms.filter((place) => !ofSeveral.includes(place)), ...pairs];
}

/** Faults of a dying process and of stream clients: the runs with one process cover them. */
const notOfOwners: readonly FaultName[] = ['F4', 'F17'];

/** A step of a pair has one child at most. */
const ofSeveral: readonly string[] = ['between two children'];

/** Faults that can strike at all in such a run. */
export function faultNamesOf(mode: Mode): readonly FaultName[] {
  return allNames.filter((name) => placesOf(name, mode).length > 0);
}

export const profiles = ['none', 'mild', 'harsh', 'drawn'] as const;
export type Profile = (typeof profiles)[number];

/** The faults of one run. */
export interface Faults {
  /** Returns how often the fault strikes, 0 to 1. */
  probability(name: FaultName): number;
  /** Draws whether it strikes now; never after `stop`. */
  strikes(name: FaultName): boolean;
  /** Records that it has struck there. */
  fired<Name extends FaultName>(name: Name, place: PlaceOf<Name>): void;
  /** Ends all faults. */
  stop(): void;
  readonly isStopped: () => boolean;
  /** Number of times that each fault struck at each place, under `name place`. */
  readonly counts: ReadonlyMap<string, number>;
}

interface FaultsDeps {
  readonly chance: Chance;
  readonly trace: Trace;
  readonly profile: Profile;
  readonly mode: Mode;
}

/**
 * Draws a fault's probability for the profile; `drawn` leaves out half, so that seeds differ in
 * kind.
 */
function drawProbability(chance: Chance, profile: Profile): number {
  switch (profile) {
    case 'none':
      return 0;
    case 'mild':
      return 0.05;
    case 'harsh':
      return 0.35;
    case 'drawn':
      return chance.happens(0.5) ? 0 : chance.between(0.03, 0.4);
  }
}

export function createFaults({ chance, trace, profile, mode }: FaultsDeps): Faults {
  const probabilities = new Map(
    faultNamesOf(mode).map((name) => [name, drawProbability(chance, profile)] as const),
  );
  const counts = new Map<string, number>();
  let stopped = false;
  const probability = (name: FaultName) => probabilities.get(name) ?? 0;
  return {
    probability,
    strikes: (name) => !stopped && chance.happens(probability(name)),
    fired(name, place) {
      const key = `${name} ${place}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      trace.add(`fault ${key}`);
    },
    stop() {
      stopped = true;
    },
    isStopped: () => stopped,
    counts,
  };
}
