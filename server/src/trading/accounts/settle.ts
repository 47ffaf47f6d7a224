import type { Kysely } from 'kysely';
import { type Cipher, CipherError, sealedBy } from '../../kit/cipher.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { StartError } from '../../kit/startError.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import { record } from './records.ts';
import { accountPlaces } from './sealedPlaces.ts';
import type { SealedPlace, SealedText } from './types.ts';

interface ProveDeps {
  readonly store: Pick<Store, 'db'>;
  readonly cipher: Cipher;
  /** The other texts that the master key seals, beside the credentials of accounts. */
  readonly others: readonly SealedPlace[];
}

interface SettleDeps extends ProveDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Makes the present key durable; called before anything depends on that key. */
  readonly keep: () => Promise<void>;
}

interface Found extends SealedText {
  readonly place: SealedPlace;
}

const systemActor = { id: 'system', name: 'system', requestId: undefined };

/** Proves that every stored credential opens, and writes nothing. Throws `StartError`. */
export async function proveCredentials({ store, cipher, others }: ProveDeps): Promise<void> {
  const texts = await findAll(store.db, [...accountPlaces, ...others]);
  requireKnownKeys(cipher, texts);
  for (const text of texts) requireOpens(cipher, text);
}

/**
 * Runs once at the start. Proves that every stored credential opens, so that none proves unusable
 * when it is needed, and encrypts anew what a former key encrypted. Throws `StartError`.
 */
export async function settleCredentials(deps: SettleDeps): Promise<void> {
  const { store, clock, cipher, logger, keep } = deps;
  const places = [...accountPlaces, ...deps.others];
  await proveCredentials(deps);
  await keep();
  const counts = await store.db.transaction().execute(async (trx) => {
    const former = (await findAll(trx, places)).filter(({ sealed }) => !isPresent(cipher, sealed));
    for (const text of former) {
      const { place, id } = text;
      await place.write(trx, { id, sealed: reseal(cipher, text) });
    }
    if (former.length === 0) return undefined;
    const counted = countsOf(former);
    await record(trx, {
      action: 'master_key.rotated',
      actor: systemActor,
      atMs: clock.now(),
      subject: cipher.keyId,
      before: { keyIds: [...new Set(former.map(({ sealed }) => sealedBy(sealed)))] },
      after: { keyId: cipher.keyId, ...counted },
    });
    return counted;
  });
  if (!counts) return;
  const message = 'encrypted stored credentials anew; WINDLASS_MASTER_KEY_OLD can go now';
  logger.info({ ...counts, masterKeyId: cipher.keyId }, message);
}

async function findAll(db: Kysely<Schema>, places: readonly SealedPlace[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const place of places) {
    found.push(...(await place.read(db)).map((text) => ({ ...text, place })));
  }
  return found;
}

function isPresent(cipher: Cipher, sealed: string): boolean {
  return sealedBy(sealed) === cipher.keyId;
}

function countsOf(texts: readonly Found[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { place } of texts) counts[place.counted] = (counts[place.counted] ?? 0) + 1;
  return counts;
}

/** One error for all texts: with the wrong key, usually every text fails. */
function requireKnownKeys(cipher: Cipher, texts: readonly Found[]): void {
  const foreign = texts.filter((text) => faultOf(cipher, text) === 'unknownKey');
  const [first] = foreign;
  if (!first) return;
  const owners = [...new Set(foreign.map(({ place, id }) => place.ownerOf(id)))];
  const named = owners.length === 1 ? owners[0] : `${owners[0]} and ${owners.length - 1} more`;
  throw new StartError(
    `The stored credentials of ${named} are encrypted with the master key ` +
      `${sealedBy(first.sealed)}, and this one is ${cipher.keyId}. Give the former key as ` +
      'WINDLASS_MASTER_KEY_OLD; if it was generated, it stands in the file master.key of the ' +
      'data directory it was used with.',
  );
}

function requireOpens(cipher: Cipher, text: Found): void {
  const fault = faultOf(cipher, text);
  if (fault === undefined) return;
  const { place, id } = text;
  throw new StartError(
    `The stored credentials of ${place.ownerOf(id)} cannot be opened (${fault}). Restore the ` +
      `database from a backup, or ${place.remedy}.`,
  );
}

function faultOf(cipher: Cipher, { place, ...text }: Found): CipherError['fault'] | undefined {
  try {
    place.prove(cipher, text);
    return undefined;
  } catch (error) {
    if (error instanceof CipherError) return error.fault;
    throw error;
  }
}

/** Returns the same text, sealed with the present key. */
function reseal(cipher: Cipher, { place, id, sealed }: Found): string {
  const context = place.contextOf(id);
  return cipher.seal(cipher.open(sealed, context), context);
}
