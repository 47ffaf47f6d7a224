import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { startService } from '../support/processes/service.ts';

const python = 'python3';
const project = fileURLToPath(new URL('../../../python', import.meta.url));
const isHere = spawnSync(python, ['--version']).status === 0;
// CI has to have it; elsewhere the tests are skipped, and the name of the suite says why.
const isRequired = process.env.CI === 'true'; // tidy-ok: whether a tool may be missing
const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), 'windlass-python-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Nothing is written beside the source files. */
const quiet = { PYTHONDONTWRITEBYTECODE: '1', PATH: process.env.PATH ?? '' }; // tidy-ok: finds python3

describe.skipIf(!isHere && !isRequired)('the Python client (needs python3)', () => {
  it('compiles without a warning', async () => {
    const env = { ...quiet, PYTHONPYCACHEPREFIX: folder };
    const options = ['-W', 'error', '-m', 'compileall', '-q', 'windlass', 'tests'];
    const { stdout, stderr } = await run(python, options, { cwd: project, env });
    expect([stdout, stderr]).toEqual(['', '']);
  });

  it('passes its tests, those on a running service too', async () => {
    const { address } = await startService({ WINDLASS_DATA_DIR: folder }, children);
    const key = readFileSync(join(folder, 'admin.key'), 'utf8').trim();
    const env = { ...quiet, WINDLASS_URL: address, WINDLASS_KEY: key };
    const options = ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'];
    const { stderr } = await run(python, options, { cwd: project, env });
    expect(stderr).toMatch(/^Ran \d+ tests/m);
    expect(stderr).toMatch(/^OK$/m);
  });
});
