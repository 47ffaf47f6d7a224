import { Counter, Gauge, type Registry } from 'prom-client';
import type { Logger } from '../../../../kit/logger.ts';
import type { GateFigures, GateObserver } from './gates.ts';

type Labels = Readonly<Record<string, string>>;
type Series = readonly (readonly [labels: Labels, value: number])[];
type Read = (figures: GateFigures) => Series;
type Figure = readonly [name: string, help: string, labelNames: readonly string[], read: Read];

type Group = GateFigures['groups'][number];

/** Reads a series for each group of hosts that counts separately. */
function byGroup(read: (group: Group) => Series): Read {
  return ({ place, groups }) =>
    groups.flatMap((group) =>
      read(group).map(([labels, value]) => [{ ...place, group: group.group, ...labels }, value]),
    );
}

function byBudget(read: (window: Group['windows'][number]) => number): Read {
  return byGroup(({ windows }) => windows.map((each) => [{ budget: each.name }, read(each)]));
}

/** Each place of an exchange counts separately. */
const ofGroup = ['venue', 'environment', 'region', 'group'] as const;
const budget = [...ofGroup, 'budget'] as const;

const states: readonly Figure[] = [
  [
    'budget_used',
    'Spent of what an exchange allows within a time; of all keys the one that spent most',
    budget,
    byBudget(({ used }) => used),
  ],
  [
    'budget_capacity',
    'What an exchange allows within that time, less what the books may spend',
    budget,
    byBudget(({ capacity }) => capacity),
  ],
  [
    'budget_reserved',
    'Part of the capacity for cancels only, and for orders and cancels before reads',
    [...budget, 'for'],
    byGroup(({ windows }) =>
      windows.flatMap(({ name, reserved: { cancel, order } }) => [
        [{ budget: name, for: 'cancels' }, cancel] as const,
        [{ budget: name, for: 'orders' }, order] as const,
      ]),
    ),
  ],
  [
    'calls_waiting',
    'Calls that wait for the limits of an exchange',
    [...ofGroup, 'kind'],
    byGroup(({ waiting }) => Object.entries(waiting).map(([kind, count]) => [{ kind }, count])),
  ],
  [
    'ban_seconds',
    'Seconds left of the pause an exchange asked for; the longest over all keys',
    [...ofGroup, 'scope'],
    byGroup(({ bans }) => {
      const longest = (isOwn: boolean) =>
        bans
          .filter(({ credential }) => (credential !== undefined) === isOwn)
          .reduce((most, { leftMs }) => Math.max(most, leftMs), 0);
      return [
        [{ scope: 'address' }, longest(false) / 1_000],
        [{ scope: 'credential' }, longest(true) / 1_000],
      ];
    }),
  ],
  [
    'clock_skew_seconds',
    'Time of an exchange less that of this service',
    ofGroup,
    ({ place, clock: { group, offsetMs } }) =>
      offsetMs === undefined ? [] : [[{ ...place, group }, offsetMs / 1_000]],
  ],
  [
    'clock_uncertainty_seconds',
    'The skew is right to within so much',
    ofGroup,
    ({ place, clock: { group, uncertaintyMs } }) =>
      uncertaintyMs === undefined ? [] : [[{ ...place, group }, uncertaintyMs / 1_000]],
  ],
];

const counts: readonly Figure[] = [
  [
    'budget_spent_total',
    'Spent of what an exchange allows, by what it was spent for',
    [...budget, 'purpose'],
    byGroup(({ windows }) =>
      windows.flatMap(({ name, spentTotal }) =>
        Object.entries(spentTotal).map(
          ([purpose, spent]) => [{ budget: name, purpose }, spent] as const,
        ),
      ),
    ),
  ],
  [
    'calls_refused_total',
    'Calls not sent for the limits of an exchange: banned, late (no room in time) or full',
    [...ofGroup, 'kind', 'reason'],
    byGroup(({ refusedTotal }) =>
      Object.entries(refusedTotal).flatMap(([reason, kinds]) =>
        Object.entries(kinds).map(([kind, count]) => [{ kind, reason }, count] as const),
      ),
    ),
  ],
  [
    'bans_total',
    'How often an exchange asked for a pause',
    ofGroup,
    byGroup(({ bansTotal }) => [[{}, bansTotal]]),
  ],
];

/**
 * Registers figures of the exchanges' limits, read when the metrics are asked for; no key is named.
 */
export function observeGates(
  registry: Registry,
  logger: Logger,
  figures: () => readonly GateFigures[],
): GateObserver {
  const named = ([name, help, labelNames]: Figure) => ({
    name: `windlass_venue_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
  });
  for (const figure of states) {
    new Gauge({
      ...named(figure),
      collect() {
        this.reset();
        for (const [labels, value] of figures().flatMap(figure[3])) this.set(labels, value);
      },
    });
  }
  for (const figure of counts) {
    new Counter({
      ...named(figure),
      collect() {
        // The gates do the counting; the metric takes over their sums after a reset.
        this.reset();
        for (const [labels, value] of figures().flatMap(figure[3])) this.inc(labels, value);
      },
    });
  }
  return {
    banned: ({ place, group, scope, leftMs }) =>
      logger.warn(
        { ...place, group, scope, leftMs },
        'An exchange asks for a pause: nothing is sent',
      ),
    clockChanged({ place, state, offsetMs }) {
      const fields = { ...place, offsetMs };
      switch (state) {
        case 'well':
          return logger.info(fields, 'The clocks of an exchange and of this service agree again');
        case 'apart':
          return logger.warn(
            fields,
            'The clocks of an exchange and of this service differ by over a second',
          );
        case 'outside':
          return logger.error(
            fields,
            'The clocks of an exchange and of this service differ so much that it refuses our time',
          );
      }
    },
  };
}
