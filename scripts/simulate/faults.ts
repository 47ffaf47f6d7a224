import type { Chance } from './chance.ts';
import type { Trace } from './trace.ts';

/** A fault of the catalogue, and the places where it can strike. */
interface NamedFault {
  readonly title: string;
  readonly places: readonly string[];
}

/** The faults that single orders meet, under the numbers of the project's catalogue. */
export const catalogue = {
  F1: {
    title: 'a request is lost before the venue',
    places: ['submit', 'cancel', 'lookup', 'read'],
  },
  F2: {
    title: 'the venue accepts, the answer is lost',
    places: ['submit', 'submit arrives late', 'cancel'],
  },
  F3: {
    title: 'news come twice, late, out of order, before the answer',
    places: ['order doubled', 'fill doubled', 'order late', 'fill late', 'before the answer'],
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
  },
  F5: { title: 'a fill crosses a cancel', places: ['cancel'] },
  F6: { title: 'the venue forgets client ids of orders that are over', places: ['lookup'] },
  F7: {
    title: 'the venue would take a client id twice',
    places: ['sent again by the caller', 'taken twice by mistake'],
  },
  F8: {
    title: 'clocks differ or step',
    places: ['venue skewed', 'receive window', 'wall clock steps'],
  },
  F12: { title: 'the rules of a market change', places: ['submit'] },
  F13: { title: 'a hand trades at the venue', places: ['cancel', 'order'] },
  F14: { title: 'one of two orders fails', places: ['pair'] },
  F16: {
    title: 'the disk is full',
    places: ['reserve', 'record', 'fills', 'other', 'answer lost'],
  },
  F17: { title: 'a client of the stream does not read', places: ['stream'] },
  F18: { title: 'the key is revoked', places: ['submit', 'cancel', 'lookup', 'read'] },
} as const satisfies Readonly<Record<string, NamedFault>>;

export type FaultName = keyof typeof catalogue;
export type PlaceOf<Name extends FaultName> = (typeof catalogue)[Name]['places'][number];

export const faultNames = Object.keys(catalogue) as readonly FaultName[];

export const profiles = ['none', 'mild', 'harsh', 'drawn'] as const;
export type Profile = (typeof profiles)[number];

/** What goes wrong in one run. */
export interface Faults {
  /** How often the fault strikes, 0 to 1. */
  probability(name: FaultName): number;
  /** Draws whether it strikes now; never after `stop`. */
  strikes(name: FaultName): boolean;
  /** Notes that it has struck there. */
  fired<Name extends FaultName>(name: Name, place: PlaceOf<Name>): void;
  /** From now on nothing goes wrong. */
  stop(): void;
  readonly isStopped: () => boolean;
  /** How often each fault struck where, under `name place`. */
  readonly counts: ReadonlyMap<string, number>;
}

interface FaultsDeps {
  readonly chance: Chance;
  readonly trace: Trace;
  readonly profile: Profile;
}

/** Of what each profile gives a fault; `drawn` leaves out half, so that seeds differ in kind. */
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

export function createFaults({ chance, trace, profile }: FaultsDeps): Faults {
  const probabilities = new Map(
    faultNames.map((name) => [name, drawProbability(chance, profile)] as const),
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
