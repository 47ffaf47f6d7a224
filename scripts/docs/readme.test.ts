import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderSummary } from '../venues/summary.ts';
import { withAbilities } from './readme.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the README stays short enough to be read: at most 150 lines', async () => {
  expect((await read('README.md')).split('\n').length).toBeLessThanOrEqual(150);
});

test('only what is between the markers is replaced, and a page without them is refused', () => {
  const page =
    'a\n<!-- abilities: written by `npm run docs` -->\nold\n<!-- end of abilities -->\nb\n';
  expect(withAbilities(page, 'new')).toBe(page.replace('old', '\nnew\n'));
  expect(() => withAbilities('a\nb\n', 'new')).toThrow('markers');
});

test('the table says what the long one says', async () => {
  const long = (await read('docs/venues.md')).split('\n');
  const short = renderSummary().split('\n');
  const cells = (lines: readonly string[], name: string) =>
    (lines.find((line) => line.startsWith(`| ${name} |`)) ?? '').split(' | ').slice(1, 7);
  const has = (text: string) => !/^(not supported|–)/.test(text.replace(' |', ''));
  for (const [own, others] of [
    ['post-only', '`post_only`'],
    ['hedge mode', 'hedge mode'],
    ['portfolio margin', 'portfolio margin'],
    ["dead man's switch", "dead man's switch"],
    ['transfers between wallets', 'moves between wallets'],
  ] as const) {
    const abilities = long.slice(long.indexOf('## Orders on perpetuals and futures'));
    expect(cells(short, own).map(has), own).toEqual(cells(abilities, others).map(has));
  }
});

test('every setting is on the page of settings', async () => {
  const source = await read('server/src/config.ts');
  const page = await read('docs/settings.md');
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(page).toContain(`\`${name}\``);
});

test('every page is in the table of contents, by itself or by its folder', async () => {
  const contents = await read('docs/README.md');
  const { glob } = await import('node:fs/promises');
  const folder = new URL('../../docs/', import.meta.url);
  for await (const path of glob('{.,guides}/*.md', { cwd: folder })) {
    if (path !== 'README.md') expect(contents).toContain(`](${path})`);
  }
});
