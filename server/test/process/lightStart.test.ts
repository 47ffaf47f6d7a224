import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, it } from 'vitest';
import { startService } from '../support/processes/service.ts';

// A service without live accounts loads no exchange's class: each takes 33 MB or more.

const residentMbMax = 250;
const folder = mkdtempSync(join(tmpdir(), 'windlass-light-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Records every file of ccxt before it is loaded. */
function spy(): { readonly script: string; readonly loaded: () => readonly string[] } {
  const [script, log] = [join(folder, 'spy.mjs'), join(folder, 'loaded')];
  writeFileSync(log, '');
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.includes('/ccxt/')) appendFileSync(${JSON.stringify(log)}, url + '\\n');
    return next(url, context);
  },
});
`,
  );
  return { script, loaded: () => readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}

it('a start without live accounts loads nothing of ccxt, and stays small', async () => {
  const { script, loaded } = spy();
  const data = { WINDLASS_DATA_DIR: folder };
  const { address } = await startService(data, children, ['--import', script]);
  const key = readFileSync(join(folder, 'admin.key'), 'utf8').trim();
  const headers = { 'x-api-key': key };
  for (const path of ['/admin/accounts', '/order-execution/orderbook/books', '/metrics']) {
    await (await fetch(address + path, { headers })).text();
  }
  expect(loaded()).toEqual([]);
  if (process.platform !== 'linux') return;
  const [child] = children;
  const status = readFileSync(`/proc/${child?.pid}/status`, 'utf8');
  const residentMb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  expect(residentMb).toBeGreaterThan(0);
  expect(residentMb).toBeLessThan(residentMbMax);
});
