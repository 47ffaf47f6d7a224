import { parseArgs } from 'node:util';
import { type Mode, type Profile, profiles } from './faults.ts';
import { plantsOf } from './plants.ts';

/** Arguments of a call of the simulation. */
export interface SimulateCall {
  readonly mode: Mode;
  readonly firstSeed: number;
  readonly runs: number;
  /** Number of events in each run. */
  readonly orders: number;
  readonly profile: Profile;
  /** Name of one planted mistake. */
  readonly plant: string | undefined;
  /** All planted mistakes in turn. */
  readonly allPlants: boolean;
  readonly isStrict: boolean;
  /** Prints the trace of each run. */
  readonly showsTrace: boolean;
}

/** Numbers of seeds and runs stay readable, and a typing error does not run for a year. */
const numberMax = 100_000_000;
const ordersUnlessGiven = {
  orders: '30',
  owners: '30',
  algorithms: '10',
  pairs: '10',
} as const satisfies Record<Mode, string>;

export const helpText = `npm run simulate -- [--owners | --algorithms | --pairs] [options]

Runs the whole service on a simulated clock, with faults, and checks what it did. Without a mode it
is about single orders and crashes. Long series can be split: each part has its own --seed.

  --owners          several processes on one database, of which some take themselves for the owner
  --algorithms      execution algorithms
  --pairs           algorithms with two legs
  --seed <n>        the first seed; 1 unless given
  --runs <n>        seeds in a row from there; 100 unless given
  --orders <n>      things that happen in each run
  --profile <name>  how often faults strike: ${profiles.join(', ')}; drawn unless given
  --plant <name>    plants one mistake
  --plants          plants each mistake until it is found, in --runs seeds at most
  --strict          demands fills whose news died with the process as well
  --trace           prints all that happened
  --help            prints this

Ends with 1 when a check failed, a fault never struck, or a planted mistake was not found.`;

/** Parses the arguments; throws an error whose message is one line for the caller. */
export function readSimulateCall(args: readonly string[]): SimulateCall {
  const { values } = parseArgs({
    args: [...args],
    options: {
      algorithms: { type: 'boolean', default: false },
      pairs: { type: 'boolean', default: false },
      owners: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      runs: { type: 'string', default: '100' },
      orders: { type: 'string' },
      profile: { type: 'string', default: 'drawn' },
      plant: { type: 'string' },
      plants: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
    },
  });
  const mode = modeOf(values);
  const profile = profiles.find((name) => name === values.profile);
  if (!profile) throw new Error(`--profile must be one of ${profiles.join(', ')}`);
  const { plant } = values;
  const names = plantsOf(mode).map(({ name }) => name);
  if (plant !== undefined && !names.includes(plant)) {
    throw new Error(`--plant must be one of ${names.join(', ')}`);
  }
  return {
    mode,
    firstSeed: whole('--seed', values.seed),
    runs: whole('--runs', values.runs),
    orders: whole('--orders', values.orders ?? ordersUnlessGiven[mode]),
    profile,
    plant,
    allPlants: values.plants,
    isStrict: values.strict,
    showsTrace: values.trace,
  };
}

interface Asked {
  readonly algorithms: boolean;
  readonly pairs: boolean;
  readonly owners: boolean;
}

function modeOf(asked: Asked): Mode {
  const modes = (['owners', 'algorithms', 'pairs'] as const).filter((mode) => asked[mode]);
  if (modes.length > 1) {
    throw new Error(`${modes.map((mode) => `--${mode}`).join(' and ')} are different modes`);
  }
  return modes[0] ?? 'orders';
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= numberMax) return value;
  throw new Error(`${name} must be a whole number from 1 to ${numberMax} (got "${text}")`);
}
