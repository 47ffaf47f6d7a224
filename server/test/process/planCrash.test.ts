import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { createSystemClock } from '../../src/kit/clock.ts';
import { eachDatabase, type TestDatabase } from '../support/databases/databases.ts';
import { auditOrders } from '../support/orders/audit.ts';
import { argumentsOf, type KillPlan, type OrderKill } from '../support/processes/killPlan.ts';
import { call, key } from '../support/processes/mortalService.ts';
import { type ServiceProcess, startService } from '../support/processes/service.ts';
import { type Answered, auditPlan } from '../support/routing/plans/audit.ts';

// The real service by its own entry and socket, killed in the middle of routing plans on its own
// data (`killingStore.ts`). Whatever it had sent, the next start ends each plan by evidence and
// sends nothing. With WINDLASS_PROOF_TIMES above 1 it is killed at every boundary.

const times = Number(process.env.WINDLASS_PROOF_TIMES ?? 1);
const clock = createSystemClock();

const unsent = 'The process ended before it was sent.';

/** All kills on a busy machine take longer than anybody waits for in `npm test`. */
const timeoutMs = times > 1 ? 3_600_000 : 180_000;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Orders that were sent by then, and stored. */
interface Left {
  readonly orders: 'none' | 'some';
}

const usual: readonly (readonly [OrderKill, Left])[] = [
  [{ at: 'planBegun', nth: 1 }, { orders: 'none' }],
  [{ at: 'reserved', nth: 2 }, { orders: 'some' }],
  [{ at: 'answered', nth: 1 }, { orders: 'some' }],
  [{ at: 'answered', nth: 1, round: 2 }, { orders: 'some' }],
];
const further: readonly (readonly [OrderKill, Left])[] = [
  [{ at: 'planCreated', nth: 1 }, { orders: 'none' }],
  [{ at: 'beforeReserve', nth: 1 }, { orders: 'none' }],
  [{ at: 'reserved', nth: 1 }, { orders: 'some' }],
  [{ at: 'taken', nth: 1 }, { orders: 'some' }],
  [{ at: 'taken', nth: 2 }, { orders: 'some' }],
  [{ at: 'durable', nth: 1 }, { orders: 'some' }],
  [{ at: 'durable', nth: 2 }, { orders: 'some' }],
  [{ at: 'answered', nth: 2 }, { orders: 'some' }],
  [{ at: 'recorded', nth: 1 }, { orders: 'some' }],
  [{ at: 'recorded', nth: 2 }, { orders: 'some' }],
  [{ at: 'planAgain', nth: 1 }, { orders: 'some' }],
  [{ at: 'beforeReserve', nth: 1, round: 2 }, { orders: 'some' }],
  [{ at: 'reserved', nth: 1, round: 2 }, { orders: 'some' }],
  [{ at: 'taken', nth: 1, round: 2 }, { orders: 'some' }],
  [{ at: 'durable', nth: 1, round: 2 }, { orders: 'some' }],
  [{ at: 'recorded', nth: 1, round: 2 }, { orders: 'some' }],
  [{ at: 'planEnding', nth: 1 }, { orders: 'some' }],
];

const start = (database: TestDatabase, plan: KillPlan): Promise<ServiceProcess> => {
  const { dataDir, databaseUrl } = database.place();
  const env = {
    NODE_ENV: 'test',
    WINDLASS_DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_SEED: 'crash',
    WINDLASS_DEMO: 'on',
    WINDLASS_SERVICES: 'trading',
  };
  return startService(env, children, argumentsOf(plan));
};

const base = '/order-execution/sor';

const accounts = ['binance', 'bybit', 'gateio', 'okx'].map((venue) => `paper-${venue}`);

/**
 * Returns an order for more than the books show that near the mid, so that there is a second round.
 */
function orderOf(name: string, index: number): object {
  return {
    symbol: 'BTC/USDT',
    side: index % 2 === 0 ? 'buy' : 'sell',
    quantity: 60,
    exchange_account_ids: accounts,
    max_venues: 4,
    max_slippage_bps: 4,
    client_plan_id: name,
  };
}

/** Returns the orders: ours, and those at the venue. */
async function orders(database: TestDatabase) {
  const { db } = await database.open();
  const ours = await db
    .selectFrom('meta_orders')
    .select(['client_order_id', 'parent_id'])
    .orderBy('client_order_id')
    .execute();
  const theirs = await db.selectFrom('paper_orders').select('client_id').execute();
  return { ours, theirs: theirs.map(({ client_id }) => client_id).sort() };
}

/** Milliseconds between two looks: a process of its own has no clock that a test can advance. */
const lookEveryMs = 100;
const settleMsMax = 25_000;

interface Killed {
  readonly name: string;
  readonly body: object;
  readonly planId: string;
  readonly left: Left;
  /** Plans of that life that ended before one reached the boundary. */
  readonly earlier: readonly Answered[];
}

async function killOnce(
  database: TestDatabase,
  [kill, left]: readonly [OrderKill, Left],
  index: number,
): Promise<Killed> {
  const service = await start(database, kill);
  const { name, body, earlier } = await executeUntilGone(service, kill, index);
  expect([name, await service.gone]).toEqual([name, 'SIGKILL']);
  const { db } = await database.open();
  const row = await db
    .selectFrom('routing_plans')
    .select(['id', 'status'])
    .where('client_plan_id', '=', name)
    .executeTakeFirstOrThrow();
  expect([name, row.status]).toEqual([name, kill.at === 'planCreated' ? 'pending' : 'executing']);
  return { name, body, planId: row.id, left, earlier };
}

/**
 * Executes plans until the process is killed: more than one where the boundary is in a second
 * round, because the books move, and after the first round they may allow no second.
 */
async function executeUntilGone(service: ServiceProcess, kill: OrderKill, index: number) {
  const needsRound = kill.round === 2 || kill.at === 'planAgain';
  const untilMs = clock.monotonic() + settleMsMax;
  const earlier: Answered[] = [];
  for (;;) {
    const name = `${index}-${kill.at}-${kill.nth}-${kill.round ?? 1}-${earlier.length}`;
    // Sides alternate, so that the balances last.
    const body = orderOf(name, index + earlier.length);
    const reply = await call(service, `${base}/execute`, body);
    if (reply === undefined) return { name, body, earlier };
    const rounds = reply.data.slices?.map((slice: Answered) => slice.round) ?? [];
    expect([name, reply]).toMatchObject([name, { status: 200, data: { status: 'partial' } }]);
    expect([name, needsRound, Math.max(...rounds)]).toEqual([name, true, 1]);
    expect([name, clock.monotonic() < untilMs]).toEqual([name, true]);
    earlier.push(reply.data);
    await clock.sleep(lookEveryMs);
  }
}

async function ended(service: ServiceProcess, name: string): Promise<Answered> {
  const untilMs = clock.monotonic() + settleMsMax;
  for (let plan: Answered; clock.monotonic() < untilMs; await clock.sleep(lookEveryMs)) {
    const reply = await call(service, `${base}/plan/${name}`);
    expect(reply?.status).toBe(200);
    plan = reply?.data;
    if (!['pending', 'executing'].includes(plan.status)) return plan;
  }
  throw new Error(`The plan ${name} has not ended after ${settleMsMax} ms.`);
}

/** Checks that the plan ended by evidence, and that each slice shows it. */
async function expectEnded(service: ServiceProcess, { name, body, planId, left }: Killed) {
  const plan = await ended(service, name);
  expect([plan.plan_id, plan.client_plan_id]).toEqual([planId, name]);
  const sent = plan.slices.filter((slice: Answered) => slice.order_id !== null);
  expect([name, sent.length > 0 ? 'some' : 'none']).toEqual([name, left.orders]);
  for (const slice of plan.slices) {
    if (slice.order_id !== null) continue;
    const { status, filled_quantity, reason } = slice;
    expect([name, status, filled_quantity, reason]).toEqual([name, 'failed', 0, unsent]);
  }
  if (left.orders === 'none') expect([name, plan.status]).toEqual([name, 'failed']);
  // The broken call may be repeated: it does not create a second plan.
  const again = await call(service, `${base}/execute`, body);
  const isFailed = plan.status === 'failed';
  const answered = isFailed ? { error: 'PLAN_FAILED', ...plan } : plan;
  expect(again).toEqual({ status: isFailed ? 400 : 200, data: answered });
  const other = await call(service, `${base}/execute`, { ...body, quantity: 1 });
  expect([other?.status, other?.data.error]).toEqual([409, 'DUPLICATE_CLIENT_PLAN_ID']);
  return plan;
}

const killsOf = {
  sqlite: times > 1 ? [...usual, ...further] : usual,
  // Only the store differs there.
  postgres: times > 1 ? [...usual, ...further] : [],
} as const;

eachDatabase('kill -9 of the service in the middle of a plan', (database) => {
  it.skipIf(killsOf[database.dialect].length === 0)(
    'ends the plan by evidence, and sends nothing after it',
    async () => {
      const killed: Killed[] = [];
      for (const [index, kill] of killsOf[database.dialect].entries()) {
        killed.push(await killOnce(database, kill, index));
      }
      const before = await orders(database);
      const service = await start(database, { laterMs: 60_000 });
      const plans: Answered[] = [];
      for (const each of killed) plans.push(...each.earlier, await expectEnded(service, each));
      // Fills whose news died with the process come with the comparison, which also runs
      // automatically.
      expect((await call(service, '/admin/reconciliation', {}))?.status).toBe(200);
      expect(await service.kill('SIGTERM')).toBe(0);
      expect(await orders(database)).toEqual(before);
      const store = await database.open();
      for (const plan of plans) {
        expect([plan.client_plan_id, await auditPlan(store, plan)]).toEqual([
          plan.client_plan_id,
          [],
        ]);
      }
      expect((await auditOrders(store, [])).violations).toEqual([]);
    },
    timeoutMs,
  );
});
