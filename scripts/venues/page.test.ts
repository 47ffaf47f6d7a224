import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { venueIds } from '../../server/src/trading/model/venue.ts';
import { type AbilityTable, abilityTables } from './abilities.ts';
import { countCases } from './cases.ts';
import { accountKinds } from './kinds.ts';
import { renderAbilities, renderKinds, renderVenuesPage } from './page.ts';

const file = (name: string, ...fullNames: readonly string[]) => ({
  name: `/home/server/test/conformance/live/${name}.test.ts`,
  status: 'passed',
  assertionResults: fullNames.map((fullName) => ({ status: 'passed', fullName })),
});

it('docs/venues.md is what the exchanges take today (else run: npm run prove:venues)', async () => {
  const written = await readFile(new URL('../../docs/venues.md', import.meta.url), 'utf8');
  expect(written).toContain(renderAbilities(abilityTables()));
  expect(written).toContain(renderKinds(accountKinds(), venueIds));
});

it('every proof that the page names is a suite with cases on it', async () => {
  const written = await readFile(new URL('../../docs/venues.md', import.meta.url), 'utf8');
  const named = abilityTables().flatMap(({ abilities }) => abilities.flatMap((its) => its.proofs));
  const counts = written.slice(written.indexOf('## Cases'));
  for (const suite of new Set(named))
    expect(counts).toMatch(new RegExp(`^\\| ${suite} \\|.*[1-9]`, 'm'));
});

it('numbers the notes, each once, in the order in which they are needed', () => {
  const why = 'It has another word.';
  const table: AbilityTable = {
    title: 'Orders',
    venues: ['one', 'two'],
    abilities: [
      {
        name: 'a',
        cells: [{ word: 'native' }, { word: 'translated', only: 'buys', why }],
        proofs: [],
      },
      {
        name: 'b',
        cells: [{ word: 'not supported' }, { word: 'translated', why }],
        proofs: ['X', 'Y'],
      },
    ],
  };
  expect(
    renderAbilities([table])
      .split('\n')
      .filter((line) => line !== ''),
  ).toEqual([
    '## Orders',
    '| ability | one | two | proof |',
    '| --- | --- | --- | --- |',
    '| a | native | translated (buys) [1] | none |',
    '| b | not supported | translated [1] | X, Y |',
    '## Notes',
    '1. It has another word.',
  ]);
});

it('counts cases by suite and exchange, and those of both classes of kraken', () => {
  const cases = countCases([
    {
      testResults: [
        file('okx', 'okx spot a buy rests'),
        file('krakenSpotUpdates', 'an order of spot that rests is known'),
        file('krakenFuturesUpdates', 'an order of swap that rests is known', 'another'),
        file('krakenTransfers', 'moves money'),
        file('histories', 'okx has these histories', 'rebates of gateio are read'),
        file('okxPerpCells', 'paper accounts okx leverage', 'live accounts okx leverage'),
      ],
    },
  ]);
  const table = [...cases.bySuite].map(([suite, own]) => [suite, ...own].flat());
  expect(table).toEqual([
    ['Orders', 'okx', 1],
    ['Updates', 'kraken', 3],
    ['Transfers', 'kraken', 1],
    ['histories', 'okx', 1, 'gateio', 1],
    ['PerpCells', 'okx', 1],
  ]);
  expect(Object.fromEntries(cases.byClass)).toEqual({
    okx: 3,
    gateio: 1,
    'kraken spot': 1,
    'kraken futures': 2,
  });
  expect(cases.failed).toEqual([]);
});

it('tells files and cases that failed, and counts neither', () => {
  const failed = { status: 'failed', fullName: 'okx spot a sell rests' };
  const { assertionResults, ...rest } = file('okx', 'okx spot a buy rests');
  const broken = { ...rest, status: 'failed', assertionResults: [...assertionResults, failed] };
  const cases = countCases([{ testResults: [broken] }]);
  expect(cases.failed).toEqual(['okx', 'okx: okx spot a sell rests']);
  expect(cases.byClass.get('okx')).toBe(1);
});

it('shows the sums, the date and what was never run', () => {
  const cases = countCases([{ testResults: [file('okx', 'a', 'b'), file('okxFees', 'c')] }]);
  const page = renderVenuesPage({ tables: [], kinds: [], cases, date: '2026-11-22' });
  expect(page).toContain('Run on 2026-11-22');
  expect(page).toContain('| **all** | 0 | 0 | 0 | 0 | 3 | 0 |  |');
  expect(page).toContain('## What was never run');
});
