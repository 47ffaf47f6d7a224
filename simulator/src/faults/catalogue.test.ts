import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogue, faultNames } from './catalogue.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, section = ''] = readme.split('### Every fault by its name');
const [tables = ''] = section.split('\n#');
const rows = tables.split('\n').filter((line) => line.startsWith('| `'));

it('the README has every fault as the catalogue has it, and no other', () => {
  const expected = faultNames.map((name) => {
    const { says, lasts } = catalogue[name];
    return `| \`${name}\` | ${says} |${lasts ? ` ${lasts[0]} to ${lasts[1]} s` : ''} |`;
  });
  expect(rows.toSorted()).toEqual(expected.toSorted());
});
