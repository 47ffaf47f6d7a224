import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { createSystemClock } from '../../src/kit/clock.ts';
import { createSeededRandom, type Random } from '../../src/kit/random.ts';
import { eachDatabase, type TestDatabase } from '../support/databases/databases.ts';
import { auditOrders } from '../support/orders/audit.ts';
import {
  ask,
  loadUntilGone,
  type SentOrder,
  sendAgain,
  spotAccounts,
} from '../support/orders/load.ts';
import {
  argumentsOf,
  type KillPlan,
  type SubmitBoundary,
  submitBoundaries,
} from '../support/processes/killPlan.ts';
import { type ServiceProcess, startService } from '../support/processes/service.ts';

// The real service by its own entry and socket, killed on its own data again and again. Where it
// dies at a boundary, its store was replaced by one that kills the process (`killingStore.ts`).
// `npm run prove:orders` does the same with WINDLASS_PROOF_TIMES rounds, and reports what it did.

const key = 'ak_test-admin-key-0123456789';
const seed = process.env.WINDLASS_PROOF_SEED ?? '1';
const times = Number(process.env.WINDLASS_PROOF_TIMES ?? 1);
const clock = createSystemClock();

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const start = (database: TestDatabase, plan?: KillPlan): Promise<ServiceProcess> => {
  const { dataDir, databaseUrl } = database.place();
  const env = {
    NODE_ENV: 'test',
    WINDLASS_DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_SEED: 'crash',
    WINDLASS_DEMO: 'on',
  };
  return startService(env, children, plan && argumentsOf(plan));
};

/** Milliseconds between two looks: a process of its own has no clock that a test can advance. */
const lookEveryMs = 50;
/**
 * An order that never arrived is settled after the third answer without it: 6 s after a start that
 * finds it old enough.
 */
const settleMsMax = 20_000;

/** Resolves once the outcome of every stored order is known; rejects when that takes too long. */
async function settled(database: TestDatabase): Promise<void> {
  const store = await database.open();
  const untilMs = clock.monotonic() + settleMsMax;
  while (clock.monotonic() < untilMs) {
    const waiting = await store.db
      .selectFrom('meta_orders')
      .select('id')
      .where('order_status', 'in', ['pending', 'unknown'])
      .execute();
    if (waiting.length === 0) return;
    await clock.sleep(lookEveryMs);
  }
  throw new Error(`Orders are not settled after ${settleMsMax} ms.`);
}

interface Killing {
  readonly at: Kill;
  readonly random: Random;
  /** Prefix of the client order ids. */
  readonly name: string;
  /** Orders that earlier lives of the service were sent. */
  readonly again: readonly SentOrder[];
}

/**
 * Starts the service under load and kills it; returns the orders that were sent for the first time.
 */
async function killOnce(database: TestDatabase, killing: Killing): Promise<SentOrder[]> {
  const { at, random, name, again } = killing;
  const nth = Math.floor(random.between(1, 40));
  const plan = at === 'anywhere' ? undefined : ({ at, nth } as const);
  const service = await start(database, plan);
  const sent = await loadUntilGone(service, {
    key,
    random,
    again,
    prefix: name,
    clients: at === 'anywhere' ? 50 : 8,
    answered: (answers) => {
      if (!plan && answers === nth) void service.kill('SIGKILL');
    },
  });
  expect(await service.gone).toBe('SIGKILL');
  if (at !== 'anywhere') {
    expect(await leftovers(database, [...again, ...sent])).toContain(leftBy[at]);
  }
  return sent;
}

/**
 * State that a kill at each boundary leaves of the order that reached it, whose sender has no
 * answer.
 */
const leftBy: Readonly<Record<SubmitBoundary, string>> = {
  beforeReserve: 'nothing',
  reserved: 'intent',
  taken: 'intent',
  durable: 'intent at the venue',
  answered: 'intent at the venue',
  recorded: 'outcome',
};

async function leftovers(
  database: TestDatabase,
  sent: readonly SentOrder[],
): Promise<readonly string[]> {
  const { db } = await database.open();
  const rows = await db
    .selectFrom('meta_orders')
    .leftJoin('paper_orders', 'paper_orders.client_id', 'meta_orders.venue_client_id')
    .select(['meta_orders.client_order_id as name', 'order_status', 'paper_orders.order_id'])
    .execute();
  return sent
    .filter(({ answer }) => !answer)
    .map(({ clientId }) => {
      const row = rows.find(({ name }) => name === clientId);
      if (!row) return 'nothing';
      if (row.order_status !== 'pending') return 'outcome';
      return row.order_id === null ? 'intent' : 'intent at the venue';
    });
}

type Kill = SubmitBoundary | 'anywhere';

/**
 * Checks after the last kill that everything settles, nothing is doubled or lost, and all sums are
 * right.
 */
async function checkEnd(database: TestDatabase, sent: readonly SentOrder[]) {
  const service = await start(database, { laterMs: 60_000 });
  for (const order of sent) expect(await sendAgain(service, key, order)).toBe(true);
  await settled(database);
  const halt = await ask(service, key, {
    method: 'POST',
    url: '/admin/halt',
    body: { cancel_open: true },
  });
  expect(halt?.status).toBe(200);
  // This stores fills that were reported but not written by then; the service does it every minute
  // too.
  const compared = await ask(service, key, {
    method: 'POST',
    url: '/admin/reconciliation',
    body: {},
  });
  expect(compared?.status).toBe(200);
  const wallets = new Map<string, unknown>();
  for (const { accountId } of spotAccounts) {
    const url = `/order-execution/execution/balance?exchange_account_id=${accountId}&market_type=spot`;
    wallets.set(accountId, (await ask(service, key, { method: 'GET', url }))?.data);
  }
  expect(await service.kill('SIGTERM')).toBe(0);
  const audit = await auditOrders(await database.open(), sent);
  return { audit, wallets };
}

const killsOf: Readonly<Record<'sqlite' | 'postgres', readonly Kill[]>> = {
  sqlite: [...submitBoundaries, 'anywhere'],
  // Only the store differs there; `npm test` runs the boundary that leaves most to do.
  postgres: times > 1 ? submitBoundaries : ['reserved'],
};

eachDatabase('kill -9 of the service while it submits', (database) => {
  it.each(Array.from({ length: times }, (_, round) => round))(
    'doubles and loses no order, and every sum is right (round %i)',
    async (round) => {
      const random = createSeededRandom(`${seed} ${database.dialect} ${round}`);
      const sent: SentOrder[] = [];
      for (const at of killsOf[database.dialect]) {
        const name = `${at}-${round}`;
        // Orders that were answered with 200 are not sent again and again.
        const again = sent.filter(({ answer }) => answer?.status !== 200);
        sent.push(...(await killOnce(database, { at, random, name, again })));
      }
      const { audit, wallets } = await checkEnd(database, sent);
      expect(audit.violations).toEqual([]);
      for (const [accountId, wallet] of wallets) {
        const expected = [...(audit.balances.get(accountId) ?? [])];
        const totals = Object.fromEntries(expected.map(([asset, text]) => [asset, Number(text)]));
        expect(wallet).toMatchObject({ total: totals, free: totals });
      }
      if (times > 1) report({ round, dialect: database.dialect, sent, statuses: audit.statuses });
    },
    180_000,
  );
});

interface Report {
  readonly round: number;
  readonly dialect: string;
  readonly sent: readonly SentOrder[];
  readonly statuses: Readonly<Record<string, number>>;
}

function report({ round, dialect, sent, statuses }: Report): void {
  const answered = sent.filter(({ answer }) => answer?.status === 200).length;
  const said = { seed, round, dialect, sent: sent.length, answered, statuses };
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
