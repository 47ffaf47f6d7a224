import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startService } from '../support/processes/service.ts';

const entry = fileURLToPath(new URL('../../bin/start.mjs', import.meta.url));
/**
 * A service that starts would continue to run: it is killed before the test itself runs out of
 * time.
 */
const timeoutMs = 20_000;

it.each(['--help', '-h'])('%s is answered with help, and no service starts', async (flag) => {
  const cwd = mkdtempSync(join(tmpdir(), 'windlass-start-'));
  const run = promisify(execFile);
  const env = { PORT: '0' };
  const options = { cwd, env, timeout: timeoutMs };
  const { stdout, stderr } = await run(process.execPath, [entry, flag], options);
  expect(stdout).toMatch(/^Usage: node server\/bin\/start\.mjs/);
  expect(stdout).toContain('WINDLASS_FEED');
  expect([stderr, readdirSync(cwd)]).toEqual(['', []]);
});

it('prints no link with the key in production, where output goes to logs, and serves the page', async () => {
  const env = { NODE_ENV: 'production', WINDLASS_DATA_DIR: ':memory:' };
  const service = await startService(env, []);
  expect(service.greeting).toMatch(/^Admin key ak_/);
  expect(service.greeting).toContain(`dashboard ${service.address}/\n`);
  const page = await fetch(`${service.address}/`);
  expect(await page.text()).toContain('<title>Windlass</title>');
  expect(await service.kill('SIGTERM')).toBe(0);
});
