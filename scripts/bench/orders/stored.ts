import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../server/src/store/index.ts';
import { toAuditRow } from '../../../server/src/store/rows.ts';
import type { Store } from '../../../server/src/store/types.ts';
import { createOrderStore } from '../../../server/src/trading/execution/databaseOrders.ts';
import type { AccountId } from '../../../server/src/trading/model/account.ts';
import { startEmbeddedPostgres } from '../../../server/test/support/databases/embeddedPostgres.ts';
import {
  addAccounts,
  newIntent,
  newOutcome,
  wide,
} from '../../../server/test/support/orders/fixture.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import { median } from '../result.ts';

const callerCounts = [1, 50, 200];
/** Desks trade through several accounts; orders of one account take turns on PostgreSQL. */
const accountCount = 6;
const measureMs = 1_500;
/** Number of measured rounds; one more before them warms up. */
const rounds = 3;

/**
 * Measures how fast orders are reserved and recorded, against two plain audit lines on the same
 * database.
 */
export async function benchStored(): Promise<string> {
  const lines = [
    '| database | callers | pairs/s | p50 ms | p99 ms | audit lines ×2 /s | ratio |',
    '|---|---|---|---|---|---|---|',
  ];
  const dataDir = await mkdtemp(join(tmpdir(), 'windlass-bench-orders-'));
  const server = await startEmbeddedPostgres();
  try {
    for (const databaseUrl of [undefined, server.url]) {
      const store = await openStore({ dataDir, databaseUrl, logger: silentLogger });
      for (const callers of callerCounts) lines.push(await measure(store, callers));
      await store.close();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return lines.join('\n');
}

async function measure(store: Store, callers: number): Promise<string> {
  const ids = Array.from({ length: accountCount }, (_, i) => `desk-${callers}-${i}` as AccountId);
  const ownership = await store.own();
  await addAccounts(store, ...ids);
  const { epoch } = ownership;
  const orders = createOrderStore(store);
  let sent = 0;
  const pair = async () => {
    sent += 1;
    const accountId = ids[sent % accountCount] ?? ids[0];
    const intent = newIntent(`${callers}-${sent}`, { ...(accountId && { accountId }) });
    await orders.reserve(epoch, { ...intent, reservedMicroUsd: 1 }, wide);
    await orders.record(epoch, intent.id, newOutcome());
  };
  const twoLines = async () => {
    await store.write.appendAudit(auditLine);
    await store.write.appendAudit(auditLine);
  };
  const [ours, floor]: [Load[], Load[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const loads = [await load(callers, pair), await load(callers, twoLines)] as const;
    if (round < 0) continue;
    ours.push(loads[0]);
    floor.push(loads[1]);
  }
  await ownership.release();
  const [rate, bare] = [median(ours.map(perSecond)), median(floor.map(perSecond))];
  const cells = [
    store.dialect,
    callers,
    Math.round(rate),
    median(ours.map(({ p50 }) => p50)).toFixed(1),
    median(ours.map(({ p99 }) => p99)).toFixed(1),
    Math.round(bare),
    (rate / bare).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const perSecond = (load: Load) => load.perSecond;

/** Runs so many callers, each repeating the work as soon as it is done. */
async function load(callers: number, work: () => Promise<void>): Promise<Load> {
  const tookMs: number[] = [];
  const begin = performance.now();
  const end = begin + measureMs;
  const caller = async () => {
    for (let now = performance.now(); now < end; ) {
      await work();
      const then = performance.now();
      tookMs.push(then - now);
      now = then;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - begin) / 1_000;
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { perSecond: tookMs.length / seconds, p50: at(0.5), p99: at(0.99) };
}

const auditLine = toAuditRow({
  atMs: 1_700_000_000_000,
  actorId: 'key-1',
  actorName: 'desk',
  action: 'order.recorded',
  subject: 'order-1',
  before: null,
  after: newOutcome(),
  requestId: 'request-1',
});
