import type { Transaction } from 'kysely';
import type { Clock } from '../../kit/clock.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import { venueIds } from '../model/venue.ts';
import { newAccount } from './changes.ts';
import { record } from './records.ts';
import { toAccountRow, toPortfolioRow } from './rows.ts';

/**
 * Name of the setting which says that an empty database was filled once. If its owner empties it
 * later, it stays empty.
 */
const madeSetting = 'accounts.demo';
const portfolioId = 'paper';
/** USD 10,000,000. */
const dailyLimitMicroUsd = 10_000_000_000_000;
const actor = { id: 'system', name: 'demo', requestId: undefined };

/** Gives an empty database a paper account at every venue; does nothing the second time. */
export async function createDemoAccounts(deps: { store: Store; clock: Clock }): Promise<void> {
  const { store, clock } = deps;
  // A single transaction: a crash leaves all of it or nothing.
  await store.db.transaction().execute(async (trx) => {
    const settings = trx.selectFrom('settings').select('name').where('name', '=', madeSetting);
    if (await settings.executeTakeFirst()) return;
    await trx.insertInto('settings').values({ name: madeSetting, value: 'made' }).execute();
    for (const table of ['exchange_accounts', 'portfolios'] as const) {
      if (await trx.selectFrom(table).select('id').limit(1).executeTakeFirst()) return;
    }
    await insertDemo(trx, clock.now());
  });
}

async function insertDemo(trx: Transaction<Schema>, nowMs: number): Promise<void> {
  const portfolio = { id: portfolioId, name: 'Paper', createdAtMs: nowMs, updatedAtMs: nowMs };
  await trx.insertInto('portfolios').values(toPortfolioRow(portfolio)).execute();
  const change = { actor, atMs: nowMs, subject: portfolioId, after: portfolio };
  await record(trx, { action: 'portfolio.created', ...change });
  for (const venue of venueIds) {
    const id = `paper-${venue}`;
    const request = { id, venue, mode: 'paper', dailyLimitMicroUsd, portfolioId } as const;
    const account = newAccount({ ...request, portfolioMargin: false, limits: {} }, nowMs);
    const row = toAccountRow(account, { credentials: null, futures_credentials: null });
    await trx.insertInto('exchange_accounts').values(row).execute();
    const made = { actor, atMs: nowMs, subject: id, after: account };
    await record(trx, { action: 'account.created', ...made });
  }
}
