import { expect, test } from 'vitest';
import { inShort } from './test/planted.ts';
import { checkWords } from './words.ts';

// Joined at run time, so that this file does not contain the words itself.
const workFolder = ['', 'work', 'main'].join('/');
const neighbour = ['..', 'shared'].join('/');
const inRepository = (path: string) => path === 'server/src/trading/venues/shared';
const check = (path: string, text: string) => inShort(checkWords({ path, text }, inRepository));

test('finds the folders the repository happens to lie in or beside', () => {
  expect(check('README.md', `one\nsee ${workFolder}`)).toEqual(['2 workplace']);
  expect(check('server/src/app.ts', `'${workFolder}'`)).toEqual(['1 workplace']);
  expect(check('docs/a.md', `${neighbour}/captures`)).toEqual(['1 workplace']);
  expect(check('scripts/a.ts', `'../${neighbour}/captures'`)).toEqual(['1 workplace']);
});

test('lets a folder of the repository be called shared, and the CI script look beside it', () => {
  const path = 'server/src/trading/venues/binance/symbols.ts';
  expect(check(path, `import '${neighbour}/backoff.ts';`)).toEqual([]);
  expect(check('.ci/run', `captures=${neighbour}/captures`)).toEqual([]);
  expect(check('.ci/run', `captures=${workFolder}`)).toEqual(['1 workplace']);
});

test('takes no other path for the work folder', () => {
  expect(check('a.md', 'https://x.example/work network/work /workers ~/work')).toEqual([]);
});
