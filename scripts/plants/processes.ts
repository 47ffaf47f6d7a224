import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TextPlant } from '../../server/test/support/plants/plant.ts';

/** Gives a process the mistake that it loads its files with. */
export const plantedIn = 'WINDLASS_PLANTED_TEXT';

/** Returns true in a process that was started with a mistake in its files. */
export function isPlantedHere(): boolean {
  return process.env[plantedIn] !== undefined;
}

/**
 * Runs a script in a process of its own with the mistake in its files, and returns its output.
 * Throws when the process fails without a verdict (a line with WRONG): it has not begun.
 */
export function runPlanted({ name, changes }: TextPlant, args: readonly string[]): string {
  const preload = fileURLToPath(new URL('./plantOnLoad.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], {
    encoding: 'utf8',
    env: { ...process.env, [plantedIn]: JSON.stringify({ name, changes }) },
    maxBuffer: 2 ** 30,
  });
  if (status === null || (status !== 0 && !stdout.includes('WRONG'))) throw new Error(stderr);
  return stdout;
}
