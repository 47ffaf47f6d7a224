import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compiledOnce } from '../support/processes/compileCache.ts';
import {
  type ServiceProcess,
  serviceEntry,
  startService,
  startStandby,
} from '../support/processes/service.ts';

const base = '/order-execution/orderbook';

let dataDir = '';
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'windlass-crash-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startService({ WINDLASS_DATA_DIR: dataDir }, children);

/** Sends a GET without a body, or a POST with one. */
async function call(
  service: ServiceProcess,
  key: string,
  path: string | [path: string, body: object],
) {
  const [url, body] = typeof path === 'string' ? [path] : path;
  const answer = await fetch(service.address + url, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  return { status: answer.status, json: (await answer.json()) as any };
}

/** Returns the global book of BTC/USDT once all four venues are in it. */
async function wholeBook(service: ServiceProcess, key: string) {
  const venues = ['binance', 'bybit', 'gateio', 'kraken'];
  await call(service, key, [`${base}/subscribe`, { symbols: ['BTC/USDT'], venues }]);
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const { json } = await call(service, key, `${base}/book?symbol=BTC/USDT`);
    if (Object.keys(json.data?.venues ?? {}).length === 4) return json.data;
  }
  throw new Error('the book never became whole');
}

async function sequenceOf(service: ServiceProcess, key: string): Promise<number> {
  const { json } = await call(service, key, `${base}/book?symbol=BTC/USDT&venue=bybit`);
  return json.data.sequence;
}

describe('kill -9', () => {
  it('loses no key and no audit line, and the market goes on without a jump', async () => {
    const first = await start();
    const adminKey = (await readFile(join(dataDir, 'admin.key'), 'utf8')).trim();
    expect((await stat(join(dataDir, 'admin.key'))).mode & 0o777).toBe(0o600);
    const made = await call(first, adminKey, [
      '/admin/keys',
      { name: 'desk', roles: ['viewer'], paths: ['/**'] },
    ]);
    const before = await wholeBook(first, made.json.data.key);
    const sequenceBefore = await sequenceOf(first, adminKey);
    await first.kill('SIGKILL');

    const second = await start();
    expect(first.greeting).toContain(`dashboard ${first.address}/#key=${adminKey}\n`);
    expect(second.greeting).toContain(`dashboard ${second.address}/\n`);
    expect(second.greeting).not.toContain(adminKey);
    const after = await wholeBook(second, made.json.data.key);
    const audit = await call(second, adminKey, '/admin/audit');
    const actions = audit.json.data.entries.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action === 'key.created')).toHaveLength(2);
    const moveBps = Math.abs(after.best_bid.price / before.best_bid.price - 1) * 10_000;
    // In a few seconds BTC moves by a basis point or two; with another seed it differs by
    // thousands.
    expect(moveBps).toBeLessThan(25);
    expect(await sequenceOf(second, adminKey)).toBeGreaterThan(sequenceBefore);
  });

  it('leaves the database to the next process, which waits for it as a standby', async () => {
    const settings = { WINDLASS_DATA_DIR: dataDir };
    const first = await start();
    const [second, third] = [
      await startStandby(settings, children),
      await startStandby(settings, children),
    ];
    // A waiting process may be stopped like any other.
    expect(await third.kill('SIGTERM')).toBe(0);
    await first.kill('SIGKILL');
    expect(await second.owning).toMatch(/^Windlass \S+ on http:/m);
    expect(await second.kill('SIGTERM')).toBe(0);
  });

  it('lets no standby listen where the owner does', async () => {
    const first = await start();
    const { port } = new URL(first.address);
    const child = spawn(process.execPath, [serviceEntry], {
      env: {
        ...compiledOnce,
        WINDLASS_DATA_DIR: dataDir,
        PORT: port,
        WINDLASS_LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) lines.push(line);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`Windlass cannot start: Cannot listen on 127.0.0.1:${port}: `);
    expect(await first.kill('SIGTERM')).toBe(0);
  });
});

describe('starting', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT must be an integer between 0 and 65535 (got "abc").'],
    [
      { WINDLASS_DATA_DIR: serviceEntry },
      `The database (${serviceEntry}) cannot be opened: ${serviceEntry} is a file`,
    ],
    [{ WINDLASS_DATA_DIR: '/proc/nope' }, 'The database (/proc/nope) cannot be opened: ENOENT'],
    [{ DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' }, 'The database (DATABASE_URL) cannot be'],
    [{ WINDLASS_FEED: 'replay:/nope' }, 'The feed of WINDLASS_FEED cannot be opened: '],
    [{ HOST: '203.0.113.1' }, 'Cannot listen on 203.0.113.1:0: '],
  ])('stops with one clear line on %o', async (env: Record<string, string>, message) => {
    const child = spawn(process.execPath, [serviceEntry], {
      env: {
        ...compiledOnce,
        WINDLASS_DATA_DIR: dataDir,
        PORT: '0',
        WINDLASS_LOG_LEVEL: 'silent',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) lines.push(line);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`Windlass cannot start: ${message}`);
    expect(lines[0]).not.toContain('hush');
  });
});
