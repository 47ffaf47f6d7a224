import { expect, test } from 'vitest';
import { checkBannedCalls } from './bannedCalls.ts';
import { inShort, planted } from './test/planted.ts';

const inModule = 'server/src/trading/orderbook/hub.ts';

function names(path: string, ...lines: readonly string[]): string[] {
  return checkBannedCalls(planted(path, ...lines)).map(({ line, todo }) => {
    return `${line} ${todo.split(':')[0]}`;
  });
}

test('finds time, timers, chance and the environment however they are reached', () => {
  expect(
    names(
      inModule,
      "import { randomBytes as bytes, createHash } from 'node:crypto';",
      "import crypto from 'node:crypto';",
      "import { setTimeout as wait } from 'node:timers/promises';",
      'const a = Date.now();',
      'const later = globalThis.setTimeout;',
      'setInterval(tick, 100);',
      'const { now } = performance;',
      "const b = Math['random']();",
      'const c = new Date();',
      'const d = Date();',
      'const e = crypto.randomUUID();',
      'const f = process.env.PORT;',
      'const g = [AbortSignal.timeout(5)];',
      'class Q { m() { return { now: Date.now } } }',
      "import { performance as p } from 'node:perf_hooks';",
      "import process from 'node:process';",
      'const h = process.env;',
      "import { webcrypto } from 'node:crypto';",
    ),
  ).toEqual([
    '1 crypto.randomBytes',
    '3 setTimeout',
    '4 Date.now',
    '5 setTimeout',
    '6 setInterval',
    '7 performance.now',
    '8 Math.random',
    '9 new Date()',
    '10 Date()',
    '11 crypto.randomUUID',
    '12 process.env',
    '13 AbortSignal.timeout',
    '14 Date.now',
    '15 performance.now',
    '17 process.env',
    '18 crypto.webcrypto',
  ]);
});

test('sees through parentheses, assertions and optional chains', () => {
  expect(
    names(
      inModule,
      'const a = (Date).now();',
      'const b = Math!.random();',
      'const c = (Math as Dice).random();',
      'const d = (globalThis as Loose)?.process!.env;',
      'const e = new (Date)();',
      "const f = (Math satisfies Dice)?.['random']();",
      'const g = (0, Date.now)();',
    ),
  ).toEqual([
    '1 Date.now',
    '2 Math.random',
    '3 Math.random',
    '4 process.env',
    '5 new Date()',
    '6 Math.random',
    '7 Date.now',
  ]);
});

test('finds a whole that is taken under another name or handed on', () => {
  expect(
    names(
      inModule,
      'const D = Date;',
      'const m = (globalThis as Loose).Math;',
      'run({ process });',
      'const g = globalThis;',
      'const { Math: dice } = globalThis;',
      'const { ...all } = Math;',
      'Reflect.construct(Date, []);',
      'const h = Math[name]();',
      'function f(clock = performance) {}',
      "const t = await import('node:timers/promises');",
      "export * from 'node:timers';",
      "export { setTimeout as wait } from 'node:timers';",
      "import { scheduler } from 'node:timers/promises';",
      'Atomics.wait(cells, 0, 0, 100);',
      'const { setTimeout: later } = globalThis;',
      "process.getBuiltinModule('node:timers');",
    ),
  ).toEqual([
    '1 Date',
    '2 Math',
    '3 process',
    '4 globalThis',
    '5 Math',
    '6 Math',
    '7 Date',
    '8 Math',
    '9 performance',
    '10 node',
    '11 node',
    '12 setTimeout',
    '13 scheduler',
    '14 Atomics.wait',
    '15 setTimeout',
    '16 process.getBuiltinModule',
  ]);
});

test('lets a whole be asked for what is harmless', () => {
  expect(
    names(
      inModule,
      "import process from 'node:process';",
      'const isDate = value instanceof Date;',
      'const max = Math.max(1, 2);',
      'const { abs, sign } = Math;',
      "process.on('SIGTERM', stop);",
      "const hasProcess = typeof globalThis.process === 'object';",
      'const at = Date.parse(text);',
      'const o = { process: 1, Date: 2 };',
      'function f(process: Child) { run(process); }',
      'function g(timers: Timers) { timers.scheduler; }',
    ),
  ).toEqual([]);
});

test('passes what only looks like it', () => {
  expect(
    names(
      inModule,
      '// Date.now() and setTimeout( are banned here.',
      "const text = 'Math.random()';",
      'const pattern = /new Date()/;',
      'const template = `setTimeout(${text})`;',
      'const at = new Date(clock.now()).toISOString();',
      'type Timer = ReturnType<typeof setTimeout>;',
      "import type { randomBytes } from 'node:crypto';",
      "import { createHash } from 'node:crypto';",
      'function f(setTimeout: () => void, Date: { now(): number }) { setTimeout(); Date.now(); }',
      'clock.setTimeout(1); timer.Date.now; const o = { setTimeout: 1 };',
    ),
  ).toEqual([]);
});

test.each([
  ['server/src/kit/clock.ts', []],
  ['scripts/bench.ts', []],
  ['vitest.config.ts', []],
  ['server/src/main.ts', [1, 2, 3, 5, 6]],
  ['server/src/config.ts', [1, 2, 3, 5, 6]],
  ['server/src/app.ts', [1, 2, 3, 4, 5, 6]],
  ['contract/src/endpoint.ts', [1, 2, 3, 4, 5, 6]],
  ['cli/src/main.ts', [3, 6]],
  ['client/src/stream.ts', [3, 4, 6]],
  ['server/test/support/app.ts', [2, 3]],
  ['server/src/http/bind.test.ts', [2, 3]],
])('judges %s by where it stands', (path, expected) => {
  const file = planted(
    path,
    'Date.now();',
    'setTimeout(f);',
    'Math.random();',
    'process.env.X;',
    'setImmediate(f);',
    'crypto.randomUUID();',
  );
  expect(inShort(checkBannedCalls(file))).toEqual(expected.map((line) => `${line} banned-call`));
});
