import { expect, test } from 'vitest';
import { algorithmTypes } from '../../contract/src/trading/algorithms/registry.ts';
import { algorithmLists, checkAlgorithmLists, newAlgorithm } from './algorithmLists.ts';

const list = algorithmTypes.map((type) => `${type}: 1,`).join('\n');
const check = (path: string, text: string) => checkAlgorithmLists([{ path, text }]).length;

test('finds a list of every algorithm by hand', () => {
  expect(check('server/src/trading/algorithms/observe.ts', list)).toBe(1);
  expect(check('dashboard/src/a.tsx', algorithmTypes.map((type) => `'${type}'`).join())).toBe(1);
});

test('takes files that name some, comments that name all, tests and the known lists', () => {
  const [, ...some] = algorithmTypes;
  expect(check('cli/src/render.ts', some.join(' '))).toBe(0);
  expect(check('cli/src/render.ts', `/** ${algorithmTypes.join(', ')} */`)).toBe(0);
  expect(check('server/src/trading/algorithms/host.test.ts', list)).toBe(0);
  for (const path of algorithmLists.keys()) expect([path, check(path, list)]).toEqual([path, 0]);
});

test('says what a new algorithm adds and touches', () => {
  const registry = 'server/src/trading/algorithms/registry.ts';
  const said = newAlgorithm('vwap_plus', [
    { path: registry, text: list },
    { path: 'cli/src/main.ts', text: 'twap' },
    { path: 'server/test/bodies.ts', text: list },
  ]);
  expect(said.join('\n')).toContain('server/src/trading/algorithms/vwapPlus/\n');
  expect(said.slice(said.indexOf('These existing files:'))).toEqual([
    'These existing files:',
    `  ${registry}: one line; does not compile without it`,
    'These tests and scripts, which name every algorithm:',
    '  server/test/bodies.ts',
  ]);
});
