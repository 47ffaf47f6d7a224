import { expect, test } from 'vitest';
import { checkLinks } from './links.ts';

const exists = (path: string) => ['README.md', 'docs', 'docs/errors.md'].includes(path);
const check = (path: string, text: string) =>
  checkLinks({ path, text }, exists).map(({ line, todo }) => `${line} ${todo}`);

test('follows links from where the page stands', () => {
  const text = '[a](errors.md#top) [b](../README.md) [c](./) [d](https://x.example) [e](#here)';
  expect(check('docs/glossary.md', text)).toEqual([]);
  expect(check('README.md', '[docs](docs/) [root](/docs/errors.md)')).toEqual([]);
});

test('finds links that lead nowhere, and none in code', () => {
  const text =
    '[a](errors.md)\n![b](gone.png "title")\n```\n[c](no.md)\n```\n`[d](no.md)`\n[e]: no.md';
  expect(check('docs/glossary.md', text)).toEqual([
    '2 gone.png does not exist: mend the link',
    '7 no.md does not exist: mend the link',
  ]);
});

test('reads Markdown only', () => {
  expect(check('docs/a.ts', '[a](gone.md)')).toEqual([]);
});
