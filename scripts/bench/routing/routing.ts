import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchResult, table } from '../result.ts';
import { startBare } from '../serving/processes.ts';
import { startChild } from '../vaults/children.ts';
import { limitTable } from '../vaults/spread.ts';
import { benchAgainstSorting, benchAllocation } from './allocation.ts';

/** Promised requests a second. */
const wantedPerSecond = 3_000;
const seconds = 5;
const warmUpSeconds = 3;
const clients = 32;

/** Report of the client of estimates. */
export interface EstimateReport {
  readonly perSecond: number;
  /** Number of answers that are unsuccessful or not routable. */
  readonly failures: number;
}

/** Measures how fast orders are split, in memory and over HTTP with live books. */
export async function benchRouting(): Promise<string> {
  const split = limitTable(benchAllocation());
  const against = table([...benchAgainstSorting(), await benchEstimates()]);
  return `${split}\n\n${against}`;
}

async function benchEstimates(): Promise<BenchResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'windlass-bench-'));
  const bare = await startBare('fastify');
  const server = await startChild(new URL('../orders/servedProcess.ts', import.meta.url), dataDir);
  try {
    const ready = JSON.stringify(server.ready);
    const client = await startChild(new URL('estimateClient.ts', import.meta.url), ready);
    const ask = async (order: object) => (await client.ask(order)) as EstimateReport;
    const echoUrl = `http://127.0.0.1:${bare.port}/echo`;
    await ask({ clients, seconds: warmUpSeconds });
    const { perSecond: ours, failures } = await ask({ clients, seconds });
    const { perSecond: theirs } = await ask({ clients, seconds, echoUrl });
    await client.stop();
    const failed = failures === 0 ? '' : `, ${failures} failed`;
    return {
      name: `estimate over HTTP, 3 accounts, live books${failed} (wanted ${wantedPerSecond}/s)`,
      ours,
      peer: 'bare Fastify POST',
      theirs,
      unit: 'requests/s',
      ratio: ours / theirs,
    };
  } finally {
    await server.stop();
    bare.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
