import { z } from 'zod';
import { StartError } from '../kit/startError.ts';

/** A backup's description of itself, on a line that people can read. */
const manifest = z.object({
  kind: z.enum(['sqlite', 'postgres']),
  /** Time of the state that the backup contains. */
  made_at: z.iso.datetime(),
  /** Version of the program that made it. */
  version: z.string(),
  /** Names of the migrations that its tables have seen, in order. */
  migrations: z.array(z.string()).min(1),
  /** Epoch of the latest owner of the engine. */
  epoch: z.int().min(0),
  /** Size of the restored file, before it was packed. */
  bytes: z.int().min(0),
});

export type Manifest = Readonly<z.infer<typeof manifest>>;

/** Only called for a file whose checksum is right: a failure here means another version. */
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

/** Refuses tables of a newer version, which this one does not understand. */
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
