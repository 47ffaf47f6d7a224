import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of recorded captures (`WINDLASS_CAPTURES`); without it the tests that need it skip. */
export const capturesFolder = process.env.WINDLASS_CAPTURES || undefined;

/** Why the tests of a group are skipped, for its title. */
export const capturesNotice =
  capturesFolder === undefined ? ' (skipped: set WINDLASS_CAPTURES)' : '';

/** The message at the start of a run without captures, as a skipped test says little. */
export const capturesReminder =
  capturesFolder === undefined
    ? 'Tests on recorded market data are skipped: WINDLASS_CAPTURES=<folder> runs them.'
    : undefined;

/** Returns recordings of a venue, by its folder's name. Throws when the given folder has none. */
export function venueCaptures(venueFolder: string): string[] {
  if (capturesFolder === undefined) return [];
  const recordings = listFiles(capturesFolder)
    .filter((name) => name.includes(`/${venueFolder}/`) && /\.jsonl(\.gz)?$/.test(name))
    .sort();
  if (recordings.length > 0) return recordings.map((name) => join(capturesFolder, name));
  throw new Error(
    `WINDLASS_CAPTURES is ${capturesFolder}, where there is no */${venueFolder}/*.jsonl or ` +
      '*.jsonl.gz. Name the folder of recorded captures, or unset it to skip these tests.',
  );
}

function listFiles(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
}
