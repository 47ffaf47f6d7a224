import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createSeededRandom } from '../../../server/src/kit/random.ts';
import { openStore } from '../../../server/src/store/index.ts';
import { makeCostReport } from '../../../server/src/trading/analytics/report.ts';
import { createReportStore } from '../../../server/src/trading/analytics/store/reportStore.ts';
import type { FillQuery, ReportStore } from '../../../server/src/trading/analytics/types.ts';
import type { Account, AccountId } from '../../../server/src/trading/model/account.ts';
import { venueOf } from '../../../server/test/support/accounts/fixture.ts';
import {
  addMillionFills,
  fillsPerAccount,
} from '../../../server/test/support/analytics/millionFills.ts';
import { accountOf } from '../../../server/test/support/paper/fixture.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import { wait } from '../serving/processes.ts';
import { type LimitResult, limitTable, spreadOf } from '../vaults/spread.ts';

const endMs = 1_790_000_000_000;
const rounds = 5;
/** As long as some reports take: shows what the machine itself does to a process. */
const idleMs = 8_000;
const pages = 300;
const pageSize = 100;
const limits = { reportMs: 2_000, loopMs: 20, pageMs: 25 };

/**
 * Measures a report of costs, and pages anywhere in a list, over a million fills in the embedded
 * database.
 */
export async function benchAnalytics(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'windlass-bench-analytics-'));
  const store = await openStore({ dataDir, logger: silentLogger });
  try {
    await store.migrate();
    const [id] = await addMillionFills(store, endMs);
    const reports = createReportStore({
      db: store.db,
      clock: { now: () => endMs + 3_600_000 },
      onFill: () => undefined,
      observe: { algorithmUnreadable: () => undefined },
      pairTypes: ['spread'],
    });
    if (id === undefined) throw new Error('no account was made');
    const query = allOf([id]);
    return limitTable([
      ...(await timeReports(reports, { ...accountOf(venueOf('binance')), id })),
      ...(await timePages(reports, query)),
    ]);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function allOf(accountIds: readonly AccountId[]): FillQuery {
  const marketTypes = ['spot', 'swap', 'future'] as const;
  return { accountIds, marketTypes, symbol: undefined, fromMs: undefined, toMs: undefined };
}

async function timeReports(reports: ReportStore, account: Account): Promise<LimitResult[]> {
  const tookMs: number[] = [];
  const loop = monitorEventLoopDelay({ resolution: 1 });
  for (let round = -1; round < rounds; round += 1) {
    const fromMs = performance.now();
    const { report } = await makeCostReport(depsOf(reports), {
      account,
      navUsd: 1_000_000,
      marketType: 'swap',
      symbol: undefined,
      horizon: 300,
      fromMs: endMs - 31 * 86_400_000,
      toMs: endMs,
    });
    if (report.fillsCount !== fillsPerAccount) throw new Error(`It held ${report.fillsCount}.`);
    if (round >= 0) tookMs.push(performance.now() - fromMs);
    else loop.enable();
  }
  loop.disable();
  const idle = monitorEventLoopDelay({ resolution: 1 });
  idle.enable();
  await wait(idleMs);
  idle.disable();
  const name = `report of costs (${fillsPerAccount} fills of a million)`;
  return [
    { name, unit: 'ms', limit: limits.reportMs, ...spreadOf(tookMs) },
    { name: 'floor: event loop of an idle process, longest', unit: 'ms', value: idle.max / 1e6 },
    { name: 'event loop meanwhile, p99', unit: 'ms', value: loop.percentile(99) / 1e6 },
    {
      name: 'event loop meanwhile, longest',
      unit: 'ms',
      limit: limits.loopMs,
      value: loop.max / 1e6,
    },
  ];
}

function depsOf(store: ReportStore): Parameters<typeof makeCostReport>[0] {
  return {
    store,
    fees: {
      of: async ({ venue, id: accountId }, symbol) => ({
        venue,
        accountId,
        symbol,
        makerBps: 2,
        takerBps: 5,
        source: 'config',
        tier: 'base',
        isTierBased: false,
        updatedAtMs: 0,
      }),
    },
    usdNow: () => 1,
    estimatesFees: async () => false,
  };
}

/** Measures pages anywhere in the list, each with the counts of the whole list, as it is served. */
async function timePages(reports: ReportStore, query: FillQuery): Promise<LimitResult[]> {
  const random = createSeededRandom('fills pages');
  const countMs = await timed(() => reports.fillCounts(query));
  const tookMs: number[] = [];
  for (let i = 0; i < pages; i += 1) {
    const page = Math.floor(random.next() * (fillsPerAccount / pageSize));
    tookMs.push(
      await timed(() =>
        Promise.all([reports.fillPage(query, { page, size: pageSize }), reports.fillCounts(query)]),
      ),
    );
  }
  return [
    { name: 'counts of a list, the first time', unit: 'ms', value: countMs },
    { name: 'a page of fills and counts', unit: 'ms', limit: limits.pageMs, ...spreadOf(tookMs) },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await work();
  return performance.now() - fromMs;
}
