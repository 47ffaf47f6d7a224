import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createMachine } from './machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a script that runs instead of the service. */
function script(name: string, code: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, code);
  return path;
}

describe('serving', () => {
  test('runs the script with the environment and passes its exit code on', async () => {
    const path = script('exit', 'process.exit(Number(process.env.PORT) - 3000);');
    expect(await createMachine(path).runServer({ PORT: '3007' })).toBe(7);
  });

  test('forwards a signal once, and lets the script end in its own way', async () => {
    const ready = join(folder, 'ready');
    const code = `import { writeFileSync } from 'node:fs';
      let count = 0;
      const beat = setInterval(() => undefined, 1000);
      process.on('SIGTERM', () => {
        count += 1;
        clearInterval(beat);
        setTimeout(() => process.exit(40 + count), 50);
      });
      writeFileSync(${JSON.stringify(ready)}, 'yes');`;
    const machine = createMachine(script('signal', code));
    const listeners = process.listenerCount('SIGTERM');
    const ended = machine.runServer({});
    await vi.waitFor(() => expect(machine.readText(ready)).toBe('yes'), { timeout: 10_000 });
    process.emit('SIGTERM');
    expect(await ended).toBe(41);
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });

  test('reports a script that a signal ended as shells do', async () => {
    const path = script('kill', "process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 1e4);");
    expect(await createMachine(path).runServer({})).toBe(137);
  });
});

describe('folders and ports', () => {
  const machine = createMachine();

  test('a folder is fine when it, or the nearest that exists above it, can be written', () => {
    expect(machine.folderProblem(folder)).toBeUndefined();
    expect(machine.folderProblem(join(folder, 'not', 'yet'))).toBeUndefined();
    const file = script('file', '');
    expect(machine.folderProblem(file)).toBe(`${file} is not a folder`);
    expect(machine.folderProblem(join(file, 'below'))).toBe(`${file} is not a folder`);
  });

  test('a port is free only while nobody listens', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    expect(await machine.isPortFree('127.0.0.1', address.port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await machine.isPortFree('127.0.0.1', address.port)).toBe(true);
  });

  test('a file that is not there reads as undefined', () => {
    expect(machine.readText(join(folder, 'absent'))).toBeUndefined();
  });

  test('a file is written over the one that is there, or it is said why not', () => {
    const path = join(folder, 'page.html');
    for (const text of ['first', 'second']) {
      expect(machine.writeText(path, text)).toBeUndefined();
      expect(machine.readText(path)).toBe(text);
    }
    expect(machine.writeText(join(path, 'below'), '')).toMatch(/ENOTDIR/);
  });
});

test('the permission bits of a file are told, and the room there is', () => {
  const machine = createMachine();
  const path = join(folder, 'secret');
  writeFileSync(path, '');
  chmodSync(path, 0o640);
  expect(machine.fileMode(path)).toBe(0o640);
  expect(machine.fileMode(join(folder, 'absent'))).toBeUndefined();
  expect(machine.freeBytes(join(folder, 'not', 'yet'))).toBeGreaterThan(0);
});

test('the service’s own code looks at settings and database', async () => {
  vi.stubEnv('PORT', 'harbour');
  const said = await createMachine().inspectDatabase();
  vi.unstubAllEnvs();
  expect(JSON.parse(said)).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining('PORT must be'),
  });
});

describe('the entry', () => {
  const entry = fileURLToPath(new URL('../bin/windlass.mjs', import.meta.url));
  const running = (args: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, args, (failure, stdout, stderr) => {
        resolve({ code: failure?.code ?? 0, stdout, stderr });
      });
    });

  test('runs the command', async () => {
    expect(await running([entry, '--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(await running([entry, 'book'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('stops an old Node with one line', async () => {
    const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.1.0'}})`;
    const { code, stderr, stdout } = await running(['--import', old, entry, '--version']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^windlass needs Node\.js 24 or newer, this is 20\.1\.0\. .*\n$/);
  });
});
