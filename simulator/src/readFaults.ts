import { type Planning, profiles } from './faults/planning.ts';
import { type Problem, readScript } from './faults/script.ts';
import { siteNames } from './simulator.ts';

/** Reads the user's choice: `off`, `mild`, `harsh`, or the path of a script. */
export function readFaults(choice: string, readFile: (path: string) => string): Planning | Problem {
  if (isProfile(choice)) return profiles[choice];
  let text: string;
  try {
    text = readFile(choice);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `Faults are off, mild, harsh or the path of a script: ${why}` };
  }
  const script = readScript(text, siteNames);
  return Array.isArray(script)
    ? { chances: {}, script }
    : { problem: `${choice}: ${script.problem}` };
}

function isProfile(choice: string): choice is keyof typeof profiles {
  return Object.hasOwn(profiles, choice);
}
