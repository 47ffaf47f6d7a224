import { orderEndpoints, perpEndpoints } from '@windlass/contract';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { TestAnswer } from '../support/app/testApp.ts';
import { newDatabase } from '../support/databases/databases.ts';
import { createOrdersApp } from '../support/orders/app.ts';
import { openLedgerApp } from '../support/vault/ledgerApp.ts';

/** Ends all connections of the service except the one that holds the engine's lock. */
const breakSql = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and pid not in (select pid from pg_locks where locktype = 'advisory')`;

const rounds = 20;
const callsPerRound = 8;

it('connections that break under writes and reads are 503 for those calls alone', async () => {
  const databaseUrl = await newDatabase();
  const app = await openLedgerApp({ DATABASE_URL: databaseUrl });
  const beside = new pg.Client(databaseUrl);
  await beside.connect();
  onTestFinished(() => beside.end());
  const [vault] = await app.makeMany(1);
  if (!vault) throw new Error('One was made.');
  const url = `/api/vaults/${vault.id}`;
  const read = () => app.get(url);
  const write = (vaultName: string) => app.call({ method: 'PUT', url, body: { vaultName } });

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
  // Some connections were hit, or the test would show nothing.
  expect([...sayings].length).toBeGreaterThan(0);
  for (const saying of sayings) {
    expect(saying).toMatch(/^503,The database does not answer at the moment\. /);
  }
  const ofReads = answers.filter((answer, place) => place % 2 === 1 && answer.status !== 200);
  for (const { json } of ofReads) expect(json.message).toMatch(/Nothing was changed or sent\.$/);
  // A connection that was just ended may be handed out once more, each of ten at most once.
  let last = await write('The last');
  for (let again = 0; again < 10 && last.status === 503; again += 1) last = await write('The last');
  expect(last.status).toBe(200);
  expect((await read()).json.data.vaultName).toBe('The last');
});

/** Longer than the service looks for an order of unknown outcome before it counts as lost. */
const looksMax = 400;
const lookMs = 500;

it('calls of paper accounts on connections that break tell what may be done', async () => {
  const databaseUrl = await newDatabase();
  const test = await createOrdersApp({ DATABASE_URL: databaseUrl }, {}, true);
  onTestFinished(test.stop);
  const beside = new pg.Client(databaseUrl);
  await beside.connect();
  onTestFinished(() => beside.end());
  const account = { exchange_account_id: 'paper-binance' };
  const get = (path: string) => test.ask({ url: `${path}?${new URLSearchParams(account)}` });
  const setLeverage = (leverage: number) => {
    const { method, path: url } = perpEndpoints.setLeverage;
    return test.ask({ method, url, body: { ...account, symbol: 'BTC/USDT:USDT', leverage } });
  };

  const told: Record<string, TestAnswer[]> = { submit: [], read: [], cancel: [], leverage: [] };
  const keep = (call: string) => (answer: TestAnswer) => told[call]?.push(answer);
  const nameOf = (round: number) => `broken-${round}`;
  for (let round = 0; round < rounds; round += 1) {
    const calls = Promise.all([
      test.submit({ client_order_id: nameOf(round) }).then(keep('submit')),
      get(orderEndpoints.getBalance.path).then(keep('read')),
      get(orderEndpoints.listOpenOrders.path).then(keep('read')),
      get(perpEndpoints.listPositions.path).then(keep('read')),
      test.cancel(nameOf(round - 1)).then(keep('cancel')),
      setLeverage(round + 1).then(keep('leverage')),
    ]);
    await beside.query(breakSql);
    await calls;
  }
  const codesOf = (call: string) =>
    new Set(told[call]?.map(({ status, json }) => (status === 200 ? 'done' : json.data.error)));
  expect([...codesOf('read')].sort()).toEqual(['STORE_UNAVAILABLE', 'done']);
  expect(codesOf('leverage')).toContain('STORE_UNAVAILABLE');
  // An order that failed before it was stored does not exist.
  const ofCancels = new Set(['STORE_UNAVAILABLE', 'ORDER_NOT_FOUND', 'done']);
  expect([...codesOf('cancel')].filter((code) => !ofCancels.has(code))).toEqual([]);
  for (const { status, json } of told.read ?? []) {
    if (status !== 200) expect(json.message).toMatch(/Nothing was changed or sent\.$/);
  }
  for (const { json } of told.submit ?? []) {
    // An order that waited for its book until its time was over was never sent, and says so.
    if (json.data.error === 'NETWORK_ERROR') {
      expect(['unknown', 'rejected']).toContain(json.data.order_status);
    } else expect([undefined, 'STORE_UNAVAILABLE']).toContain(json.data.error);
  }

  const isUnsure = async (round: number) => {
    const { status, json } = await test.order(nameOf(round));
    return status !== 404 && !['open', 'canceled', 'rejected'].includes(json.data.status);
  };
  const unsure = new Set(Array.from({ length: rounds }, (_, round) => round));
  for (let look = 0; unsure.size > 0 && look < looksMax; look += 1) {
    for (const round of unsure) if (!(await isUnsure(round))) unsure.delete(round);
    await test.clock.advance(lookMs);
  }
  expect([...unsure]).toEqual([]);
}, 60_000);
