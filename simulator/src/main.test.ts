import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { send } from '../test/support/fixtures.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const command = fileURLToPath(new URL('../../cli/bin/windlass.mjs', import.meta.url));

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

function start(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code;
  });
  return { child, ended };
}

/** Returns the exit code and the output of a command that refuses. */
async function refused(args: readonly string[]) {
  const { child, ended } = start(main, args);
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += String(text);
  });
  child.stderr.on('data', (text) => {
    said.err += String(text);
  });
  return [await ended, said.out, said.err];
}

test('windlass simulator says where it is, moves its books, and ends in order by a signal', async () => {
  const args = ['simulator', '--json', '--port', '0', '--venues', 'binance,kraken'];
  const { child, ended } = start(command, args);
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, transport, venues } = JSON.parse(String(line));
  expect(transport).toBe(`simulator:${url}`);
  expect(venues.map(({ venue }: { venue: string }) => venue)).toEqual(['binance', 'kraken']);
  const get = (host: string, target: string) => send(url, { method: 'GET', host, target });
  const depth = () => get('api.binance.com', '/api/v3/depth?symbol=BTCUSDT&limit=20');
  const first = await depth();
  expect([first.status, JSON.parse(first.text).bids.length]).toEqual([200, 20]);
  let next = first;
  while (next.text === first.text) next = await depth();
  expect(JSON.parse(next.text).bids.length).toBe(20);
  // An exchange that was not named does not answer.
  expect((await get('www.okx.com', '/api/v5/public/time')).status).toBe(421);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a port in use ends it with 1 and a sentence', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const problem = `windlass: Port ${port} is in use: name another by --port.\n`;
  expect(await refused(['--port', port, '--venues', 'kraken'])).toEqual([1, '', problem]);
  await new Promise((resolve) => server.close(resolve));
});

test('what it cannot read ends it with 2 and a sentence', async () => {
  const port = "--port must be a whole number from 0 to 65535, not 'x'.";
  expect(await refused(['--port', 'x'])).toEqual([2, '', `windlass: ${port}\n`]);
  const [code, , said] = await refused(['--faults', 'rough']);
  expect(code).toBe(2);
  expect(said).toMatch(/^windlass: Faults are off, mild, harsh or the path of a script: .*'rough'/);
});
