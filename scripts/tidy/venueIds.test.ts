import { expect, test } from 'vitest';
import { inShort, planted } from './test/planted.ts';
import { checkVenueIds } from './venueIds.ts';

const check = (path: string, line: string) => inShort(checkVenueIds(planted(path, line)));

test('finds a venue named in shared code of the server', () => {
  const path = 'server/src/trading/execution/submit.ts';
  expect(check(path, "if (venue === 'kraken') f();")).toEqual(['1 venue-id']);
  expect(check(path, 'const fees = { okx: 10 };')).toEqual(['1 venue-id']);
  expect(check(path, 'const a = `bybit`;')).toEqual(['1 venue-id']);
  expect(check(path, "const a = 'bybit refuses'; // kraken too")).toEqual([]);
});

test.each([
  'fees.kraken = 1;',
  'const fee = fees?.okx;',
  'const { bybit } = fees;',
  'const kraken = 1; const o = { kraken };',
  'interface Fees { okx: number }',
  'const o = { kraken() { return 1; } };',
  'class A { #okx = 1; }',
  'const isGateio = true;',
  'const OKX_FEE = 1;',
])('finds a venue as a name in shared code: %s', (line) => {
  expect(check('server/src/trading/execution/submit.ts', line)).toContain('1 venue-id');
});

test('finds a venue named in what all venues share', () => {
  for (const name of ['shared/live/liveSession.ts', 'paper/session.ts', 'feeds.ts']) {
    const path = `server/src/trading/venues/${name}`;
    expect(check(path, "if (venue === 'kraken') f();")).toEqual(['1 venue-id']);
  }
});

test('takes no part of a word for a venue', () => {
  expect(check('server/src/trading/execution/submit.ts', 'const krakens = lokx;')).toEqual([]);
});

test('lets venues, tests and the contract name them', () => {
  const line = "export const id = 'kraken';";
  expect(check('server/src/trading/venues/kraken/index.ts', line)).toEqual([]);
  expect(check('server/src/trading/venues/registry.ts', line)).toEqual([]);
  expect(check('server/src/trading/execution/submit.test.ts', line)).toEqual([]);
  expect(check('server/test/api/book.test.ts', line)).toEqual([]);
  expect(check('contract/src/trading/books/endpoints.ts', line)).toEqual([]);
});
