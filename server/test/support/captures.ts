import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of recorded captures (`WINDLASS_CAPTURES`); without it the tests that need it skip. */
export const capturesFolder = process.env.WINDLASS_CAPTURES;

/** Why the tests of a group are skipped, for its title. */
export const capturesNotice =
  capturesFolder === undefined ? ' (skipped: set WINDLASS_CAPTURES)' : '';

/** Recordings of a venue, by the name of its folder. */
export function venueCaptures(venueFolder: string): string[] {
  if (capturesFolder === undefined) return [];
  const names = readdirSync(capturesFolder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.includes(`/${venueFolder}/`) && /\.jsonl(\.gz)?$/.test(name))
    .sort()
    .map((name) => join(capturesFolder, name));
}
