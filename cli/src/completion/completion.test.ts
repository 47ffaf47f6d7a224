import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeIo } from '../../test/support/fakeIo.ts';
import { createProgram, run } from '../run.ts';
import { flatten, readTree } from './tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const script = join(folder, 'windlass.bash');

const tree = readTree(createProgram(createFakeIo().io, () => undefined));

async function print(shell: string): Promise<string> {
  const fake = createFakeIo();
  expect(await run(['completion', shell], fake.io)).toBe(0);
  expect(fake.requests).toEqual([]);
  return fake.out();
}

/** Returns bash's suggestions for each line, whose last word is being typed. */
function offered(lines: readonly (readonly string[])[]): string[][] {
  const calls = lines.map((words) => {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(windlass ${quoted}); COMP_CWORD=${words.length}; _windlass
      echo "\${COMPREPLY[*]}"`;
  });
  const input = [`source ${script}`, ...calls].join('\n');
  const { stdout, stderr } = spawnSync('bash', ['--norc'], { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').filter((word) => word !== ''));
}

describe('in bash', () => {
  beforeAll(async () => writeFileSync(script, await print('bash')));

  test('every command and every option is offered at its place', () => {
    const nodes = flatten(tree);
    const groups = nodes.filter(({ children }) => children.length > 0);
    const commands = offered(groups.map(({ path }) => [...path, '']));
    for (const [index, { children }] of groups.entries()) {
      const names = children.flatMap(({ path, aliases }) => [path.at(-1), ...aliases]);
      expect(commands[index]).toEqual(names);
    }
    const options = offered(nodes.map(({ path }) => [...path, '-']));
    for (const [index, node] of nodes.entries()) {
      const flags = [...node.options, ...tree.options.slice(0, 3)].map(({ flag }) => flag);
      expect(options[index]).toEqual(expect.arrayContaining([...flags, '--help']));
    }
  });

  test.each([
    [['or'], ['orders']],
    [['--url', 'http', 'or'], ['orders']],
    [['--key', 'orders', 'do'], ['doctor']],
    [['orders', 'open', '--sy'], ['--symbol']],
    [['orders', '--acc'], ['--account']],
    [
      ['orders', 'place', 'BTC/USDT', ''],
      ['buy', 'sell'],
    ],
    [['orders', 'place', '--account', 'desk', 'BTC/USDT', 's'], ['sell']],
    [['orders', 'place', '--post-only', 'BTC/USDT', 's'], ['sell']],
    [['orders', 'place', 'BTC/USDT', 'buy', '1', ''], []],
    [['orders', 'place', '--time-in-force', 'P'], ['POST_ONLY']],
    [['orders', 'place', '--price', ''], []],
    [['algos', 'start', 'tw'], ['twap']],
    [['completion', 'f'], ['fish']],
    [['tca', 'desk', '--html', `${folder}/w`], [script]],
  ])('%j is completed with %j', (words, expected) => {
    expect(offered([words])).toEqual([expected]);
  });
});

describe.each(['zsh', 'fish'])('in %s', (shell) => {
  test('every command and option is there', async () => {
    const text = await print(shell);
    for (const { path, options } of flatten(tree)) {
      expect(text).toContain(path.at(-1) ?? 'windlass');
      for (const { flag } of options) expect(text).toContain(flag.replace(/^--/, ''));
    }
  });

  // Few machines have the shell itself.
  const isThere = spawnSync(shell, ['--version']).status === 0;
  test.runIf(isThere)('the shell finds no fault in it', async () => {
    const checked = spawnSync(shell, ['-n'], { input: await print(shell), encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, '']);
  });
});

test('a shell that is not known ends with 2', async () => {
  expect(await run(['completion', 'csh'], createFakeIo().io)).toBe(2);
});
