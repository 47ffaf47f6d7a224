/**
 * Load test of the book stream: `npm run soak -- [--clients 1000] [--seconds 60] [--symbol
 * BTC/USDT] [--late-ms 20]`.
 *
 * Starts the real server on a free port of this machine with the simulated feed and a second
 * process as its clients. Reports whether every client got every beat in time while the server's
 * memory stayed constant. Uses loopback only; ends by itself.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    symbol: { type: 'string', default: 'BTC/USDT' },
    'late-ms': { type: 'string', default: '20' },
    server: { type: 'string', default: 'server/src/main.ts' },
  },
});

/** Limits of the arguments: the stream's own connection limit, and an hour. */
const clientsMax = 2_400;
const secondsMax = 3_600;
const startWithinMs = 30_000;
/** Time for connecting, settling and summing up, besides the measured time. */
const overheadMs = 120_000;

/** Maximum 99th percentile of a beat's delay to its last client, on two cores of its own. */
const lateP99MsMax = Number(values['late-ms']);
/** Orderbook §6: data is under 100 ms old; the rest is what a loaded machine's timers add. */
const gapP50MsMax = 150;
/**
 * Growth of memory between the middle and the end that the garbage collector may cause: it lets
 * memory grow that far before it works hard. Keeping one event a beat for each client would grow
 * ten times that much.
 */
const memoryGrowthMbMax = 128;
/** Beats at the edges of the measured time count for one client and not for another. */
const edgeBeats = 3;

interface Figures {
  readonly seconds: number;
  readonly updates: number;
  readonly errors: number;
  readonly lost: number;
  readonly perClient: readonly { stream: string; min: number; median: number; max: number }[];
  readonly gapMs: { p50: number; p99: number; max: number };
  readonly ageMs: { p50: number; p99: number; max: number };
  readonly cpuShare: number;
}

const clients = bounded('clients', clientsMax);
const seconds = bounded('seconds', secondsMax);
const dataDir = mkdtempSync(join(tmpdir(), 'windlass-soak-'));
const adminKey = `ak_${randomBytes(24).toString('hex')}`;
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;

const server = spawn(process.execPath, [values.server], {
  env: {
    ...process.env,
    PORT: String(port),
    WINDLASS_DATA_DIR: dataDir,
    WINDLASS_FEED: 'simulated',
    WINDLASS_ADMIN_KEY: adminKey,
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
let load: ChildProcess | undefined;
const deadline = setTimeout(() => finish(1, 'Did not end in time'), seconds * 1000 + overheadMs);

try {
  await untilAnswering();
  finish(await run(), undefined);
} catch (error) {
  finish(1, error instanceof Error ? error.message : String(error));
}

async function run(): Promise<number> {
  const memory = { start: memoryOf(server), middle: 0, end: 0 };
  const cpu = { start: 0, end: 0 };
  const origins = ['--origin', origin.replace('http', 'ws'), '--symbol', values.symbol];
  const script = new URL('soakClients.ts', import.meta.url).pathname;
  load = spawn(
    process.execPath,
    [script, ...origins, '--clients', String(clients), '--seconds', String(seconds)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (!load.stdout) throw new Error('The clients have no output');
  let figures: Figures | undefined;
  let before: Readings = { late: new Map(), turn: new Map() };
  for await (const line of createInterface(load.stdout)) {
    const message: { kind: string } & Figures = JSON.parse(line);
    if (message.kind === 'ready') {
      cpu.start = cpuSecondsOf(server);
      memory.start = memoryOf(server);
      before = await readings();
      setTimeout(() => {
        memory.middle = memoryOf(server);
      }, seconds * 500);
    } else figures = message;
  }
  if (!figures) throw new Error('The clients ended without figures');
  memory.end = memoryOf(server);
  cpu.end = cpuSecondsOf(server);
  const after = await readings();
  const lateP99Ms = p99(before.late, after.late);
  const turnP99Ms = p99(before.turn, after.turn);
  report(figures, {
    memory,
    cpuShare: (cpu.end - cpu.start) / figures.seconds,
    lateP99Ms,
    turnP99Ms,
  });
  return verdict(figures, memory, lateP99Ms);
}

interface ServerFigures {
  readonly memory: { start: number; middle: number; end: number };
  readonly cpuShare: number;
  readonly lateP99Ms: number;
  readonly turnP99Ms: number;
}

function report(figures: Figures, { memory, cpuShare, lateP99Ms, turnP99Ms }: ServerFigures): void {
  console.log(`${clients} clients, ${seconds} s, one more that reads nothing; ${values.symbol}`);
  console.log('events per client   min  median     max   per second');
  for (const { stream, min, median, max } of figures.perClient) {
    const cells = [min, median, max].map((n) => String(n).padStart(7)).join(' ');
    console.log(`  ${stream.padEnd(14)}${cells}   ${(median / figures.seconds).toFixed(1)}`);
  }
  const { gapMs, ageMs } = figures;
  console.log(`gap between events  p50 ${gapMs.p50} ms, p99 ${gapMs.p99} ms, max ${gapMs.max} ms`);
  console.log(`age on arrival      p50 ${ageMs.p50} ms, p99 ${ageMs.p99} ms, max ${ageMs.max} ms`);
  console.log(`beat lateness       p99 at most ${lateP99Ms} ms`);
  console.log(`serving all clients p99 at most ${turnP99Ms} ms`);
  const sizes = [memory.start, memory.middle, memory.end].map((mb) => mb.toFixed(0)).join(' → ');
  console.log(`server memory       ${sizes} MB`);
  const shares = [cpuShare, figures.cpuShare].map((share) => `${(share * 100).toFixed(0)} %`);
  console.log(`processor           server ${shares[0]}, clients ${shares[1]}`);
}

function verdict(figures: Figures, memory: ServerFigures['memory'], lateP99Ms: number): number {
  const failures: string[] = [];
  for (const { stream, min, median } of figures.perClient) {
    if (median === 0) failures.push(`no events of ${stream}`);
    if (min < median - edgeBeats) failures.push(`a client missed beats of ${stream}`);
  }
  if (figures.lost > 0) failures.push(`${figures.lost} clients lost their connection`);
  if (figures.errors > 0) failures.push(`${figures.errors} error events`);
  if (figures.gapMs.p50 > gapP50MsMax) failures.push(`gaps of ${figures.gapMs.p50} ms`);
  if (!(lateP99Ms <= lateP99MsMax)) failures.push(`beats ${lateP99Ms} ms late`);
  if (memory.end > memory.middle + memoryGrowthMbMax) failures.push('memory grows');
  console.log(failures.length === 0 ? 'PASS' : `FAIL: ${failures.join('; ')}`);
  return failures.length === 0 ? 0 : 1;
}

/** Cumulative counts by upper bound in ms, of one histogram of the server. */
type Readings = Readonly<Record<'late' | 'turn', ReadonlyMap<number, number>>>;

async function readings(): Promise<Readings> {
  const answer = await fetch(`${origin}/metrics`, { headers: { 'x-api-key': adminKey } });
  const text = await answer.text();
  const bucketsOf = (name: string) => {
    const line = new RegExp(`^windlass_stream_${name}_seconds_bucket\\{le="(.+)"\\} (\\d+)`, 'gm');
    const buckets = [...text.matchAll(line)];
    return new Map(buckets.map(([, bound, seen]) => [Number(bound) * 1000, Number(seen)]));
  };
  return { late: bucketsOf('beat_late'), turn: bucketsOf('turn') };
}

/**
 * Returns the upper bound in ms of the bucket with the 99th percentile between two readings. Beats
 * while the clients were still connecting are not part of the promise.
 */
function p99(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  const seen = [...after].map(
    ([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const,
  );
  const total = seen.at(-1)?.[1] ?? 0;
  return (total > 0 && seen.find(([, count]) => count >= total * 0.99)?.[0]) || Number.NaN;
}

function memoryOf(process: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(process.pid)])) / 1024;
}

function cpuSecondsOf(process: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'cputimes=', '-p', String(process.pid)]));
}

async function untilAnswering(): Promise<void> {
  const giveUpAtMs = performance.now() + startWithinMs;
  while (performance.now() < giveUpAtMs) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`);
    const isUp = await fetch(`${origin}/metrics`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server does not answer');
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function bounded(name: 'clients' | 'seconds', max: number): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  console.error(`--${name} must be a whole number from 1 to ${max}`);
  process.exit(2);
}

function finish(exitCode: number, reason: string | undefined): void {
  clearTimeout(deadline);
  if (reason !== undefined) console.error(reason);
  load?.kill();
  server.kill();
  server.once('exit', () => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(exitCode);
  });
}
