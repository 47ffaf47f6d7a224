import { expect, test } from 'vitest';
import { readBenchCall } from './arguments.ts';

const read = (...args: string[]) => readBenchCall(args, ['books', 'serving']);

test('runs the sections named, or all of them', () => {
  expect(read('serving')).toEqual({ kind: 'run', names: ['serving'] });
  expect(read()).toEqual({ kind: 'run', names: ['books', 'serving'] });
});

test('gives help instead of running anything', () => {
  expect([read('--help'), read('books', '-h')]).toEqual([{ kind: 'help' }, { kind: 'help' }]);
});

test.each(['nonsense', 'toString', '__proto__', '--fast', ''])('knows no section "%s"', (name) => {
  expect(read('books', name)).toEqual({ kind: 'unknown', name });
});
