import { z } from 'zod';
import { StartError } from '../kit/startError.ts';

/** What a backup says of itself, on a line that people can read. */
const manifest = z.object({
  kind: z.enum(['sqlite', 'postgres']),
  /** When the state was as it is in the backup. */
  made_at: z.iso.datetime(),
  /** Of the program that made it. */
  version: z.string(),
  /** Names of the migrations that its tables have seen, in order. */
  migrations: z.array(z.string()).min(1),
  /** Of the latest owner of the engine. */
  epoch: z.int().min(0),
  /** Of what is restored, before it was packed. */
  bytes: z.int().min(0),
});

export type Manifest = Readonly<z.infer<typeof manifest>>;

/** Only a file whose checksum is right is asked: what fails here is of another version. */
export function parseManifest(text: string): Manifest {
  const { success, data } = manifest.safeParse(toJson(text));
  if (success) return data;
  throw new StartError('The backup was made by another version of Windlass: use that one.');
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tables that a newer version made are not understood by this one. */
export function requireKnownTables(
  what: string,
  stored: readonly string[],
  known: readonly string[],
): void {
  const foreign = stored.filter((name) => !known.includes(name));
  if (foreign.length === 0) return;
  throw new StartError(
    `${what} is of a newer version of Windlass (it has seen ${foreign.join(', ')}): use that one.`,
  );
}
