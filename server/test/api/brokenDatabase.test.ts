import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { newDatabase } from '../support/databases.ts';
import { openLedgerApp } from '../support/ledgerApp.ts';
import type { TestAnswer } from '../support/testApp.ts';

/** Ends all connections of the service but the one that holds the engine's lock. */
const breakSql = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and pid not in (select pid from pg_locks where locktype = 'advisory')`;

const rounds = 20;
const callsPerRound = 8;

it('connections that break under writes and reads are 503 for those calls alone', async () => {
  const databaseUrl = await newDatabase();
  const house = await openLedgerApp({ DATABASE_URL: databaseUrl });
  const beside = new pg.Client(databaseUrl);
  await beside.connect();
  onTestFinished(() => beside.end());
  const [vault] = await house.makeMany(1);
  if (!vault) throw new Error('One was made.');
  const url = `/api/vaults/${vault.id}`;
  const read = () => house.get(url);
  const write = (vaultName: string) => house.call({ method: 'PUT', url, body: { vaultName } });

  const answers: TestAnswer[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const calls = Array.from({ length: callsPerRound }, (_, place) =>
      place % 2 === 0 ? write(`Name ${round}-${place}`) : read(),
    );
    await beside.query(breakSql);
    answers.push(...(await Promise.all(calls)));
  }
  const told = answers.map(({ status, json }) =>
    status === 200 ? 'done' : [status, json.message],
  );
  const sayings = new Set(told.filter((each) => each !== 'done').map(String));
  // Some were hit, or the test would show nothing.
  expect([...sayings].length).toBeGreaterThan(0);
  for (const saying of sayings) {
    expect(saying).toMatch(/^503,The database does not answer at the moment\. /);
  }
  const ofReads = answers.filter((answer, place) => place % 2 === 1 && answer.status !== 200);
  for (const { json } of ofReads) expect(json.message).toMatch(/Nothing was changed or sent\.$/);
  expect((await write('The last')).status).toBe(200);
  expect((await read()).json.data.vaultName).toBe('The last');
});
