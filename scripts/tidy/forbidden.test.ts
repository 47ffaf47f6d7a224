import { expect, test } from 'vitest';
import { checkFolderNames, checkForbidden } from './forbidden.ts';
import { inShort, planted } from './test/planted.ts';

const check = (line: string, path = 'server/src/http/bind.ts') =>
  inShort(checkForbidden(planted(path, line)));

test('lets only errors inherit', () => {
  expect(check('class A extends Base {}')).toEqual(['1 inheritance']);
  expect(check('const a = class extends events.EventEmitter {};')).toEqual(['1 inheritance']);
  expect(check('class A extends mixin(Base) {}')).toEqual(['1 inheritance']);
  expect(check('class A extends Error {}')).toEqual([]);
  expect(check('class A extends TransportError {}')).toEqual([]);
  expect(check('interface A extends Base {}')).toEqual([]);
});

test('refuses import types that the import table would not see', () => {
  expect(check("export type A = import('./a.ts').A;")).toEqual(['1 inline-import-type']);
  expect(check("import type { A } from './a.ts';")).toEqual([]);
});

test('refuses modules of the product that are chosen while running', () => {
  expect(check('export const load = (path: string) => import(path);')).toEqual(['1 hidden-import']);
  expect(check('const a = await import(`./${name}.ts`);')).toEqual(['1 hidden-import']);
  expect(check("import { createRequire } from 'node:module';")).toEqual(['1 hidden-import']);
  expect(check("import { createRequire as r } from 'node:module';")).toEqual(['1 hidden-import']);
  expect(check('const r = module.createRequire(url);')).toEqual(['1 hidden-import']);
  expect(check("const a = await import('./a.ts');")).toEqual([]);
  expect(check('await import(path);', 'server/test/support/databases/childProcess.ts')).toEqual([]);
});

test('refuses folders for what found no place', () => {
  const paths = ['server/src/utils/a.ts', 'client/helper/b.ts', 'server/src/kit/utilities.ts'];
  expect(checkFolderNames(paths).map(({ path }) => path)).toEqual(paths.slice(0, 2));
});

test('wants literals written out', () => {
  expect(check('const a = { ...b, ...c(), ...(d && { e }) };')).toEqual([]);
  expect(check('const a = [...b, ...c()];')).toEqual([]);
  expect(check('const a = { ...{ b, c: 1 }, d };')).toEqual(['1 packed-literal']);
  expect(check('const a = { ...({ b } as B) };')).toEqual(['1 packed-literal']);
  expect(check("const a = [...['b', 'c'], 'd'];")).toEqual(['1 packed-literal']);
});

test('wants the properties of requests written out, whether they are sent or not', () => {
  const sending = 'server/src/trading/venues/okx/trading/sending.ts';
  const inRequest = (line: string) => check(line, sending);
  expect(inRequest('const a = { b, ...(c && { d }) };')).toEqual(['1 conditional-spread']);
  expect(inRequest('const a = { b, ...((c && d) as D) };')).toEqual(['1 conditional-spread']);
  expect(inRequest('const a = { b, ...(c ? { d } : {}) };')).toEqual(['1 conditional-spread']);
  expect(inRequest('send(c, { e: [{ b, ...(c && d()) }] });')).toEqual(['1 conditional-spread']);
  expect(inRequest('const a = { b, ...c, ...d(), ...(e ? f : g), h: c ? d : undefined };')).toEqual(
    [],
  );
  const request = 'const a = { b, ...(c && { d }) };';
  expect(check(request, 'server/src/trading/venues/kraken/trading/spot/sending.ts')).toEqual([
    '1 conditional-spread',
  ]);
  expect(check(request, 'server/src/trading/venues/okx/trading/sending.test.ts')).toEqual([]);
  expect(check(request, 'server/src/trading/venues/paper/placing.ts')).toEqual([]);
});
