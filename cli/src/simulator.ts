import type { CliIo } from './io.ts';

/** Options as they were typed. The simulator decides which it takes. */
export interface SimulatorOptions {
  readonly venues?: string;
  readonly seed?: string;
  readonly port?: string;
  readonly faults?: string;
  readonly json?: boolean;
}

/** Runs the simulated exchanges in the foreground; needs no running service. */
export async function runSimulator(options: SimulatorOptions, io: CliIo): Promise<number> {
  const { venues, seed, port, faults, json } = options;
  const given = Object.entries({ venues, seed, port, faults });
  return await io.machine.runSimulator([
    // One word each, so that a value that begins with a dash is still a value.
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...(json === true ? ['--json'] : []),
  ]);
}
