import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// `npm run prove:cluster` runs the same files; here they are only checked for what can be checked
// at once.

const folder = new URL('../../docs/guides/failover/', import.meta.url);
const guide = await readFile(new URL('../failover.md', folder), 'utf8');
const read = (name: string) => readFile(new URL(name, folder), 'utf8');
const isHere = (command: string) => spawnSync(command, ['--version']).error === undefined;

/** Settings of the guide's blocks, by name. */
const told = new Map(
  [...guide.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

describe('the HAProxy file of the guide', async () => {
  const text = await read('haproxy.cfg');
  const asked = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);

  it('asks for nothing that the guide does not set', () => {
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !told.has(name))).toEqual([]);
  });

  it('passes on to who is ready, and repeats only what reached nobody', () => {
    expect(text).toContain('option httpchk GET /ready');
    expect(text).toContain('option httpchk OPTIONS /primary');
    expect(text.match(/retry-on .*/g)).toEqual(['retry-on conn-failure']);
  });

  it.skipIf(!isHere('haproxy'))('is one that HAProxy takes', () => {
    const path = new URL('haproxy.cfg', folder).pathname;
    const env = { ...process.env, ...Object.fromEntries(told) };
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', path], { env });
    expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
  });
});

describe('the Patroni file of the guide', async () => {
  const text = await read('patroni.yml');

  it('acknowledges what both servers have', () => {
    expect(parse(text).bootstrap.dcs).toMatchObject({
      synchronous_mode: true,
      postgresql: { parameters: { synchronous_commit: 'on' } },
    });
  });

  it.skipIf(!isHere('patroni'))('is one that Patroni takes, with the settings of the guide', () => {
    const path = new URL('patroni.yml', folder).pathname;
    const env = {
      ...process.env,
      ...Object.fromEntries([...told].filter(([name]) => name.startsWith('PATRONI_'))),
      PATRONI_POSTGRESQL_DATA_DIR: '/nonexistent/windlass',
      PATRONI_POSTGRESQL_BIN_DIR: '',
    };
    const { stderr } = spawnSync('patroni', ['--validate-config', path], { env, encoding: 'utf8' });
    // The addresses of the guide do not exist on this machine.
    const others = stderr
      .split('\n')
      .filter((line) => line !== '' && !/is not reachable|already in use/.test(line));
    expect(others).toEqual([]);
  });
});
