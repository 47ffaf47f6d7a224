import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/kit/clock.ts';
import { runInBrowser } from '../support/processes/browserBundle.ts';
import { installAlone, packClient, runUntil } from '../support/processes/clientPackage.ts';
import { compiledOnce } from '../support/processes/compileCache.ts';
import { readExamples } from '../support/processes/readmeExamples.ts';
import { type ServiceProcess, startService } from '../support/processes/service.ts';

// The client as a new user has it: the tarball in an empty folder, and the pages.

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const readPage = (path: string) => readFile(join(repository, path), 'utf8');
const examples = readExamples(await readPage('client/README.md'));
const [first, setUp, ...others] = examples;
const socketExample = readExamples(await readPage('docs/guides/stream.md')).find(
  ({ name }) => name === 'A Socket.IO client in ten lines',
);

/** Output of each example; one that prints something else, or is not named here, fails. */
const printed: Readonly<Record<string, RegExp>> = {
  'First order': /^closed 0\.01 BTC at \d+(\.\d+)?\n(.*\n)*bid \d.* ask \d/,
  'Set-up of the other examples 2': /^open [\w-]+$/,
  Errors: /^VALIDATION_FAILED 400 .+\nid .+$/,
  'Retries, timeouts and giving up': /^one order$/,
  'Retries, timeouts and giving up 2': /^paper-binance .*paper-okx/,
  Lists: /^1 .+\n(.+\n)*2 .+/,
  Streams: /^kraken \[ \d.* \] \[ \d.* \] [A-Z]+$/,
  // One level may hold less than the order: its first execution is then only a part.
  'Streams 2': /^0 open\n(.*\n)*filled 0\.0\d+ at \d/m,
  'Streams 3': /cancel/i,
  'The contract': new RegExp(`^${Object.keys(endpoints).length} endpoints /order-.*\n429$`),
};

/** Compiling and installing take seconds when nothing else runs. */
const slowMsMax = 180_000;
const key = 'ak_test-admin-key-0123456789';
const clock = createSystemClock();
const children: ChildProcess[] = [];
let folder = '';
let desk = '';
let tarball = '';
let installStartedMs = 0;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'windlass-package-'));
  desk = join(folder, 'desk');
  const settings = { WINDLASS_DATA_DIR: join(folder, 'data'), WINDLASS_ADMIN_KEY: key };
  const [packed, started] = await Promise.all([
    packClient(folder),
    startService(settings, children),
  ]);
  tarball = packed;
  service = started;
  installStartedMs = clock.monotonic();
  await installAlone(tarball, desk);
}, slowMsMax);
afterAll(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function printedBy(name: string, text: string, expected: RegExp): Promise<string> {
  const path = join(desk, name);
  await writeFile(path, text);
  const env = { WINDLASS_URL: service.address, WINDLASS_KEY: key, ...compiledOnce };
  return await runUntil({ path, env }, expected, children);
}

const fileOf = (name: string) => `${name.replaceAll(/\W+/g, '-')}.mts`;
const programOf = (text: string) => `${setUp?.text}\n${text}\n`;

describe('examples of the README', () => {
  it('begin with the tarball that packing makes', async () => {
    expect(await readPage('client/README.md')).toContain(`/${basename(tarball)}\n`);
  });

  it('the first, as written, orders and streams within a minute of the installation', async () => {
    const expected = printed['First order'] ?? /^$/;
    expect(await printedBy('first.mjs', first?.text ?? '', expected)).toMatch(expected);
    expect(clock.monotonic() - installStartedMs).toBeLessThan(60_000);
  });

  it.each(others)('$name prints what it should', async ({ name, text }) => {
    const expected = printed[name] ?? /^$/;
    expect(await printedBy(fileOf(name), programOf(text), expected)).toMatch(expected);
  });

  it(
    'are typed by the declarations that are installed, which are right themselves',
    async () => {
      const programs = others.map(({ name, text }) => [fileOf(name), programOf(text)] as const);
      for (const [name, text] of [['first.mts', first?.text ?? ''] as const, ...programs]) {
        await writeFile(join(desk, name), text);
      }
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        target: 'es2024',
        module: 'nodenext',
        types: ['node'],
        typeRoots: [join(repository, 'node_modules/@types')],
      };
      const config = JSON.stringify({ compilerOptions, include: ['*.mts'] });
      await writeFile(join(desk, 'tsconfig.json'), config);
      const compiler = join(repository, 'node_modules/typescript/bin/tsc');
      const checked = promisify(execFile)(process.execPath, [compiler, '-p', desk]);
      expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
    },
    slowMsMax,
  );
});

it("the repository's Socket.IO client of ten lines prints the best prices", async () => {
  const text = socketExample?.text.replace('http://127.0.0.1:3000', service.address) ?? '';
  const expected = /^best \{ price: \d/m;
  expect(await printedBy('ten-lines.mjs', text, expected)).toMatch(expected);
});

describe('the package', () => {
  const installed = () => join(desk, 'node_modules/@windlass/client');

  it('exports what its source does', async () => {
    const own = await import('@windlass/client');
    const theirs = await import(pathToFileURL(join(installed(), 'client/src/index.js')).href);
    expect(Object.keys(theirs).sort()).toEqual(Object.keys(own).sort());
  });

  it('says above every method what its endpoint does', async () => {
    const declared = await readFile(join(installed(), 'client/src/client.d.ts'), 'utf8');
    const silent = Object.entries(endpoints).filter(([name, { method, path }]) => {
      const [before = ''] = declared.split(`\n    readonly ${name}: `);
      const comment = before.slice(before.lastIndexOf('/**'));
      return !comment.endsWith('*/') || !comment.includes(`\`${method} ${path}\``);
    });
    expect(silent).toEqual([]);
  });

  it('orders and streams where there is no Node.js, bundled for browsers', async () => {
    const program = `
      import { createClient, openBookStream } from '@windlass/client';
      const { baseUrl, key, tell } = globalThis.page;
      const client = createClient({ baseUrl, key });
      const market = { symbol: 'BTC/USDT', side: 'buy', order_type: 'market' };
      const account = { exchange_account_id: 'paper-gateio' };
      client.submitOrder({ ...account, ...market, quantity: 0.01 }).then((order) => {
        const stream = openBookStream({ baseUrl, onError: tell });
        stream.watch('BTC/USDT', {}, (event) => {
          if (event.type !== 'global') return;
          stream.close();
          tell({ status: order.order_status, bid: event.book.best_bid?.price });
        });
      }, tell);
    `;
    const page = { baseUrl: service.address, key };
    const told = await runInBrowser(desk, program, page);
    expect(told).toEqual({ status: 'closed', bid: expect.any(Number) });
  });
});
