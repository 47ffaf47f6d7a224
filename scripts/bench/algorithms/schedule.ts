import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Agent, request } from 'undici';
import { orderbookVenues } from '../../../contract/src/venues.ts';
import type { LoopReport } from '../orders/served.ts';
import { marketsAt, symbols } from '../orders/servedLoad.ts';
import { wait } from '../serving/processes.ts';
import { startChild } from '../vaults/children.ts';
import { type LimitResult, limitTable, type Spread, spreadOf } from '../vaults/spread.ts';
import type { Moment } from './lateness.ts';
import { algorithmOf } from './scheduleLoad.ts';
import { readStored, type StoredRun } from './stored.ts';

const algorithms = 500;
/**
 * Algorithms start one after the other, as many callers would start them; another bench starts all
 * at once.
 */
const startEveryMs = 40;
const bookMs = 4_000;
const settleMs = 10_000;
const measuredMs = 90_000;
/** Every sample of an idle thread has this length. */
const resolutionMs = 1;
const limits = { lateMs: 250, loopMs: 20 };

interface Service {
  readonly url: string;
  readonly key: string;
}

/** Runs many algorithms at once, on a separate service with a database on disk. */
export async function benchSchedule(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'windlass-bench-'));
  const module = new URL('../orders/servedProcess.ts', import.meta.url);
  const server = await startChild(module, dataDir);
  let isUp = true;
  try {
    const startMs = await startAll(server.ready as Service);
    await wait(settleMs);
    await server.ask('report');
    const fromMs = Date.now();
    const idle = await idleDelay();
    const loop = (await server.ask('report')) as LoopReport;
    const untilMs = Date.now();
    await server.stop();
    isUp = false;
    return scheduleText(readStored(dataDir, fromMs, untilMs), { startMs, loop, idle });
  } finally {
    if (isUp) await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns the delay that the machine imposes on an idle process during the measurement. */
async function idleDelay(): Promise<Pick<LoopReport, 'p99Ms' | 'maxMs'>> {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  await wait(measuredMs);
  delay.disable();
  const heldMs = (ns: number) => Math.max(0, ns / 1e6 - resolutionMs);
  return { p99Ms: heldMs(delay.percentile(99)), maxMs: heldMs(delay.max) };
}

/** Starts all algorithms; returns how long each request took. */
async function startAll({ url, key }: Service): Promise<Spread> {
  const dispatcher = new Agent({ connections: 64, pipelining: 1 });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const target = `${url}/order-execution${path}`;
    const own = body && { body: JSON.stringify(body) };
    const answer = await request(target, { method, dispatcher, headers, ...own });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${text}`);
    return JSON.parse(text).data;
  };
  await call('POST', '/orderbook/subscribe', { symbols, venues: orderbookVenues });
  await wait(bookMs);
  const prices = new Map<string, number>();
  for (const symbol of symbols) {
    const { best_bid } = await call('GET', `/orderbook/book?symbol=${symbol}`);
    prices.set(symbol, best_bid.price);
  }
  const markets = marketsAt(prices);
  const tookMs: number[] = [];
  const started: Promise<void>[] = [];
  for (let number = 0; number < algorithms; number += 1) {
    const askedMs = performance.now();
    const body = algorithmOf(number, markets);
    const answered = call('POST', '/algorithms/start', body).then(() => {
      tookMs.push(performance.now() - askedMs);
    });
    started.push(answered);
    await wait(startEveryMs);
  }
  await Promise.all(started);
  await dispatcher.close();
  return spreadOf(tookMs);
}

interface Measured {
  readonly startMs: Spread;
  readonly loop: LoopReport;
  readonly idle: Pick<LoopReport, 'p99Ms' | 'maxMs'>;
}

function scheduleText(run: StoredRun, { startMs, loop, idle }: Measured): string {
  const { late, orders, statuses, refusals } = run;
  const ofMoment = (moment: Moment) =>
    late.filter((each) => each.moment === moment).map(({ lateMs }) => lateMs);
  const lateRow = (name: string, moment: Moment): LimitResult => {
    const own = ofMoment(moment);
    const title = `${name}, ${own.length} orders`;
    return { name: title, unit: 'ms', limit: limits.lateMs, ...spreadOf(own) };
  };
  const single = (name: string, unit: string, value: number) => ({ name, unit, value });
  const rows: LimitResult[] = [
    lateRow('late at the beginning of an interval', 'beginning'),
    lateRow('late at half of an interval, after a cancel', 'half'),
    { name: 'start of an algorithm', unit: 'ms', ...startMs },
    { ...single('event loop, p99', 'ms', loop.p99Ms), limit: limits.loopMs },
    single('event loop, longest', 'ms', loop.maxMs),
    single('floor: event loop of an idle process, p99', 'ms', idle.p99Ms),
    single('floor: event loop of an idle process, longest', 'ms', idle.maxMs),
    single('processor of the server', 'cores', loop.cores),
    single('child orders', '/s', orders / (measuredMs / 1_000)),
    single('load of the machine (1 min)', '', loadavg()[0] ?? Number.NaN),
  ];
  const told = `Algorithms: ${JSON.stringify(statuses)}; refused: ${JSON.stringify(refusals)}.`;
  return `${limitTable(rows)}\n\n${told}`;
}
