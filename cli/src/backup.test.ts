import { describe, expect, test } from 'vitest';
import { createFakeIo } from '../test/support/fakeIo.ts';
import { run } from './run.ts';

async function running(...argv: string[]) {
  const calls: unknown[] = [];
  const called = (name: string) => async (args: readonly string[], env: object) => {
    calls.push([name, args, env]);
    return 1;
  };
  const machine = { runBackup: called('backup'), runRestore: called('restore') };
  const fake = createFakeIo({ machine });
  return { code: await run(argv, fake.io), calls, err: fake.err() };
}

describe('backup and restore', () => {
  test.each([
    [
      ['backup', '--out', '-odd'],
      ['backup', ['--', '-odd'], {}],
    ],
    [
      ['backup', '--out', 'a b', '--with-master-key', '--data-dir', 'there'],
      ['backup', ['--with-master-key', '--', 'a b'], { WINDLASS_DATA_DIR: 'there' }],
    ],
    [
      ['restore', 'one', '--json'],
      ['restore', ['--json', '--', 'one'], {}],
    ],
    [
      ['restore', 'one', '--force', '--data-dir', 'there'],
      ['restore', ['--force', '--', 'one'], { WINDLASS_DATA_DIR: 'there' }],
    ],
  ])('%j is handed on as it was asked for, and so is how it ended', async (argv, call) => {
    const { code, calls } = await running(...argv);
    expect([code, calls]).toEqual([1, [call]]);
  });

  test.each([
    [['backup'], /required option '--out <file>' not specified/],
    [['restore'], /missing required argument 'file'/],
  ])('%j ends with 2 and one line', async (argv, line) => {
    const { code, calls, err } = await running(...argv);
    expect([code, calls]).toEqual([2, []]);
    expect(err).toMatch(line);
  });
});
