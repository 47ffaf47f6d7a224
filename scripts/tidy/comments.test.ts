import { expect, test } from 'vitest';
import { checkComments } from './comments.ts';
import { inShort, planted } from './test/planted.ts';

const check = (...lines: readonly string[]) => inShort(checkComments(planted('a.ts', ...lines)));

test.each(['TODO', 'FIXME', 'XXX', 'HACK'])(
  'finds the leftover mark %s in comments only',
  (mark) => {
    expect(check(`// ${mark}: later`)).toEqual(['1 leftover']);
    expect(check('/**', ` * ${mark} */`)).toEqual(['1 leftover']);
    expect(check(`const text = '${mark}';`)).toEqual([]);
  },
);

test.each([
  '// const a = 1;',
  '// if (a) {',
  '// } else {',
  '//   await flush();',
  '/* return book; */',
  "// import { a } from './a.ts';",
])('finds code that was commented out: %s', (line) => {
  expect(check(line)).toEqual(['1 commented-out-code']);
});

test.each([
  '// Ends the line; the next one begins.',
  '// Keys are sorted (oldest first); ties go by id;',
  '// return early: the socket is gone',
  '// The shape is {symbol, venue}.',
  '// import order matters here (see below)',
  '// 1. connect, 2. snapshot, 3. deltas.',
  '/**\n * const a = createClient({ baseUrl });\n */',
])('takes no sentence for code: %s', (line) => {
  expect(check(line)).toEqual([]);
});
