import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { anchorsOf, headingLinksOf } from './anchors.ts';

const root = new URL('../../', import.meta.url);

test('headings get the anchors that viewers give them', () => {
  const page = '# A `b`, c!\n## What is not\n```sh\n# no heading\n```\n## What is not\n';
  expect([...anchorsOf(page)]).toEqual(['a-b-c', 'what-is-not', 'what-is-not-1']);
});

test('links to headings are found, of this page and others, but not in code or on other sites', () => {
  const page = '[a](b.md#c) [d](#e) `[f](g.md#h)` [i](https://x.example/#j)\n```\n[k](l.md#m)\n```';
  expect(headingLinksOf(page)).toEqual([
    { path: 'b.md', anchor: 'c' },
    { path: '', anchor: 'e' },
  ]);
});

test('every link to a heading leads to one', async () => {
  const run = promisify(execFile);
  const asked = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const { stdout } = await run('git', asked, { cwd: fileURLToPath(root) });
  const paths = stdout.split('\n').filter((path) => path !== '');
  const texts = await Promise.all(paths.map((path) => readFile(new URL(path, root), 'utf8')));
  const pages = new Map(paths.map((path, at) => [path, texts[at] ?? '']));
  const broken = [...pages].flatMap(([from, text]) =>
    headingLinksOf(text)
      .filter(({ path, anchor }) => {
        const to = path === '' ? from : posix.join(posix.dirname(from), path);
        const page = pages.get(to);
        return page !== undefined && !anchorsOf(page).has(anchor);
      })
      .map(({ path, anchor }) => `${from}: ${path}#${anchor}`),
  );
  expect(pages.size).toBeGreaterThan(80);
  expect(broken).toEqual([]);
});
