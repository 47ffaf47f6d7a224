import { type SealedColumn, sealedColumns } from './rows.ts';
import { contextOf, openCredentials } from './sealing.ts';
import type { SealedPlace } from './types.ts';

/** The columns of accounts that the master key seals. */
export const accountPlaces: readonly SealedPlace[] = sealedColumns.map(placeOf);

function placeOf(column: SealedColumn): SealedPlace {
  return {
    counted: 'credentials',
    remedy: `set ${column} of that row of exchange_accounts to null and enter them again`,
    ownerOf: (id) => id,
    contextOf: (id) => contextOf({ accountId: id, column }),
    async read(db) {
      const rows = await db
        .selectFrom('exchange_accounts')
        .select(['id', `${column} as sealed`])
        .orderBy('id')
        .execute();
      return rows.flatMap(({ id, sealed }) => (sealed === null ? [] : [{ id, sealed }]));
    },
    async write(trx, { id, sealed }) {
      const change = { [column]: sealed };
      await trx.updateTable('exchange_accounts').set(change).where('id', '=', id).execute();
    },
    prove(cipher, { id, sealed }) {
      openCredentials(cipher, { accountId: id, column }, sealed);
    },
  };
}
