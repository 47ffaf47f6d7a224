import { expect, test } from 'vitest';
import { checkCommands, scriptNames } from './commands.ts';

const scripts = scriptNames([
  { path: 'cli/package.json', text: '{ "scripts": { "gone": "" } }' },
  { path: 'package.json', text: '{ "scripts": { "bench": "", "test:run": "" } }' },
]);
const check = (path: string, text: string) =>
  checkCommands({ path, text }, scripts).map(({ line, todo }) => `${line} ${todo}`);

test('lets npm commands pass that package.json knows', () => {
  expect(check('README.md', '`npm run bench -- --help`\nnpm run test:run -- <path>')).toEqual([]);
  expect(check('README.md', '`npm ci`, `npm start`, `node server/bin/start.mjs`')).toEqual([]);
});

test('finds scripts that are not there, and sources run on whatever node there is', () => {
  const text = '`npm run gone`\nnpm run bench; `node --expose-gc scripts/soak.ts --clients 3`';
  expect(check('docs/testing.md', text)).toEqual([
    '1 package.json has no script gone: name one it has',
    '2 node --expose-gc scripts/soak.ts may meet an old Node.js: make it a script of package.json',
  ]);
});

test('reads Markdown only, and needs no package.json', () => {
  expect(check('scripts/a.ts', '`npm run gone`')).toEqual([]);
  expect(scriptNames([]).size).toBe(0);
});
