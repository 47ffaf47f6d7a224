import { expect, test } from 'vitest';
import { checkBannedCalls } from './bannedCalls.ts';
import { inShort, planted } from './planted.ts';

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
