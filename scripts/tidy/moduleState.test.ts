import { expect, test } from 'vitest';
import { checkModuleState } from './moduleState.ts';
import { inShort, planted } from './test/planted.ts';

const check = (line: string, path = 'server/src/http/bind.ts') =>
  inShort(checkModuleState(planted(path, line)));

test.each([
  'let count = 0;',
  'export var count = 0;',
  'const cache = new Map();',
  'const cache = new Map<string, number>([]); cache.set("a", 1);',
  'const seen: Set<string> = new Set();',
  'const seen = new WeakMap<object, string>();',
  'const list: string[] = [];',
  'const list = [1]; function f() { list.push(2); }',
  'const list = [2, 1]; export const sorted = () => (list as number[]).sort();',
  'const list = [1]; const f = () => { list[0] = 2; };',
  'export const names = new Set(["a"]);',
  'export const names = ["a"];',
  'const state = { count: 0 }; const f = () => { state.count += 1; };',
  'const state = { count: 0 }; const f = () => state.count++;',
  'const state = { list: ["a"] }; const f = () => state.list.push("b");',
  'const state = { a: 0 }; const f = () => Object.assign(state, { a: 1 });',
  'const state = { a: 0 }; const f = () => delete (state as Partial<typeof state>).a;',
  'function f() { f.calls = 1; }',
  'class A { static count = 0; }',
  'class A { static readonly seen = new Set<string>(); }',
  'class A { static #seen: string[] = []; }',
])('refuses state of a module: %s', (line) => {
  expect(check(line)).toEqual(['1 module-state']);
});

test.each([
  'function f() { let count = 0; const seen = new Set(); seen.add(count); }',
  'const codes = new Set(["a"]); export const has = (code: string) => codes.has(code);',
  'export const names: ReadonlySet<string> = new Set(["a"]);',
  'export const none: readonly string[] = [];',
  'export const roles = ["admin"] as const;',
  'const list = [1]; export const f = () => list.map((one) => one + 1).sort();',
  'const list = [1]; function f() { const list: number[] = []; list.push(1); }',
  'const codec = { set: (a: number) => a }; export const b = codec.set(1);',
  'class A { static readonly max = 3; static of() { return new A(); } }',
  'class A { static readonly all: readonly string[] = ["a"]; }',
  "import process from 'node:process'; process.exitCode = 1;",
])('lets constants and the state of functions be: %s', (line) => {
  expect(check(line)).toEqual([]);
});

test('leaves tests and scripts alone', () => {
  expect(check('let count = 0;', 'server/src/http/bind.test.ts')).toEqual([]);
  expect(check('const seen = new Set();', 'scripts/bench.ts')).toEqual([]);
});
