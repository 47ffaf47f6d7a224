import type { Fault, FaultPlan, Simulator } from '@windlass/simulator';
import type { Random } from '../../../../src/kit/random.ts';
import type { Life } from '../../algorithms/lives.ts';
import { algorithmBoundaries } from '../../processes/killPlan.ts';
import { places, type WireVenue, wireVenues } from './exchange.ts';

/** The faults at the exchanges. */
type Trouble = (simulator: Simulator) => void;

/** The way in which a process ends, and the faults around it while it lives. */
export interface WireLife {
  lifeAt(simulator: Simulator): Life;
  readonly troubles?: readonly Trouble[];
}

const ending = (life: Life, troubles: readonly Trouble[] = []): WireLife => ({
  lifeAt: () => life,
  troubles,
});

/** Makes one of the orders that are sent to a venue fail. */
function sendings(venue: WireVenue, when: FaultPlan['when'], how: Fault): Trouble {
  const match = places[venue].places;
  return (simulator) => simulator.fail(venue, { match, times: 1, when, how });
}

/** Refuses the first streams that are requested. */
const refused =
  (venue: WireVenue): Trouble =>
  (simulator) =>
    simulator.failStreams(venue, { kind: 'refuse', times: 2 });

const silence: Fault = { kind: 'neverAnswers' };
const reset: Fault = { kind: 'resetsBeforeHeaders' };
const page: Fault = { kind: 'answers', status: 503, body: '<html>Service Unavailable</html>' };

/** Makes the exchange take an order without an answer, and then the process dies. */
function takenInSilence(venue: WireVenue): WireLife {
  const silent = sendings(venue, 'after', silence);
  let before = Number.POSITIVE_INFINITY;
  return {
    troubles: [
      silent,
      (simulator) => {
        before = simulator.accepted(venue);
      },
    ],
    lifeAt: (simulator) => ({
      when: `${venue} took an order`,
      holds: () => simulator.accepted(venue) > before,
    }),
  };
}

/** Each type at work, around the sending of orders, and whatever may fail on the way. */
export const usualWireLives = (): readonly WireLife[] => [
  ending({ kill: { at: 'stepSaved', nth: 1, of: 'ladder' } }, [sendings('kraken', 'after', page)]),
  takenInSilence('binance'),
  ending({ kill: { at: 'stepSaving', nth: 2, of: 'sweep' } }, [
    sendings('binance', 'after', page),
    refused('binance'),
  ]),
  takenInSilence('kraken'),
  ending({ kill: { at: 'answered', nth: 2 } }, [sendings('binance', 'after', reset)]),
];

const livesPerRound = 6;
const types = ['twap', 'timepace', 'ladder', 'sweep'] as const;
/** The boundaries that an order to an exchange passes. */
const boundaries = ['beforeReserve', 'reserved', 'answered', 'recorded'] as const;

export function drawWireLives(random: Random): readonly WireLife[] {
  const among = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[Math.floor(random.between(0, values.length))] ?? values[0];
  const [first, ...others] = wireVenues;
  const venue = () => (first === undefined ? 'binance' : among([first, ...others]));
  const troubles = () => [
    sendings(venue(), among(['before', 'after']), among([silence, reset, page])),
    ...(random.next() < 0.3 ? [refused(venue())] : []),
  ];
  const [boundary, ...rest] = algorithmBoundaries;
  return Array.from({ length: livesPerRound }, (): WireLife => {
    const nth = Math.floor(random.between(1, 5));
    const kind = random.next();
    if (kind < 0.35) {
      const at = among([boundary, ...rest]);
      return ending({ kill: { at, nth, of: among(types) } }, troubles());
    }
    if (kind < 0.6) return ending({ kill: { at: among(boundaries), nth } }, troubles());
    if (kind < 0.8) return takenInSilence(venue());
    return ending({ afterMs: Math.floor(random.between(1, 3_000)) }, troubles());
  });
}
