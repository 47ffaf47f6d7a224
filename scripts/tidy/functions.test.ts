import { expect, test } from 'vitest';
import { checkFunctions } from './functions.ts';
import { inShort, planted } from './test/planted.ts';

const path = 'server/src/http/bind.ts';
const check = (...lines: readonly string[]) => inShort(checkFunctions(planted(path, ...lines)));
const body = (count: number) => Array.from({ length: count }, () => '  step();');

test('stops a function at 60 statements, however they are written', () => {
  // A declared function counts itself.
  expect(check('function f() {', ...body(59), '}')).toEqual([]);
  expect(check('function f() {', ...body(60), '}')).toEqual(['1 function-length']);
  expect(check('const f = () => {', ...body(61), '};')).toEqual(['1 function-length']);
  expect(check(`const f = () => {${body(61).join('')}};`)).toEqual(['1 function-length']);
  expect(check('class A {', 'm() {', ...body(60), '}', '}')).toEqual(['2 function-length']);
});

test('lets a function build one large object', () => {
  const properties = Array.from({ length: 200 }, (_, index) => `  a${index}: ${index},`);
  expect(check('function f() {', 'return {', ...properties, '};', '}')).toEqual([]);
});

test('judges tests, not the groups that hold them', () => {
  const inTest = (call: string) =>
    inShort(
      checkFunctions(planted('server/src/a.test.ts', `${call}, () => {`, ...body(61), '});')),
    );
  expect(inTest("describe('a'")).toEqual([]);
  expect(inTest("eachDatabase('a'")).toEqual([]);
  expect(inTest("test('a'")).toEqual(['1 function-length']);
  expect(inTest("it.each([1])('a'")).toEqual(['1 function-length']);
});

test('stops at three positional parameters', () => {
  expect(check('const f = (a, b, { c, d }) => a;')).toEqual([]);
  expect(check('function f(this: A, a, b, c) {}')).toEqual([]);
  expect(check('const f = (a, b, c, d) => a;')).toEqual(['1 parameters']);
  expect(check('const o = { m(a, b, c, d) {} };')).toEqual(['1 parameters']);
  expect(check('class A {', 'constructor(a, b, c, d) {}', 'm(a, b, c, d) {}', '}')).toEqual([
    '2 parameters',
    '3 parameters',
  ]);
});

test('stops at three levels of control flow, counted anew in each function', () => {
  expect(check('if (a) {', 'for (;;) {', 'while (b) {', 'c();', '}', '}', '}')).toEqual([]);
  expect(
    check('if (a) {', 'for (;;) {', 'try {', 'if (b) {', 'c();', '}', '} catch {}', '}', '}'),
  ).toEqual(['4 nesting']);
  const inner = ['list.map(() => {', 'if (c) d();', '});'];
  expect(check('if (a) {', 'for (;;) {', 'while (b) {', ...inner, '}', '}', '}')).toEqual([]);
  expect(check('if (a) {} else if (b) {} else if (c) {} else if (d) {} else if (e) {}')).toEqual(
    [],
  );
});
