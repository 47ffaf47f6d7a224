import { expect, test } from 'vitest';
import type { Edge } from './graph.ts';
import type { TextFile } from './tree.ts';
import { partRoles, top } from './venueRoles.ts';
import { checkVenueShape, venuesFolder } from './venueShape.ts';

const okx = `${venuesFolder}/okx`;

/** Texts of role files as they have to be, by their names. */
const texts: Readonly<Record<string, string>> = {
  'collector.ts': 'export const a: FeedCollector = {};',
  'listing.ts': 'export const a: VenueListing = {};',
  'dialect.ts': 'export const a: Dialect = {};',
  'errors.ts': 'export const a: readonly ErrorMeaning[] = [];',
  'limits.ts': 'export const a: VenueLimits = {};',
  'userStreams.ts': 'export const a: readonly UserStream[] = [];',
};

const file = (path: string, text?: string): TextFile => ({
  path,
  text: text ?? texts[path.split('/').at(-1) ?? ''] ?? '',
});

/** An exchange with one API for all markets, as small as it may be. */
function wholeVenue(folder: string): TextFile[] {
  const parts = [...partRoles].flatMap(([part, { shared, product }]) =>
    [...shared.must, ...product.must].map((name) => `${part}/${name}`),
  );
  return [...top.must, ...parts].map((name) => file(`${folder}/${name}`));
}

/** An exchange with an API for each product. */
function dividedVenue(folder: string): TextFile[] {
  const parts = [...partRoles].flatMap(([part, { shared, product }]) => [
    ...shared.must.map((name) => `${part}/${name}`),
    ...['spot', 'futures'].flatMap((each) => product.must.map((name) => `${part}/${each}/${name}`)),
  ]);
  return [...top.must, ...parts].map((name) => file(`${folder}/${name}`));
}

const check = (files: readonly TextFile[]) =>
  checkVenueShape(files).map(({ path, todo }) => `${path.slice(venuesFolder.length + 1)}: ${todo}`);

test('takes an exchange that is whole, with one API or one for each product', () => {
  const variant = ['dialect.ts', 'errors.ts', 'client.ts'].map((name) =>
    file(`${okx}/trading/portfolio/${name}`),
  );
  const own = [file(`${okx}/collateral.ts`), file(`${okx}/trading/algoIds.ts`)];
  expect(check([...wholeVenue(okx), ...variant, ...own])).toEqual([]);
  expect(check(dividedVenue(`${venuesFolder}/kraken`))).toEqual([]);
});

test('takes protocols of recordings in a folder of their own, beside those that are spoken', () => {
  const reader = (part: string) => file(`${okx}/${part}/recorded/v1Reader.ts`);
  expect(check([...wholeVenue(okx), reader('marketData')])).toEqual([]);
  expect(check([...wholeVenue(okx), reader('trading')])).toEqual([
    'okx/trading/recorded/v1Reader.ts: an exchange has the folders marketData and trading, ' +
      'with at most one level more',
  ]);
});

test.each(
  [...partRoles].flatMap(([part, { shared, product }]) =>
    [...shared.must, ...product.must].map((name) => `${part}/${name}`),
  ),
)('misses %s', (name) => {
  const files = wholeVenue(okx).filter(({ path }) => path !== `${okx}/${name}`);
  expect(check(files)).toEqual([`okx/${name}: missing: every exchange has this file`]);
});

test('misses a role of one of two products, and a file of plain data', () => {
  const kraken = `${venuesFolder}/kraken`;
  const gone = new Set([`${kraken}/trading/futures/limits.ts`, `${kraken}/wallets.ts`]);
  const files = dividedVenue(kraken).filter(({ path }) => !gone.has(path));
  expect(check(files)).toEqual([
    'kraken/wallets.ts: missing: every exchange has this file',
    'kraken/trading/futures/limits.ts: missing: every exchange has this file',
  ]);
});

test('misses everything of an exchange without a part', () => {
  const files = wholeVenue(okx).filter(({ path }) => !path.startsWith(`${okx}/trading/`));
  expect(check(files)).toContain('okx/trading/index.ts: missing: every exchange has this file');
});

test.each([
  ['bills.ts', 'ledger.ts'],
  ['words.ts', 'errors.ts'],
  ['submitting.ts', 'sending.ts'],
  ['records.ts', 'rows.ts'],
])('finds %s, a role under another name', (name, role) => {
  const files = [...wholeVenue(okx), file(`${okx}/trading/${name}`)];
  expect(check(files)).toEqual([`okx/trading/${name}: call it ${role}, as at the other exchanges`]);
});

test.each([
  'live/fills.ts',
  'trading/margin/fills.ts',
  'marketData/portfolio/book.ts',
  'trading/spot/old/fills.ts',
])('finds a folder that no exchange has: %s', (name) => {
  const files = [...wholeVenue(okx), file(`${okx}/${name}`)];
  expect(check(files).join()).toContain(`okx/${name}: an exchange has the folders marketData`);
});

test('finds role files without an object of the role’s type', () => {
  const plain = 'export function limits(): VenueLimits { return {}; }';
  const files = wholeVenue(okx).map((each) =>
    each.path === `${okx}/trading/limits.ts` ? file(each.path, plain) : each,
  );
  const switches = file(`${okx}/trading/deadMansSwitch.ts`, 'export const a = {};');
  expect(check([...files, switches])).toEqual([
    'okx/trading/limits.ts: export an object of the type VenueLimits',
    'okx/trading/deadMansSwitch.ts: export an object of the type DeadMansSwitch',
  ]);
});

test('leaves the shared folders and tests alone', () => {
  const files = [file(`${venuesFolder}/paper/words.ts`), file(`${venuesFolder}/shared/bills.ts`)];
  expect(check(files)).toEqual([]);
  expect(check([...wholeVenue(okx), file(`${okx}/trading/words.test.ts`)])).toEqual([]);
});

test.each([
  [`${venuesFolder}/registry.ts`, `${okx}/index.ts`],
  [`${venuesFolder}/liveVenues.ts`, `${okx}/trading/index.ts`],
  [`${okx}/trading/dialect.ts`, `${okx}/trading/algoIds.ts`],
  [`${okx}/trading/dialect.ts`, `${okx}/marketData/listing.ts`],
  ['server/test/support/exchanges/okx/client.ts', `${okx}/trading/dialect.ts`],
  ['scripts/bench/books.ts', `${venuesFolder}/kraken/marketData/spot/checksum.ts`],
])('lets %s import %s', (from, to) => {
  expect(checkVenueShape([], [edge(from, to)])).toEqual([]);
});

test.each([
  [`${venuesFolder}/feeds.ts`, `${okx}/marketData/feed.ts`],
  [`${venuesFolder}/feeds.ts`, `${okx}/trading/algoIds.ts`],
  [`${venuesFolder}/kraken/trading/spot/dialect.ts`, `${okx}/trading/rows.ts`],
  ['server/src/app.ts', `${okx}/symbols.ts`],
  ['server/test/support/exchanges/okx/client.ts', `${okx}/trading/algoIds.ts`],
  ['scripts/bench/books.ts', `${okx}/marketData/sizes.ts`],
])('finds that %s imports %s', (from, to) => {
  const found = checkVenueShape([], [edge(from, to)]);
  expect(found).toMatchObject([{ path: from, rule: 'venue-own-file' }]);
});

function edge(from: string, to: string): Edge {
  return { from, to, specifier: to, typeOnly: false };
}
