import { expect, test } from 'vitest';
import { checkEndpoints, endpointsIn } from './endpoints.ts';
import { planted } from './test/planted.ts';

const contract = planted(
  'contract/src/trading/books/endpoints.ts',
  'export const orderbookEndpoints = {',
  '  getBook: defineEndpoint({}),',
  '};',
);
const routes = (...lines: readonly string[]) =>
  planted('server/src/trading/orderbook/routes.ts', ...lines);
const apiTest = (line: string) => planted('server/test/api/orderbook.test.ts', line);
const check = (...files: readonly ReturnType<typeof planted>[]) =>
  checkEndpoints(['getBook'], [contract, ...files].map(endpointsIn)).map(({ path, line, todo }) => {
    return `${path}:${line} ${todo}`;
  });

test('is content with an endpoint bound once and named in an API test', () => {
  const bound = routes('export const r = [bind(orderbookEndpoints.getBook, () => 1)];');
  expect(check(bound, apiTest("describe('getBook', () => {});"))).toEqual([]);
  expect(check(bound, apiTest('await client.getBook({});'))).toEqual([]);
});

test('finds an endpoint that nobody binds and nobody tests', () => {
  const elsewhere = planted('server/src/app.ts', 'bind(endpoints.getBook, f);');
  const comment = apiTest('// getBook\nexport const getBookQuality = 1;');
  expect(check(elsewhere, routes('log(endpoints.getBook);'), comment)).toEqual([
    'contract/src/trading/books/endpoints.ts:2 no routes.ts of the server binds it',
    'contract/src/trading/books/endpoints.ts:2 no test under server/test/api names it: test it there',
  ]);
});

test('finds an endpoint bound twice', () => {
  const twice = routes('bind(endpoints.getBook, f);', 'bind(orderbookEndpoints.getBook, g);');
  expect(check(twice, apiTest("test('getBook', f);"))).toEqual([
    'server/src/trading/orderbook/routes.ts:2 ' +
      'getBook is bound already in server/src/trading/orderbook/routes.ts:1',
  ]);
});
