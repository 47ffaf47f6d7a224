import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openLoop } from './load.ts';
import { fillRegistry, ledgers, ownerAddress, vaultCount } from './registryFill.ts';
import { type Service, startVaultService } from './service.ts';
import { type LimitResult, spreadOf } from './spread.ts';

const perSecond = 50;
const requestCount = 200;
const warmUpCount = 50;
const limits = { read: 25, search: 100, loop: 20 };
const bulkPath = '/api/vaults/update-all-holdings?batchSize=50';

interface RouteLoad {
  readonly name: string;
  readonly pathOf: (number: number) => string;
  readonly limitMs: number;
}

/** Measures the service with 100,000 vaults and 1,000,000 balances under a steady load. */
export async function benchRegistry(): Promise<LimitResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'windlass-bench-'));
  try {
    const { vaultIds } = await fillRegistry(dataDir, Date.now());
    const service = await startVaultService(dataDir);
    try {
      await checkTotals(service);
      const read: Measured[] = [];
      for (const route of routesOf(vaultIds)) read.push(await benchRoute(service, route));
      const loop = Math.max(...read.map(({ loopMs }) => loopMs));
      return [
        ...read.map(({ result }) => result),
        { name: 'event loop, worst of these', unit: 'ms', limit: limits.loop, value: loop },
        ...(await benchBulk(service)),
      ];
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Checks that the stored sums equal those of the vaults, which a ledger range makes it count. */
async function checkTotals(service: Service): Promise<void> {
  const counted = `minLedger=${ledgers.low - 1}`;
  for (const filter of ['', 'tradePermission=true', `owner=${ownerAddress(0)}`]) {
    const kept = await service.get(`/api/vaults/stats?${filter}`);
    const walked = await service.get(`/api/vaults/stats?${counted}&${filter}`);
    if (kept !== walked) throw new Error(`Totals differ for "${filter}": ${kept}, ${walked}`);
  }
}

function routesOf(vaultIds: readonly string[]): readonly RouteLoad[] {
  const list = '/api/vaults';
  const [third, narrow] = [(ledgers.high - ledgers.low) / 3, 20_000];
  const from = ledgers.low + third;
  const narrowRange = `minLedger=${from}&maxLedger=${from + narrow}`.replaceAll(/\.\d+/g, '');
  const same = (path: string) => () => path;
  const read = (name: string, pathOf: RouteLoad['pathOf']): RouteLoad => ({
    name,
    pathOf,
    limitMs: limits.read,
  });
  const search = (name: string, text: string): RouteLoad => ({
    name: `search: ${name}`,
    limitMs: limits.search,
    pathOf: same(`${list}?search=${encodeURIComponent(text)}`),
  });
  return [
    read('list: default', same(list)),
    read('list: page 5,000', same(`${list}?page=5000`)),
    read('list: trade permission, page 3,900', same(`${list}?tradePermission=true&page=3900`)),
    read('list: 1 % of the ledgers', same(`${list}?${narrowRange}`)),
    read('list: all ledgers, page 5,000', same(`${list}?minLedger=1&page=5000`)),
    read('of an owner with 7,900 vaults', same(`${list}/by-owner/${ownerAddress(0)}`)),
    read('of owners with 17 vaults', (n) => `${list}/by-owner/${ownerAddress(1_000 + n)}`),
    read('holdings by balance', (n) => {
      const id = vaultIds[n % vaultIds.length];
      return `${list}/${id}/holdings?sortBy=balance&includeZeroBalances=true`;
    }),
    read('stats: all', same(`${list}/stats`)),
    read('stats: of an owner', same(`${list}/stats?owner=${ownerAddress(0)}`)),
    read('stats: 1 % of the ledgers', same(`${list}/stats?${narrowRange}`)),
    search('140 of 100,000 names', 'granite 77'),
    search('a quarter of the names', 'granite'),
    search('no name', 'nowhere'),
    {
      name: 'stats: all ledgers',
      limitMs: limits.read,
      pathOf: same(`${list}/stats?minLedger=1`),
    },
  ];
}

/** Load of routes that need much of the database's time: low enough to leave it half idle. */
const slowPerSecond = 10;
const slowRequestCount = 100;

interface Measured {
  readonly result: LimitResult;
  /** Longest blocking of the main thread. */
  readonly loopMs: number;
}

async function benchRoute(service: Service, route: RouteLoad): Promise<Measured> {
  const { name, pathOf, limitMs } = route;
  const isSlow = name.startsWith('search') || name === 'stats: all ledgers';
  const rate = isSlow ? slowPerSecond : perSecond;
  const count = isSlow ? slowRequestCount : requestCount;
  await openLoop(service, {
    pathOf,
    perSecond: rate,
    goesOn: (sent) => sent < (isSlow ? warmUpCount / 5 : warmUpCount),
  });
  await service.report();
  const tookMs = await openLoop(service, {
    pathOf,
    perSecond: rate,
    goesOn: (sent) => sent < count,
  });
  const { loopMs } = await service.report();
  const spread = spreadOf(tookMs);
  return { result: { name: `${name} (${rate}/s)`, unit: 'ms', limit: limitMs, ...spread }, loopMs };
}

/** Refreshes all tokens of all vaults while lists are requested. */
async function benchBulk(service: Service): Promise<LimitResult[]> {
  const before = await service.report();
  const callsBefore = await ledgerCalls(service);
  // The client is almost idle: its thread's delays are those that the machine imposes on any
  // thread.
  const beside = monitorEventLoopDelay({ resolution: 1 });
  beside.enable();
  let isOver = false;
  const startMs = performance.now();
  const lists = openLoop(service, {
    perSecond,
    pathOf: () => '/api/vaults',
    goesOn: () => !isOver,
  });
  const text = await service.post(bulkPath, { forceUpdate: true });
  const seconds = (performance.now() - startMs) / 1_000;
  isOver = true;
  beside.disable();
  const listMs = await lists;
  const calls = (await ledgerCalls(service)) - callsBefore;
  const during = await service.report();
  const { data } = JSON.parse(text) as { data: { readonly totalVaultsUpdated: number } };
  if (data.totalVaultsUpdated !== vaultCount) throw new Error('The bulk refresh left vaults out');
  const single = (name: string, unit: string, value: number): LimitResult => ({
    name: `bulk: ${name}`,
    unit,
    value,
  });
  return [
    { name: 'bulk: list meanwhile (50/s)', unit: 'ms', limit: limits.read, ...spreadOf(listMs) },
    { ...single('event loop', 'ms', during.loopMs), limit: limits.loop },
    single('event loop, p99', 'ms', during.loopP99Ms),
    single('event loop of the client beside it', 'ms', beside.max / 1e6 - 1),
    single('vaults', 'vaults/s', vaultCount / seconds),
    single('ledger calls', 'calls', calls),
    single('heap growth, at most', 'MB', during.peakHeapMb - before.heapMb),
    single('heap growth, kept', 'MB', during.heapMb - before.heapMb),
    single('memory of the process, at most', 'MB', during.peakRssMb),
  ];
}

async function ledgerCalls(service: Service): Promise<number> {
  const counted = /^windlass_ledger_calls_total\{network="mainnet",outcome="ok"\} (\d+)$/m;
  return Number(counted.exec(await service.get('/metrics'))?.[1] ?? 0);
}
