import { expect, test } from 'vitest';
import { venueIds } from '../../contract/src/venues.ts';
import { checkVenueLists, newVenue, venueLists } from './venueLists.ts';
import { venuesFolder } from './venueShape.ts';

const list = venueIds.map((id) => `${id}: 1,`).join('\n');
const check = (path: string, text: string) => checkVenueLists([{ path, text }]).length;

test('finds a list of every exchange by hand', () => {
  expect(check('server/src/trading/fees/table.ts', list)).toBe(1);
  expect(check('cli/src/render.ts', venueIds.map((id) => `'${id}'`).join())).toBe(1);
  expect(check('dashboard/src/a.css', venueIds.map((id) => `.venue-${id} {}`).join('\n'))).toBe(1);
});

test('takes files that name some, and comments that name all', () => {
  const [, ...some] = venueIds;
  expect(check('cli/src/render.ts', some.join(' '))).toBe(0);
  expect(check('cli/src/render.ts', `/** ${venueIds.join(', ')} */\n// ${venueIds.join()}`)).toBe(
    0,
  );
  expect(check('cli/src/render.ts', venueIds.map((id) => `${id}s`).join(' '))).toBe(0);
});

test('takes the lists that are known, tests, and the folders of exchanges and twins', () => {
  for (const path of [
    ...venueLists.keys(),
    'server/src/trading/fees/table.test.ts',
    `${venuesFolder}/okx/symbols.ts`,
    'simulator/src/krakenfutures/names.ts',
    'scripts/venues/cases.ts',
  ]) {
    expect([path, check(path, list)]).toEqual([path, 0]);
  }
});

test('says what a new exchange adds and touches', () => {
  const files = [
    { path: 'contract/src/venues.ts', text: list },
    { path: 'cli/src/main.ts', text: 'okx' },
    { path: 'server/test/matrix.ts', text: list },
    { path: 'server/test/okx.ts', text: 'okx' },
  ];
  const said = newVenue('coinbase', files);
  expect(said).toContain(`A new folder ${venuesFolder}/coinbase/`);
  expect(said.find((line) => line.startsWith('  trading/'))).toContain('sending.ts');
  expect(said.slice(said.indexOf('These existing files:'))).toEqual([
    'These existing files:',
    '  contract/src/venues.ts: its id, its name and the facts about its accounts',
    'These tests and scripts, which name every exchange:',
    '  server/test/matrix.ts',
  ]);
});
