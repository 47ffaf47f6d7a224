import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { isBadReference, isTaken } from '../../kit/keyViolations.ts';
import type { Store } from '../../store/types.ts';
import type { Portfolio } from '../model/account.ts';
import { laterThan } from './changes.ts';
import { record } from './records.ts';
import { fromPortfolioRow, type PortfolioRow, toPortfolioRow } from './rows.ts';
import type { Portfolios } from './types.ts';

/** All are listed in one answer, and there is no use for more portfolios than accounts. */
const portfoliosMax = 500;

export function createPortfolios(deps: { store: Store; clock: Clock }): Portfolios {
  const { store, clock } = deps;
  const { db } = store;
  const portfolios = db.selectFrom('portfolios').selectAll();
  return {
    async find(id) {
      return required(await portfolios.where('id', '=', id).executeTakeFirst());
    },
    list: async () => (await portfolios.orderBy('id').execute()).map(fromPortfolioRow),
    async create({ id, name }, actor) {
      const nowMs = clock.now();
      const portfolio = { id, name, createdAtMs: nowMs, updatedAtMs: nowMs };
      try {
        await db.transaction().execute(async (trx) => {
          const known = await trx.selectFrom('portfolios').select('id').execute();
          if (known.length >= portfoliosMax) throw tooMany();
          await trx.insertInto('portfolios').values(toPortfolioRow(portfolio)).execute();
          const change = { actor, atMs: nowMs, subject: id, after: portfolio };
          await record(trx, { action: 'portfolio.created', ...change });
        });
      } catch (error) {
        throw isTaken(error) ? new AppError('PORTFOLIO_EXISTS') : error;
      }
      return portfolio;
    },
    rename: (id, name, actor) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('portfolios')
          .selectAll()
          .where('id', '=', id)
          .$if(store.dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst();
        const before = required(row);
        const after = { ...before, name, updatedAtMs: laterThan(before, clock.now()) };
        const { id: _id, ...columns } = toPortfolioRow(after);
        await trx.updateTable('portfolios').set(columns).where('id', '=', id).execute();
        const change = { actor, atMs: after.updatedAtMs, subject: id, before, after };
        await record(trx, { action: 'portfolio.updated', ...change });
        return after;
      }),
    async remove(id, actor) {
      try {
        return await db.transaction().execute(async (trx) => {
          const gone = trx.deleteFrom('portfolios').where('id', '=', id).returningAll();
          const before = required(await gone.executeTakeFirst());
          const change = { actor, atMs: clock.now(), subject: id, before };
          await record(trx, { action: 'portfolio.removed', ...change });
          return before;
        });
      } catch (error) {
        throw isBadReference(error) ? stillUsed() : error;
      }
    },
  };
}

function required(row: PortfolioRow | undefined): Portfolio {
  if (!row) throw new AppError('PORTFOLIO_NOT_FOUND');
  return fromPortfolioRow(row);
}

function tooMany(): AppError {
  const message = `Limit of ${portfoliosMax} portfolios reached.`;
  return new AppError('CONFLICT', { message });
}

function stillUsed(): AppError {
  const message = 'The portfolio still has accounts. Put them elsewhere before removing it.';
  return new AppError('CONFLICT', { message });
}
