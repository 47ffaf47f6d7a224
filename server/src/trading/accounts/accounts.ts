import type { Transaction } from 'kysely';
import { createCache } from '../../kit/cache.ts';
import type { Cipher } from '../../kit/cipher.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { isBadReference, isTaken } from '../../kit/keyViolations.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import type { Account } from '../model/account.ts';
import type { Credentials } from '../venues/accountPort.ts';
import { changedAccount, laterThan, newAccount } from './changes.ts';
import { setHaltedIn } from './halts.ts';
import { line, placesOnRecord, record } from './records.ts';
import {
  type AccountRow,
  fromAccountRow,
  type SealedColumn,
  type SealedColumns,
  toAccountRow,
} from './rows.ts';
import { openCredentials, sealCredentials } from './sealing.ts';
import type {
  AccountChange,
  Accounts,
  Actor,
  CanRemove,
  CountLive,
  NewAccount,
  ReportedModes,
} from './types.ts';

/**
 * Maximum age of what is held: a change that another process made is seen after this at the latest.
 */
const staleMsMax = 5_000;
/** All accounts are held in memory and listed in one answer; a desk has dozens. */
const accountsMax = 500;

interface AccountsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly cipher: Cipher;
  /** Asked before an account is removed; when it is left out, nothing objects. */
  readonly canRemove?: CanRemove;
  /**
   * Asked before an account's orders move to other endpoints; when it is left out, there are none.
   */
  readonly countLive?: CountLive;
}

/** An account as it is held in memory: secrets stay sealed until somebody asks for them. */
interface Held {
  readonly account: Account;
  readonly sealed: SealedColumns;
}

/** The dependencies and helpers that the operations share. */
interface AccountsContext extends AccountsDeps {
  find(id: string): Promise<Held>;
  inTransaction<Result>(work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result>;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { store, clock, cipher } = deps;
  const held = createCache<ReadonlyMap<string, Held>>({ clock, ttlMs: staleMsMax, sizeMax: 1 });
  const halted = new Set<string>();
  const note = ({ id, halted: isSo }: Account) => void (isSo ? halted.add(id) : halted.delete(id));
  const all = () =>
    held.get('all', async () => {
      const loaded = await loadAll(store);
      for (const { account } of loaded.values()) note(account);
      return loaded;
    });
  const find = async (id: string): Promise<Held> => required((await all()).get(id));
  const context: AccountsContext = {
    ...deps,
    find,
    async inTransaction(work) {
      try {
        return await store.db.transaction().execute(work);
      } finally {
        // A failed transaction clears it too: the commit may have succeeded although its answer was
        // lost.
        held.clear();
      }
    },
  };
  const setHalted = async (isSo: boolean, ids: readonly string[] | undefined, actor: Actor) => {
    const halt = { store, clock, halted: isSo, ids, actor };
    const outcome = await context.inTransaction((trx) => setHaltedIn(trx, halt));
    for (const account of outcome.accounts) note(account);
    return outcome;
  };

  return {
    find: async (id) => (await find(id)).account,
    list: async () => [...(await all()).values()].map(({ account }) => account),
    isHalted: (id) => halted.has(id),
    async credentialsOf(id) {
      const { sealed } = await find(id);
      const open = (column: SealedColumn): Credentials | undefined => {
        const text = sealed[column];
        if (text === null) return undefined;
        return openCredentials(cipher, { accountId: id, column }, text);
      };
      return { main: open('credentials'), futures: open('futures_credentials') };
    },
    create: (request, actor) => create(context, request, actor),
    change: (id, change, actor) => changeAccount(context, { id, change, actor }),
    keepModes: (id, told, actor) => keepModes(context, { id, told, actor }),
    remove: (id, actor) => remove(context, id, actor),
    halt: (ids, actor) => setHalted(true, ids, actor),
    resume: (ids, actor) => setHalted(false, ids, actor),
  };
}

async function create(
  context: AccountsContext,
  request: NewAccount,
  actor: Actor,
): Promise<Account> {
  const { store, clock, cipher, inTransaction } = context;
  const account = newAccount(request, clock.now());
  const sealed = sealAll(cipher, account.id, request);
  const row = toAccountRow(account, { credentials: null, futures_credentials: null, ...sealed });
  try {
    await inTransaction(async (trx) => {
      await refuseTooMany(trx);
      await trx.insertInto('exchange_accounts').values(row).execute();
      // The insert waits for any process that is creating or removing an account of the same id.
      await refuseOtherPlace(trx, account);
      await refuseMixedPortfolio(trx, store, account);
      const after = audited(account, sealed);
      await record(trx, { ...line('created', account, actor), after });
    });
  } catch (error) {
    if (isTaken(error)) throw new AppError('ACCOUNT_EXISTS');
    throw isBadReference(error) ? noPortfolio(request.portfolioId) : error;
  }
  return account;
}

interface Edit {
  readonly id: string;
  readonly change: AccountChange;
  readonly actor: Actor;
}

async function changeAccount(
  context: AccountsContext,
  { id, change, actor }: Edit,
): Promise<Account> {
  const { store, clock, cipher, inTransaction } = context;
  await refuseWhileLive(context, id, change);
  try {
    return await inTransaction(async (trx) => {
      const row = await locked(trx, store, id);
      const before = fromAccountRow(row);
      const after = changedAccount(before, change, clock.now());
      const sealed = sealAll(cipher, id, change);
      const { id: _id, ...columns } = toAccountRow(after, { ...row, ...sealed });
      await trx.updateTable('exchange_accounts').set(columns).where('id', '=', id).execute();
      if (after.portfolioId !== before.portfolioId) await refuseMixedPortfolio(trx, store, after);
      const shown = { before, after: audited(after, sealed) };
      await record(trx, { ...line('updated', after, actor), ...shown });
      return after;
    });
  } catch (error) {
    throw isBadReference(error) ? noPortfolio(change.portfolioId) : error;
  }
}

/**
 * Orders on portfolio margin have endpoints of their own. Live orders would be looked up at the
 * wrong endpoints, and an order that was taken would look like one that never arrived.
 */
async function refuseWhileLive(
  { find, countLive }: AccountsContext,
  id: string,
  { portfolioMargin }: AccountChange,
): Promise<void> {
  if (portfolioMargin === undefined) return;
  const { account } = await find(id);
  if (account.mode === 'paper' || account.portfolioMargin === portfolioMargin) return;
  const live = (await countLive?.(account.id)) ?? 0;
  if (live === 0) return;
  throw new AppError('CONFLICT', {
    message:
      `The exchange account ${id} has ${live} orders that are open or not settled, which the ` +
      'exchange knows at other endpoints. Cancel them before you change portfolio_margin.',
  });
}

interface ModesKept {
  readonly id: string;
  readonly told: ReportedModes;
  readonly actor: Actor;
}

async function keepModes(
  context: AccountsContext,
  { id, told, actor }: ModesKept,
): Promise<Account> {
  const { store, clock, find, inTransaction } = context;
  const known = (await find(id)).account;
  if (isKnown(known, told)) return known;
  return inTransaction(async (trx) => {
    const row = await locked(trx, store, id);
    const before = fromAccountRow(row);
    if (isKnown(before, told)) return before;
    const { hedgeMode = before.hedgeMode, unifiedMode = before.unifiedMode } = told;
    const updatedAtMs = laterThan(before, clock.now());
    const after = { ...before, hedgeMode, unifiedMode, updatedAtMs };
    const { hedge_mode, unified_mode, updated_at_ms } = toAccountRow(after, row);
    await trx
      .updateTable('exchange_accounts')
      .set({ hedge_mode, unified_mode, updated_at_ms })
      .where('id', '=', id)
      .execute();
    await record(trx, { ...line('updated', after, actor), before, after });
    return after;
  });
}

function isKnown(account: Account, { hedgeMode, unifiedMode }: ReportedModes): boolean {
  const { hedgeMode: isHedged, unifiedMode: mode } = account;
  return (hedgeMode ?? isHedged) === isHedged && (unifiedMode ?? mode) === mode;
}

async function remove(context: AccountsContext, id: string, actor: Actor): Promise<Account> {
  const { store, clock, canRemove, find, inTransaction } = context;
  const objection = await canRemove?.((await find(id)).account);
  if (objection !== undefined) throw new AppError('CONFLICT', { message: objection });
  return inTransaction(async (trx) => {
    const before = fromAccountRow(await locked(trx, store, id));
    await trx.deleteFrom('exchange_accounts').where('id', '=', id).execute();
    await record(trx, { ...line('removed', before, actor), atMs: clock.now(), before });
    return before;
  });
}

/** Callers may remember where an account trades: its id is never used again for another place. */
async function refuseOtherPlace(trx: Transaction<Schema>, account: Account): Promise<void> {
  const { id, mode, environment, region } = account;
  const places = await placesOnRecord(trx, id);
  const former = places.find(
    (one) => one.mode !== mode || one.environment !== environment || one.region !== region,
  );
  if (former === undefined) return;
  const where = mode === former.mode ? ` in ${former.environment}, ${former.region}` : '';
  const what = `a ${former.mode} account${where}`;
  const message = `${id} was ${what} and stays one. Choose another id.`;
  throw new AppError('CONFLICT', { message });
}

/** Refuses a portfolio of another environment: its sums never mix made-up and real money. */
async function refuseMixedPortfolio(
  trx: Transaction<Schema>,
  { dialect }: Store,
  { id, portfolioId, environment }: Account,
): Promise<void> {
  if (portfolioId === undefined) return;
  // A process that joins the portfolio at the same time waits here.
  await trx
    .selectFrom('portfolios')
    .select('id')
    .where('id', '=', portfolioId)
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute();
  const other = await trx
    .selectFrom('exchange_accounts')
    .select('environment')
    .where('portfolio_id', '=', portfolioId)
    .where('id', '<>', id)
    .where('environment', '<>', environment)
    .executeTakeFirst();
  if (!other) return;
  const message =
    `portfolio_id names a portfolio in ${other.environment}, and the account is in ` +
    `${environment}: a portfolio has one environment`;
  throw new AppError('VALIDATION_FAILED', {
    issues: [{ field: 'portfolio_id', message, value: portfolioId }],
  });
}

async function loadAll({ db }: Store): Promise<ReadonlyMap<string, Held>> {
  const rows = await db.selectFrom('exchange_accounts').selectAll().orderBy('id').execute();
  return new Map(
    rows.map((row) => {
      const { credentials, futures_credentials } = row;
      const sealed = { credentials, futures_credentials };
      return [row.id, { account: fromAccountRow(row), sealed }];
    }),
  );
}

/** Seals the given credentials, each for its column; null stays null. */
function sealAll(
  cipher: Cipher,
  accountId: string,
  given: Pick<AccountChange, 'credentials' | 'futuresCredentials'>,
): Partial<SealedColumns> {
  const { credentials, futuresCredentials } = given;
  const seal = (column: SealedColumn, set: Credentials | null) =>
    set && sealCredentials(cipher, { accountId, column }, set);
  return {
    ...(credentials && { credentials: seal('credentials', credentials) }),
    ...(futuresCredentials !== undefined && {
      futures_credentials: seal('futures_credentials', futuresCredentials),
    }),
  };
}

/**
 * Returns the account for the log. It holds no secret: the log shows only that credentials were
 * replaced.
 */
function audited(account: Account, sealed: Partial<SealedColumns>) {
  const replaced = Object.keys(sealed);
  return replaced.length === 0 ? account : { ...account, replaced };
}

/** Returns the row, locked: nobody else can change it until the transaction ends. */
async function locked(trx: Transaction<Schema>, store: Store, id: string): Promise<AccountRow> {
  const row = await trx
    .selectFrom('exchange_accounts')
    .selectAll()
    .where('id', '=', id)
    .$if(store.dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return required(row);
}

async function refuseTooMany(trx: Transaction<Schema>): Promise<void> {
  const { count } = await trx
    .selectFrom('exchange_accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count < accountsMax) return;
  const message = `Limit of ${accountsMax} exchange accounts reached.`;
  throw new AppError('CONFLICT', { message });
}

function required<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new AppError('ACCOUNT_NOT_FOUND');
  return found;
}

function noPortfolio(id: string | null | undefined): AppError {
  const message = 'portfolio_id names no portfolio';
  return new AppError('VALIDATION_FAILED', {
    issues: [{ field: 'portfolio_id', message, value: id }],
  });
}
