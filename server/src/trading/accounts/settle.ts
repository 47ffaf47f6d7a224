import type { Transaction } from 'kysely';
import { type Cipher, CipherError, sealedBy } from '../../kit/cipher.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { StartError } from '../../kit/startError.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import { record } from './records.ts';
import { type SealedColumn, sealedColumns } from './rows.ts';
import { openCredentials, resealText } from './sealing.ts';

interface SettleDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly cipher: Cipher;
  readonly logger: Logger;
  /** Makes the present key durable; called before anything depends on it. */
  readonly keep: () => Promise<void>;
}

interface SealedText {
  readonly accountId: string;
  readonly column: SealedColumn;
  readonly sealed: string;
}

const systemActor = { id: 'system', name: 'system', requestId: undefined };

/**
 * Runs once at the start. Proves that every stored credential opens, so that none turns out to be
 * unusable when it is needed, and encrypts anew what a former key encrypted. Throws `StartError`.
 */
export async function settleCredentials(deps: SettleDeps): Promise<void> {
  const { store, clock, cipher, logger, keep } = deps;
  const texts = await sealedTexts(store.db);
  requireKnownKeys(cipher, texts);
  for (const text of texts) requireOpens(cipher, text);
  await keep();
  const count = await store.db.transaction().execute(async (trx) => {
    const former = (await sealedTexts(trx)).filter(({ sealed }) => !isPresent(cipher, sealed));
    for (const text of former) await reseal(trx, cipher, text);
    if (former.length === 0) return 0;
    await record(trx, {
      action: 'master_key.rotated',
      actor: systemActor,
      atMs: clock.now(),
      subject: cipher.keyId,
      before: { keyIds: [...new Set(former.map(({ sealed }) => sealedBy(sealed)))] },
      after: { keyId: cipher.keyId, credentials: former.length },
    });
    return former.length;
  });
  if (count === 0) return;
  const message = 'encrypted stored credentials anew; WINDLASS_MASTER_KEY_OLD can go now';
  logger.info({ credentials: count, masterKeyId: cipher.keyId }, message);
}

async function sealedTexts(db: Store['db']): Promise<SealedText[]> {
  const rows = await db
    .selectFrom('exchange_accounts')
    .select(['id', ...sealedColumns])
    .orderBy('id')
    .execute();
  return rows.flatMap((row) =>
    sealedColumns.flatMap((column) => {
      const sealed = row[column];
      return sealed === null ? [] : [{ accountId: row.id, column, sealed }];
    }),
  );
}

function isPresent(cipher: Cipher, sealed: string): boolean {
  return sealedBy(sealed) === cipher.keyId;
}

/** One line for all of them: with the wrong key, usually every account is concerned. */
function requireKnownKeys(cipher: Cipher, texts: readonly SealedText[]): void {
  const foreign = texts.filter((text) => faultOf(cipher, text) === 'unknownKey');
  const [first] = foreign;
  if (!first) return;
  const accounts = [...new Set(foreign.map(({ accountId }) => accountId))];
  const named =
    accounts.length === 1 ? accounts[0] : `${accounts[0]} and ${accounts.length - 1} more`;
  throw new StartError(
    `The stored credentials of ${named} are encrypted with the master key ` +
      `${sealedBy(first.sealed)}, and this one is ${cipher.keyId}. Give the former key as ` +
      'WINDLASS_MASTER_KEY_OLD; if it was generated, it stands in the file master.key of the ' +
      'data directory it was used with.',
  );
}

function requireOpens(cipher: Cipher, text: SealedText): void {
  const fault = faultOf(cipher, text);
  if (fault === undefined) return;
  const { accountId, column } = text;
  throw new StartError(
    `The stored credentials of ${accountId} cannot be opened (${fault}). Restore the database ` +
      `from a backup, or set ${column} of that row of exchange_accounts to null and enter them ` +
      'again.',
  );
}

function faultOf(
  cipher: Cipher,
  { sealed, ...slot }: SealedText,
): CipherError['fault'] | undefined {
  try {
    openCredentials(cipher, slot, sealed);
    return undefined;
  } catch (error) {
    if (error instanceof CipherError) return error.fault;
    throw error;
  }
}

async function reseal(trx: Transaction<Schema>, cipher: Cipher, text: SealedText): Promise<void> {
  const { accountId, column, sealed } = text;
  await trx
    .updateTable('exchange_accounts')
    .set({ [column]: resealText(cipher, text, sealed) })
    .where('id', '=', accountId)
    .execute();
}
