import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp } from '../support/app/testApp.ts';

const nextKey = Buffer.alloc(32, 7).toString('base64');
const { path } = accountEndpoints.createAccount;
const account = {
  exchange_account_id: 'desk',
  exchange: 'bybit',
  mode: 'live',
  credentials: { api_key: 'Never4Seen-key', api_secret: 'Never4Seen-text' },
};

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'windlass-keys-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Starts the whole service; returns how it ended and what an admin then sees. */
async function start(env: Record<string, string> = {}, body?: object) {
  const app = await createTestApp({ WINDLASS_DATA_DIR: dataDir, WINDLASS_DEMO: 'off', ...env });
  if (body) await app.call({ method: 'POST', url: path, body });
  const [found] = (await app.call({ url: path })).json.data.accounts;
  const audit = await app.call({ url: '/admin/audit?action=master_key.rotated' });
  await app.stop();
  return { found, rotations: audit.json.data.entries };
}

it('carries credentials from the generated key over to a new one', async () => {
  expect((await start({}, account)).found).toMatchObject({ has_credentials: true });
  const former = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim();
  await expect(start({ WINDLASS_MASTER_KEY: nextKey })).rejects.toThrow(
    /^The stored credentials of desk are encrypted with the master key [0-9a-f]{16}, and this/,
  );
  // The refused start changed nothing: the key that sealed it still opens it.
  expect((await start()).rotations).toEqual([]);
  const both = { WINDLASS_MASTER_KEY: nextKey, WINDLASS_MASTER_KEY_OLD: former };
  const { found, rotations } = await start(both);
  expect(found).toMatchObject({ has_credentials: true });
  expect(rotations).toMatchObject([{ actor_id: 'system', after: { credentials: 1 } }]);
  expect((await start({ WINDLASS_MASTER_KEY: nextKey })).rotations).toHaveLength(1);
  await expect(start()).rejects.toThrow(/WINDLASS_MASTER_KEY_OLD/);
});

it('writes no secret into the database, and none but its own key beside it', async () => {
  await start({ WINDLASS_MASTER_KEY: nextKey }, account);
  const files = await Promise.all(
    ['windlass.db', 'windlass.db-wal'].map((name) =>
      readFile(join(dataDir, name)).catch(() => Buffer.alloc(0)),
    ),
  );
  const bytes = Buffer.concat(files);
  expect(bytes.includes('exchange_accounts')).toBe(true);
  expect(bytes.includes('Never4Seen')).toBe(false);
  expect(bytes.includes(nextKey)).toBe(false);
});
