import { parseArgs } from 'node:util';
import { isSiteName, type SiteName, siteNames, venueHosts } from './simulator.ts';

/** The arguments of the command. */
export interface SimulatorCall {
  readonly venues: readonly SiteName[];
  readonly seed: number;
  /** 0 takes any free port. */
  readonly port: number;
  readonly faults: string;
  readonly isJson: boolean;
}

const portDefault = 8_765;
const seedDefault = 1;
const portMax = 65_535;
const seedMax = 4_294_967_295;
const faultsDefault = 'off';

/** Returns the parsed arguments, or a sentence that says what is wrong with them. */
export function readArguments(
  args: readonly string[],
): SimulatorCall | { readonly problem: string } {
  const read = parseOptions(args);
  if ('problem' in read) return read;
  const { port, seed, faults, json: isJson } = read;
  const names = read.venues === undefined ? [...venueHosts.keys()] : listOf(read.venues);
  const venues = names.filter(isSiteName);
  const unknown = names.filter((name) => !isSiteName(name));
  const known = siteNames.join(', ');
  if (unknown.length > 0) {
    return { problem: `--venues knows no '${unknown.join(', ')}': there are ${known}.` };
  }
  if (venues.length === 0) return { problem: `--venues names none: there are ${known}.` };
  const portRead = wholeNumber(port, portMax);
  if (portRead === undefined) {
    return { problem: `--port must be a whole number from 0 to ${portMax}, not '${port}'.` };
  }
  const seedRead = wholeNumber(seed, seedMax);
  if (seedRead === undefined) {
    return { problem: `--seed must be a whole number from 0 to ${seedMax}, not '${seed}'.` };
  }
  return { venues, seed: seedRead, port: portRead, faults, isJson };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        venues: { type: 'string' },
        seed: { type: 'string', default: String(seedDefault) },
        port: { type: 'string', default: String(portDefault) },
        faults: { type: 'string', default: faultsDefault },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function listOf(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

function wholeNumber(text: string, max: number): number | undefined {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return number <= max ? number : undefined;
}
