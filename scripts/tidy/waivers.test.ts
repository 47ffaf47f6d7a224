import { expect, test } from 'vitest';
import { checkSource } from './project.ts';
import { inShort, planted } from './test/planted.ts';

const path = 'server/src/http/server.ts';

test('lets a line pass that says why', () => {
  const file = planted(path, 'export const at = Date.now(); // tidy-ok: the log line of a crash');
  expect(checkSource(file)).toEqual([]);
});

test('takes no waiver without a reason, on another line, in a string, or of another rule', () => {
  const file = planted(
    path,
    'export const a = Date.now(); // tidy-ok',
    'export const b = 1; // tidy-ok: nothing to allow here',
    "const c = [Date.now(), '// tidy-ok: only a text'];",
    'export let d = 1; // tidy-ok: state is not for waiving',
  );
  expect(inShort(checkSource(file)).sort()).toEqual([
    '1 waiver',
    '2 waiver',
    '3 banned-call',
    '4 module-state',
    '4 waiver',
  ]);
});

test('lets a seam be marked where it is free', () => {
  const file = planted(
    'client/src/runtime.ts',
    'Date.now(); // tidy-ok: the one seam to real time',
  );
  expect(checkSource(file)).toEqual([]);
});
