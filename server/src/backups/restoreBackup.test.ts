import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { actor, liveAccount, newAccount } from '../../test/support/accounts/fixture.ts';
import {
  childOf,
  entryOf,
  recordOf,
  runOf,
  saveOf,
} from '../../test/support/algorithms/records.ts';
import { databasePerTest } from '../../test/support/databases/databases.ts';
import { createManualClock } from '../../test/support/manualClock.ts';
import { silentLogger } from '../../test/support/silentLogger.ts';
import { createCipher, drawCipherKey } from '../kit/cipher.ts';
import { createSeededRandom } from '../kit/random.ts';
import { Secret } from '../kit/secret.ts';
import { openStore } from '../store/index.ts';
import { lockEngine } from '../store/sqlite/ownership.ts';
import { StaleEpochError, type Store } from '../store/types.ts';
import { createAccounts } from '../trading/accounts/index.ts';
import { createAlgorithmStore } from '../trading/algorithms/store/algorithmStore.ts';
import type { AccountId } from '../trading/model/account.ts';
import { makeBackup } from './makeBackup.ts';
import { restoreBackup } from './restoreBackup.ts';

const database = databasePerTest('sqlite');
const random = createSeededRandom('backup');
const clock = createManualClock();
const [key, otherKey] = [drawCipherKey(random), drawCipherKey(random)];
const observe = { algorithmUnreadable: () => expect.unreachable('all of them can be read') };
const usual = {
  clock,
  random,
  logger: silentLogger,
  progress: () => undefined,
  signal: new AbortController().signal,
  env: {},
  version: '0.1.0',
};
const noKeys = { databaseUrl: undefined, masterKey: undefined, formerMasterKey: undefined };

let home = '';
const file = () => join(home, 'one.backup');
const folder = (name: string) => join(home, name);
const configOf = (dataDir: string, keys = {}) => ({ ...noKeys, dataDir, ...keys });
beforeEach(() => {
  home = database.place().dataDir;
});

/** Backs up a database with accounts and what `fill` adds. */
async function backUp(fill: (store: Store) => Promise<unknown>, withMasterKey = false) {
  const dataDir = folder('first');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'master.key'), `${key.reveal()}\n`);
  const store = await openStore({ dataDir, logger: silentLogger });
  await store.migrate();
  await fill(store);
  await store.close();
  return makeBackup({ out: file(), withMasterKey }, { ...usual, config: configOf(dataDir) });
}

function restore(name: string, options: { force?: boolean; keys?: object } = {}) {
  const { force = false, keys = {} } = options;
  return restoreBackup({ file: file(), force }, { ...usual, config: configOf(folder(name), keys) });
}

/** Adds two paper accounts and a live one. */
async function addAccounts(store: Store): Promise<void> {
  const cipher = createCipher({ random, key });
  const accounts = createAccounts({ store, clock, cipher, canRemove: async () => undefined });
  for (const id of ['paper-a', 'paper-b']) await accounts.create(newAccount({ id }), actor);
  await accounts.create(liveAccount({ id: 'live' }), actor);
}

async function openAt(name: string): Promise<Store> {
  const store = await openStore({ dataDir: folder(name), logger: silentLogger });
  await store.migrate();
  return store;
}

describe('a restored database', () => {
  it('has every account halted, and says so in its audit log', async () => {
    await backUp(addAccounts);
    const restored = await restore('second');
    expect(restored).toMatchObject({ accountsHalted: 3, movedAside: undefined });
    const store = await openAt('second');
    const rows = await store.db.selectFrom('exchange_accounts').select('halted').execute();
    expect(rows.map(({ halted }) => halted)).toEqual([1, 1, 1]);
    const lines = await store.db.selectFrom('audit_log').select(['action', 'actor_name']).execute();
    await store.close();
    expect(lines.slice(3).map(({ action }) => action)).toEqual([
      'account.halted',
      'account.halted',
      'account.halted',
      'database.restored',
    ]);
    expect(lines.at(-1)?.actor_name).toBe('restore');
  });

  it('has algorithms on paper paused, those of live accounts about to end', async () => {
    const ids = (...names: string[]) => ({ accountIds: names.map((name) => name as AccountId) });
    const ending = { status: 'COMPLETED', reason: undefined } as const;
    await backUp(async (store) => {
      await addAccounts(store);
      const { epoch } = await store.own();
      const algorithms = createAlgorithmStore(store, observe);
      const run = runOf({ nextEvent: 2 });
      const records = [
        recordOf('paper', { ...ids('paper-a', 'paper-b'), run }),
        recordOf('paper paused', { ...ids('paper-a'), status: 'PAUSED', reason: 'mine', run }),
        recordOf('paper ending', { ...ids('paper-a'), run: { ...run, ending } }),
        recordOf('live', { ...ids('live'), run }),
        recordOf('live paused', { ...ids('live'), status: 'PAUSED', run }),
        recordOf('live cancelling', { ...ids('live'), status: 'CANCELLING', run }),
        recordOf('both', { ...ids('paper-a', 'live'), run }),
        recordOf('gone', { ...ids('removed'), run }),
        recordOf('done', { ...ids('live'), status: 'COMPLETED', endedAtMs: 5, run }),
      ];
      for (const record of records) {
        const parts = { children: [childOf(record.id, 1)], events: [entryOf(1)] };
        await algorithms.create(epoch, saveOf(record, parts));
      }
    });
    const told = await restore('second');
    expect(told).toMatchObject({ algorithmsPaused: 1, algorithmsEnded: 5 });
    const store = await openAt('second');
    const algorithms = createAlgorithmStore(store, observe);
    const found: Record<string, unknown> = {};
    for (const { id } of (await algorithms.list({ page: 0, size: 99 })).records) {
      const record = await algorithms.find(id);
      const events = await algorithms.events(id, 9);
      found[id] = [record?.status, record?.run.ending?.status, events.length];
    }
    const paused = await algorithms.find('paper');
    await store.close();
    expect(found).toEqual({
      paper: ['PAUSED', undefined, 2],
      'paper paused': ['PAUSED', undefined, 1],
      'paper ending': ['RUNNING', 'COMPLETED', 1],
      live: ['RUNNING', 'FAILED', 2],
      'live paused': ['RUNNING', 'FAILED', 2],
      'live cancelling': ['RUNNING', 'FAILED', 2],
      both: ['RUNNING', 'FAILED', 2],
      gone: ['RUNNING', 'FAILED', 2],
      done: ['COMPLETED', undefined, 1],
    });
    expect(paused?.reason).toMatch(/^Paused: restored from the backup of /);
  });

  it('has a later epoch than any owner before, also of a second restore', async () => {
    let first = 0;
    await backUp(async (store) => {
      first = (await store.own()).epoch;
    });
    await restore('second');
    const store = await openAt('second');
    const { epoch } = await store.own();
    expect(epoch).toBeGreaterThan(clock.now() / 1_000);
    await expect(store.write.saveState(first, 'market', 'late')).rejects.toBeInstanceOf(
      StaleEpochError,
    );
    await store.close();
    await clock.advance(60_000);
    await restore('second', { force: true });
    const again = await openAt('second');
    expect((await again.own()).epoch).toBeGreaterThan(epoch);
    await again.close();
  });
});

describe('a restore', () => {
  it('is refused while a process owns the folder, whatever is asked for', async () => {
    await backUp(addAccounts);
    mkdirSync(folder('second'));
    const lock = lockEngine(folder('second'));
    await expect(restore('second', { force: true })).rejects.toThrow('Another Windlass process');
    lock.close();
    expect(existsSync(join(folder('second'), 'windlass.db'))).toBe(false);
    await restore('second');
  });

  it('replaces nothing, and moves aside what is in the way only by force', async () => {
    await backUp(addAccounts);
    const present = await openAt('second');
    await present.write.settleSetting('mine', 'kept');
    await present.close();
    await expect(restore('second')).rejects.toThrow('--force moves it aside, and never deletes');
    const { movedAside = '' } = await restore('second', { force: true });
    const kept = readdirSync(folder('second')).filter((name) => name.endsWith('windlass.db'));
    expect(kept).toEqual(['windlass.db']);
    mkdirSync(folder('third'));
    writeFileSync(join(folder('third'), 'windlass.db'), readFileSync(movedAside));
    const former = await openAt('third');
    expect(await former.write.settleSetting('mine', 'new')).toBe('kept');
    await former.close();
  });

  it('leaves what is there alone when the backup turns out to be no good', async () => {
    await backUp(addAccounts);
    const present = await openAt('second');
    await present.close();
    const before = readFileSync(join(folder('second'), 'windlass.db'));
    writeFileSync(file(), readFileSync(file()).subarray(0, -1));
    await expect(restore('second', { force: true })).rejects.toThrow('is damaged or changed');
    expect(readFileSync(join(folder('second'), 'windlass.db'))).toEqual(before);
  });

  it('of SQLite is refused where DATABASE_URL names PostgreSQL', async () => {
    await backUp(addAccounts);
    const keys = { databaseUrl: new Secret('postgres://127.0.0.1:1/none') };
    await expect(restore('second', { keys })).rejects.toThrow('The backup is of SQLite');
  });
});

describe('the master key', () => {
  const keyOf = (name: string) => readFileSync(join(folder(name), 'master.key'), 'utf8').trim();
  const keyId = createCipher({ random, key }).keyId;

  it('is in no backup that was not asked to hold it, and is then told to be missing', async () => {
    const { hasMasterKey } = await backUp(addAccounts);
    expect(hasMasterKey).toBe(false);
    expect(readFileSync(file(), 'latin1')).not.toContain(key.reveal());
    const { missingKeys } = await restore('second');
    expect(missingKeys).toEqual([keyId]);
    expect(existsSync(join(folder('second'), 'master.key'))).toBe(false);
    const other = await restore('third', { keys: { masterKey: otherKey } });
    expect(other.missingKeys).toEqual([keyId]);
    const former = { masterKey: otherKey, formerMasterKey: key };
    expect(await restore('fourth', { keys: former })).toMatchObject({ missingKeys: [] });
  });

  it('comes along where it was asked for, and replaces another only by force', async () => {
    await backUp(addAccounts, true);
    expect(await restore('second')).toMatchObject({ missingKeys: [] });
    expect(keyOf('second')).toBe(key.reveal());
    mkdirSync(folder('third'));
    writeFileSync(join(folder('third'), 'master.key'), `${otherKey.reveal()}\n`);
    await expect(restore('third')).rejects.toThrow('holds another master key than the backup');
    await restore('third', { force: true });
    expect(keyOf('third')).toBe(key.reveal());
    const aside = readdirSync(folder('third')).find((name) => name.startsWith('master.key.'));
    expect(readFileSync(join(folder('third'), aside ?? ''), 'utf8')).toContain(otherKey.reveal());
  });
});
