import { openStore } from '../../../src/store/index.ts';
import { createOrderStore } from '../../../src/trading/execution/databaseOrders.ts';
import type { AccountId } from '../../../src/trading/model/account.ts';
import { silentLogger } from '../silentLogger.ts';
import { newIntent, newOutcome, usd100, wide } from './fixture.ts';
import type { OrderJob } from './process.ts';

// A second process with orders on a test's database, to be killed; `process.ts` starts it. It
// prints what it is about to do and what it has done, a line each, and lives on.

const job: OrderJob = JSON.parse(process.argv[2] ?? '{}');
const store = await openStore({ ...job.place, logger: silentLogger });
const orders = createOrderStore(store);
const accountId = job.accountId as AccountId;

switch (job.kind) {
  case 'reserve':
    await reserveTogether(job);
    break;
  case 'stop':
    await trade('first', await ownEpoch());
    await stopAt(job.at, await currentEpoch());
    break;
  case 'storm':
    await storm(await ownEpoch());
    break;
}

// The parent kills; if it dies first, its end of this pipe closes.
process.stdin.resume().on('end', () => process.exit(0));

/** Reserves all at once, with the epoch of the engine's owner. */
async function reserveTogether(asked: OrderJob & { kind: 'reserve' }): Promise<void> {
  const { prefix, count, day } = asked;
  const epoch = await currentEpoch();
  say('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      orders.reserve(epoch, newIntent(`${prefix}${i}`, { accountId, ...(day && { day }) }), usd100),
    ),
  );
  const recorded = answers.filter(({ kind }) => kind === 'recorded').length;
  const overLimit = answers.filter(({ kind }) => kind === 'overLimit').length;
  say(`recorded ${recorded}, over ${overLimit}`);
}

async function stopAt(at: 'intent' | 'reserved' | 'recording', epoch: number): Promise<void> {
  const intent = newIntent('last', { accountId });
  if (at !== 'intent') await orders.reserve(epoch, intent, wide);
  // The next line is read while the write is in progress.
  if (at === 'recording') void orders.record(epoch, intent.id, newOutcome());
  say(`at ${at}`);
}

/** Twenty at a time forever, so that a kill finds every step in progress. */
async function storm(epoch: number): Promise<void> {
  const worker = async (id: number): Promise<void> => {
    for (let i = 0; ; i += 1) await trade(`${id}-${i}`, epoch);
  };
  await Promise.all(Array.from({ length: 20 }, (_, id) => worker(id)));
}

async function trade(name: string, epoch: number): Promise<void> {
  const intent = newIntent(name, { accountId });
  await orders.reserve(epoch, intent, wide);
  say(`reserved ${name}`);
  await orders.record(epoch, intent.id, newOutcome());
  say(`recorded ${name}`);
}

async function ownEpoch(): Promise<number> {
  return (await store.own()).epoch;
}

async function currentEpoch(): Promise<number> {
  const row = await store.db.selectFrom('engine').select('epoch').executeTakeFirstOrThrow();
  return row.epoch;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
