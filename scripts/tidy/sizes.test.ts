import { expect, test } from 'vitest';
import { checkSizes } from './sizes.ts';
import { countStatements } from './statements.ts';
import { inShort, planted } from './test/planted.ts';

const lines = (count: number) => Array.from({ length: count }, (_, i) => `export const a${i} = 1;`);

test('stops a file at 300 statements and members, fixtures aside', () => {
  const check = (path: string, count: number) =>
    inShort(checkSizes(planted(path, ...lines(count), '')));
  expect(check('server/src/http/bind.ts', 300)).toEqual([]);
  expect(check('server/src/http/bind.ts', 301)).toEqual(['1 file-length']);
  expect(check('server/test/api/book.test.ts', 301)).toEqual(['1 file-length']);
  expect(check('server/test/fixtures/frames.ts', 301)).toEqual([]);
});

test('counts what a reader keeps in mind, not lines', () => {
  const size = (...text: readonly string[]) => countStatements(planted('a.ts', ...text).root);
  expect(size("import { a } from './a.ts';", 'export const b = { a, c: [1,', '2] };')).toBe(1);
  expect(size('if (a) { b(); } else { c(); }')).toBe(3);
  expect(size('interface A { a: number; b(): void }')).toBe(3);
  expect(size('class A { #a = 1; constructor() {} m() { return 1; } }')).toBe(5);
});

test('keeps an index of the server short and explicit', () => {
  const index = 'server/src/trading/orderbook/index.ts';
  expect(checkSizes(planted(index, "export { a } from './a.ts';"))).toEqual([]);
  expect(inShort(checkSizes(planted(index, "export * from './a.ts';")))).toEqual(['1 index']);
  expect(inShort(checkSizes(planted(index, ...lines(21))))).toEqual(['21 index']);
  expect(checkSizes(planted('contract/src/index.ts', "export * from './a.ts';"))).toEqual([]);
});

test('stops a line at 100 columns, counted as a reader sees them', () => {
  const check = (path: string, line: string) => inShort(checkSizes(planted(path, line)));
  const path = 'server/src/http/bind.ts';
  expect(check(path, `// ${'é'.repeat(97)}`)).toEqual([]);
  expect(check(path, `// ${'é'.repeat(98)}`)).toEqual(['1 line-length']);
  expect(check(path, `const text = '${'x'.repeat(100)}';`)).toEqual(['1 line-length']);
  expect(check(path, `// See https://docs.example/${'x'.repeat(100)}`)).toEqual([]);
  const folder = 'x'.repeat(90);
  expect(check(path, `import { a } from '../${folder}/a.ts';`)).toEqual([]);
  expect(check(path, `import { a, b } from '../${folder}/a.ts';`)).toHaveLength(1);
});

test('lets tests hold long texts, not long code', () => {
  const check = (line: string) => inShort(checkSizes(planted('server/src/a.test.ts', line)));
  expect(check(`const frame = '${'x'.repeat(100)}';`)).toEqual([]);
  expect(check(`// ${'x'.repeat(100)}`)).toEqual(['1 line-length']);
});
