import { expect, test } from 'vitest';
import { checkAnchors } from './anchors.ts';

const check = (...pages: readonly (readonly [path: string, text: string])[]) =>
  checkAnchors(pages.map(([path, text]) => ({ path, text }))).map(
    ({ path, line, todo }) => `${path}:${line} ${todo}`,
  );

test('headings have the anchors that viewers give them, and no others', () => {
  const page = '# A `b`, c!\n## [What](x.md) is not\n```sh\n# no heading\n```\n## What is not\n';
  const links = '[1](#a-b-c) [2](#what-is-not) [3](#what-is-not-1)\n[4](#no-heading)\n[5](#b)';
  expect(check(['docs/a.md', `${page}${links}`])).toEqual([
    'docs/a.md:8 docs/a.md has no heading #no-heading: name one it has',
    'docs/a.md:9 docs/a.md has no heading #b: name one it has',
  ]);
});

test('links are followed from where the page stands', () => {
  const other = ['docs/b/c.md', '# Here\n[up](../a.md#top) [gone](../a.md#gone)'] as const;
  expect(check(['docs/a.md', '# Top\n[down](b/c.md#here)'], other)).toEqual([
    'docs/b/c.md:2 docs/a.md has no heading #gone: name one it has',
  ]);
});

test('links in code, to other sites and to files that are no pages are left alone', () => {
  const text = '`[a](#b)` [c](https://x.example/#d) [e](f.ts#L5)\n```\n[g](#h)\n```';
  expect(check(['a.md', text])).toEqual([]);
});
