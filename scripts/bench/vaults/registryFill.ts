import { createIds } from '../../../server/src/kit/ids.ts';
import { createSeededRandom, type Random } from '../../../server/src/kit/random.ts';
import { openStore } from '../../../server/src/store/index.ts';
import type { Store } from '../../../server/src/store/types.ts';
import { toVaultRow } from '../../../server/src/vault/registry/rows.ts';
import { everyone, microPerUnit, scopes } from '../../../server/src/vault/registry/totals.ts';
import { curatedTokens } from '../../../server/src/vault/tokens/curatedTokens.ts';
import type { Vault } from '../../../server/src/vault/vault.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import { madeUpAddress } from './addresses.ts';

export const vaultCount = 100_000;
const holdingsPerVault = 10;
const ownerCount = 2_000;
const dayMs = 86_400_000;
/** A young registry is the hard case: three of four vaults are in the windows of the statistics. */
const createdWithinMs = 120 * dayMs;
export const ledgers = { low: 58_000_000, high: 60_000_000 };
const words = ['Harbor', 'North', 'Lagoon', 'Summit', 'Delta', 'Orchard', 'Beacon', 'Granite'];
const rowsPerStatement = 500;
const vaultsPerTransaction = 5_000;

/** Returns the owner of that rank; the first owner has the most vaults. */
export const ownerAddress = (rank: number): string => madeUpAddress('G', rank);

export interface Filled {
  /** Some vaults, spread over the registry. */
  readonly vaultIds: readonly string[];
}

/** Fills an embedded database with vaults, their totals and their balances, without any history. */
export async function fillRegistry(dataDir: string, nowMs: number): Promise<Filled> {
  const random = createSeededRandom('vault bench');
  const ids = createIds(random);
  const vaults = Array.from({ length: vaultCount }, (_, number) =>
    madeUpVault(ids.objectId(), number, { random, nowMs }),
  );
  // Sorted by id, the order in which balances are stored as well.
  vaults.sort((a, b) => (a.id < b.id ? -1 : 1));
  const store = await openStore({ dataDir, logger: silentLogger });
  try {
    await store.migrate();
    for (let start = 0; start < vaults.length; start += vaultsPerTransaction) {
      await insertVaults(store, vaults.slice(start, start + vaultsPerTransaction), nowMs);
    }
    await insertTotals(store);
  } finally {
    await store.close();
  }
  return { vaultIds: vaults.filter((_, index) => index % 97 === 0).map(({ id }) => id) };
}

function madeUpVault(
  id: string,
  number: number,
  { random, nowMs }: { readonly random: Random; readonly nowMs: number },
): Vault {
  const createdAtMs = Math.floor(nowMs - random.next() * createdWithinMs);
  const word = words[Math.floor(random.next() * words.length)];
  return {
    id,
    name: `${word} ${words[number % words.length]} ${number}`,
    // By the cube, the first of 2,000 owners has about 8 % of the vaults and the last ones 17 each.
    owner: ownerAddress(Math.floor(random.next() ** 3 * ownerCount)),
    address: madeUpAddress('C', number),
    createdAtMs,
    updatedAtMs: createdAtMs,
    creationLedger: Math.floor(random.between(ledgers.low, ledgers.high)),
    tradePermission: random.next() < 0.4,
    settings: {
      maxTradeSize: Math.round(random.between(0, 10_000)) / 100,
      dailyTradeLimit: Math.floor(random.between(0, 500)),
      slippageTolerance: Math.round(random.between(0, 500)) / 100,
    },
  };
}

/**
 * Inserts vaults with ten balances each in one transaction; the database itself makes the balances.
 */
async function insertVaults(store: Store, vaults: readonly Vault[], nowMs: number): Promise<void> {
  const tokens = curatedTokens('mainnet').slice(0, holdingsPerVault);
  const [first, last] = [vaults[0]?.id ?? '', vaults.at(-1)?.id ?? ''];
  await store.db.transaction().execute(async (trx) => {
    for (let start = 0; start < vaults.length; start += rowsPerStatement) {
      const rows = vaults.slice(start, start + rowsPerStatement).map(toVaultRow);
      await trx.insertInto('vaults').values(rows).execute();
    }
    for (const { contract } of tokens) {
      await trx
        .insertInto('holdings')
        .columns(['vault_id', 'network', 'token', 'id', 'amount', 'ledger', 'updated_at_ms'])
        .expression(
          trx
            .selectFrom('vaults')
            .select(({ val, fn, cast }) => [
              'id',
              val('mainnet').as('network'),
              val(contract).as('token'),
              fn<string>('lower', [fn('hex', [fn('randomblob', [val(12)])])]).as('holding_id'),
              cast<string>(fn('abs', [fn('random', [])]), 'text').as('amount'),
              val(1).as('ledger'),
              val(nowMs).as('updated_at_ms'),
            ])
            .where('id', '>=', first)
            .where('id', '<=', last)
            .orderBy('id'),
        )
        .execute();
    }
  });
}

/**
 * Inserts the sums that the registry updates with every change, computed here all at once.
 * `registry.ts` checks them by requesting statistics with and without them.
 */
async function insertTotals({ db }: Store): Promise<void> {
  const groupings = [[], ['owner'], ['trade_permission'], ['owner', 'trade_permission']] as const;
  for (const columns of groupings) {
    const by: readonly string[] = columns;
    await db
      .insertInto('vault_totals')
      .columns([
        'owner',
        'scope',
        'vaults',
        'max_trade_size_micro',
        'daily_trade_limit',
        'slippage_tolerance_micro',
        'ledgers',
        'ledger_sum',
      ])
      .expression(
        db
          .selectFrom('vaults')
          .select(({ eb, fn, val, ref, cast }) => {
            const micro = (column: 'max_trade_size' | 'slippage_tolerance') =>
              fn.sum<number>(cast(fn('round', [eb(column, '*', microPerUnit)]), 'integer'));
            return [
              (by.includes('owner') ? ref('owner') : val(everyone)).as('sum_owner'),
              (by.includes('trade_permission') ? ref('trade_permission') : val(scopes.both)).as(
                'sum_scope',
              ),
              fn.countAll<number>().as('vaults'),
              micro('max_trade_size').as('max_trade_size_micro'),
              fn.sum<number>('daily_trade_limit').as('daily_trade_limit'),
              micro('slippage_tolerance').as('slippage_tolerance_micro'),
              fn.count<number>('creation_ledger').as('ledgers'),
              fn.sum<number>('creation_ledger').as('ledger_sum'),
            ];
          })
          .$if(columns.length > 0, (query) => query.groupBy([...columns])),
      )
      .execute();
  }
}
