import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBare } from '../serving/processes.ts';
import { startChild } from '../vaults/children.ts';
import { type LimitResult, type Spread, spreadOf } from '../vaults/spread.ts';
import type { LoadOrder, LoadReport } from './servedLoad.ts';

/** Delays and load of the service's process since the last report. */
export interface LoopReport {
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Processor time of all its threads, as a share of one core. */
  readonly cores: number;
}

const perSecond = 500;
const openSeconds = 20;
const clients = 50;
const closedSeconds = 8;
const warmUpSeconds = 4;
const echoSeconds = 3;
const limits = { orderMs: 10, loopMs: 5, ordersPerSecond: 3_000 };

interface Part {
  readonly load: LoadReport;
  readonly loop: LoopReport;
}

/**
 * Measures orders over HTTP into the service with 32 live books and a client of the stream. For
 * comparison it measures the minimum that the machine needs: a bare POST, and a durable write to
 * the same disk.
 */
export async function benchServed(): Promise<{ limits: LimitResult[]; rates: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'windlass-bench-'));
  const bare = await startBare('fastify');
  const server = await startChild(new URL('servedProcess.ts', import.meta.url), dataDir);
  try {
    const ready = JSON.stringify(server.ready);
    const client = await startChild(new URL('servedClient.ts', import.meta.url), ready);
    const run = async (order: LoadOrder): Promise<Part> => {
      await server.ask('report');
      const load = (await client.ask(order)) as LoadReport;
      return { load, loop: (await server.ask('report')) as LoopReport };
    };
    await run({ kind: 'closed', clients, seconds: warmUpSeconds });
    const steady = await run({ kind: 'open', perSecond, seconds: openSeconds });
    const full = await run({ kind: 'closed', clients, seconds: closedSeconds });
    const url = `http://127.0.0.1:${bare.port}/echo`;
    const echo = await run({ kind: 'echo', url, clients, seconds: echoSeconds });
    const single = await run({ kind: 'echo', url, clients: 1, seconds: echoSeconds });
    await client.stop();
    const disk = await durableWrites(join(dataDir, 'floor'));
    return {
      limits: [...steadyRows(steady), ...floorRows(single, disk)],
      rates: rates(full, echo),
    };
  } finally {
    await server.stop();
    bare.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function steadyRows({ load, loop }: Part): LimitResult[] {
  const { submitMs, cancelMs, failures } = load;
  const failed = Object.values(failures).reduce((sum, each) => sum + each, 0);
  const single = (name: string, unit: string, value: number) => ({ name, unit, value });
  return [
    { name: `send (${perSecond}/s)`, unit: 'ms', limit: limits.orderMs, ...spreadOf(submitMs) },
    { name: `cancel (${perSecond / 2}/s)`, unit: 'ms', ...spreadOf(cancelMs) },
    { ...single('event loop, p99', 'ms', loop.p99Ms), limit: limits.loopMs },
    single('event loop, longest', 'ms', loop.maxMs),
    single('processor of the server', 'cores', loop.cores),
    single('answers that are no success', `of ${submitMs.length}`, failed),
    single('load of the machine (1 min)', '', loadavg()[0] ?? Number.NaN),
  ];
}

function floorRows({ load }: Part, disk: Spread): LimitResult[] {
  return [
    { name: 'floor: bare Fastify POST, one client', unit: 'ms', ...spreadOf(load.submitMs) },
    { name: 'floor: 4 KB written and synced', unit: 'ms', ...disk },
  ];
}

function rates(full: Part, echo: Part): string {
  const perS = ({ load }: Part) => load.submitMs.length / load.seconds;
  const cancels = full.load.cancelMs.length / full.load.seconds;
  const { p50, p99 } = spreadOf(full.load.submitMs);
  const missed = perS(full) < limits.ordersPerSecond ? ' missed' : '';
  const wanted = `≥ ${limits.ordersPerSecond}${missed}`;
  const cells = [
    clients,
    Math.round(perS(full)),
    Math.round(cancels),
    p50.toFixed(1),
    p99.toFixed(1),
    full.loop.p99Ms.toFixed(1),
    full.loop.cores.toFixed(2),
    Math.round(perS(echo)),
    wanted,
    JSON.stringify(full.load.failures),
  ];
  return [
    '| clients | orders/s | cancels/s beside | p50 ms | p99 ms | loop p99 ms | cores ' +
      '| bare POST/s | target | failures |',
    '|---|---|---|---|---|---|---|---|---|---|',
    `| ${cells.join(' | ')} |`,
  ].join('\n');
}

const writes = 300;

/** Appends a page and syncs it, one after the other. */
async function durableWrites(path: string): Promise<Spread> {
  const file = await open(path, 'w');
  const page = Buffer.alloc(4_096, 1);
  const tookMs: number[] = [];
  for (let i = 0; i < writes; i += 1) {
    const fromMs = performance.now();
    await file.write(page);
    await file.datasync();
    tookMs.push(performance.now() - fromMs);
  }
  await file.close();
  return spreadOf(tookMs);
}
