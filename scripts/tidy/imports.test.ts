import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Edge, readGraph } from './graph.ts';
import { checkImports, findCycles } from './imports.ts';
import { importRefusal } from './importTable.ts';
import { plantTree } from './test/plantTree.ts';

const server = 'server/src';
const trading = `${server}/trading`;
const venues = `${trading}/venues`;

function edge(from: string, to: string): Edge {
  const typeOnly = to.startsWith('type ');
  const path = to.replace(/^type /, '');
  return { from, to: path, specifier: path, typeOnly };
}

describe('the import table', () => {
  test.each([
    ['contract/src/access.ts', 'contract/src/endpoint.ts'],
    ['contract/src/access.ts', 'npm:zod'],
    [`${server}/kit/errors.ts`, 'contract/src/index.ts'],
    [`${server}/http/bind.ts`, `${server}/kit/clock.ts`],
    [`${server}/store/sqlite/open.ts`, 'npm:better-sqlite3'],
    [`${server}/access/routes.ts`, `${server}/http/bind.ts`],
    [`${server}/access/keys.ts`, `${server}/store/types.ts`],
    [`${trading}/model/instrument.ts`, `${server}/kit/numbers.ts`],
    [`${venues}/kraken/feed.ts`, `${venues}/shared/backoff.ts`],
    [`${venues}/kraken/feed.ts`, `${venues}/bookPort.ts`],
    [`${venues}/paper/desk.ts`, 'matching/src/index.ts'],
    [`${venues}/paper/tables.ts`, `${server}/store/types.ts`],
    [`${venues}/paperPort.ts`, 'matching/src/index.ts'],
    [`${venues}/kraken/trading.ts`, 'npm:ccxt'],
    [`${venues}/registry.ts`, `${venues}/kraken/index.ts`],
    [`${venues}/feeds.ts`, `${venues}/collectors.ts`],
    [`${server}/access/keys.ts`, `${server}/store/rows.ts`],
    [`${trading}/orderbook/hub.ts`, `type ${venues}/bookPort.ts`],
    [`${trading}/orderbook/parse.ts`, `${venues}/registry.ts`],
    [`${trading}/execution/validate.ts`, `${venues}/capabilities.ts`],
    [`${trading}/orderbook/routes.ts`, 'contract/src/index.ts'],
    [`${trading}/orderbook/stream/session.ts`, 'contract/src/index.ts'],
    [`${trading}/algorithms/params.ts`, 'contract/src/index.ts'],
    [`${trading}/algorithms/spread/params.ts`, 'contract/src/index.ts'],
    [`${trading}/execution/submit.ts`, `${trading}/accounts/index.ts`],
    [`${trading}/execution/submit.ts`, `${trading}/observe.ts`],
    [`${trading}/service.ts`, `${trading}/orderbook/orderbook.ts`],
    [`${server}/vault/registry.ts`, `${server}/vault/vault.ts`],
    [`${server}/app.ts`, `${server}/store/sqlite/open.ts`],
    [`${server}/main.ts`, `${server}/app.ts`],
    [`${server}/config.ts`, `${server}/kit/secret.ts`],
    ['server/bin/start.mjs', `${server}/main.ts`],
    ['client/src/createClient.ts', 'contract/src/index.ts'],
    ['cli/src/main.ts', 'client/src/index.ts'],
    ['dashboard/src/main.tsx', 'dashboard/src/app/App.tsx'],
    ['dashboard/src/app/pages.tsx', 'dashboard/src/features/tca/TcaPage.tsx'],
    ['dashboard/src/features/tca/TcaPage.tsx', 'dashboard/src/shared/format.ts'],
    ['dashboard/src/features/tca/TcaPage.tsx', 'dashboard/src/features/tca/queries.ts'],
    ['dashboard/src/shared/api.tsx', 'client/src/index.ts'],
    ['dashboard/src/shared/format.test.ts', 'dashboard/src/features/tca/queries.ts'],
    ['matching/src/engine.ts', 'matching/src/core.ts'],
    ['matching/src/amounts.ts', 'contract/src/exact.ts'],
    ['simulator/src/exchange/amounts.ts', 'contract/src/exact.ts'],
    [`${server}/kit/exact.ts`, 'contract/src/exact.ts'],
    ['simulator/src/simulator.ts', 'matching/src/index.ts'],
    ['simulator/src/http/server.ts', 'node:http'],
    [`${trading}/orderbook/hub.test.ts`, `${server}/store/sqlite/open.ts`],
    [`${trading}/orderbook/hub.ts`, `${trading}/model/symbol.ts`],
    [`${trading}/service.ts`, `${trading}/model/symbol.ts`],
    ['cli/src/run.test.ts', 'cli/test/support/fakeIo.ts'],
    ['scripts/bench.ts', `${trading}/orderbook/localBook.ts`],
  ])('lets %s import %s', (from, to) => {
    expect(importRefusal(edge(from, to))).toBeUndefined();
  });

  test.each([
    ['dashboard/src/features/tca/TcaPage.tsx', 'dashboard/src/features/trade/TradePage.tsx'],
    ['dashboard/src/features/tca/TcaPage.tsx', 'dashboard/src/app/session.ts'],
    ['dashboard/src/shared/format.ts', 'dashboard/src/features/tca/queries.ts'],
    ['dashboard/src/shared/format.ts', 'dashboard/src/app/session.ts'],
    ['dashboard/src/shared/api.tsx', `${server}/kit/clock.ts`],
    ['dashboard/src/app/App.tsx', 'cli/src/run.ts'],
    ['client/src/createClient.ts', 'dashboard/src/shared/format.ts'],
    ['contract/src/access.ts', `${server}/kit/clock.ts`],
    ['contract/src/access.ts', 'npm:fastify'],
    ['contract/src/access.ts', 'node:fs'],
    [`${server}/kit/errors.ts`, `${server}/http/bind.ts`],
    [`${server}/http/bind.ts`, `${server}/access/keys.ts`],
    [`${server}/store/sqlite/open.ts`, `${server}/access/keys.ts`],
    [`${server}/access/keys.ts`, `${server}/store/sqlite/open.ts`],
    [`${trading}/model/order.ts`, `${server}/kit/clock.ts`],
    [`${trading}/model/order.ts`, 'npm:zod'],
    [`${venues}/kraken/feed.ts`, `${venues}/binance/depth.ts`],
    [`${venues}/kraken/feed.ts`, `${server}/store/types.ts`],
    [`${venues}/paper/tables.ts`, `${server}/store/sqlite/open.ts`],
    [`${venues}/kraken/feed.ts`, `${venues}/simulated/index.ts`],
    [`${venues}/kraken/feed.ts`, `${venues}/registry.ts`],
    [`${venues}/simulated/feed.ts`, `${venues}/binance/depth.ts`],
    [`${venues}/shared/socket.ts`, `${venues}/kraken/index.ts`],
    [`${venues}/kraken/feed.ts`, `${trading}/orderbook/venueBook.ts`],
    [`${venues}/bookPort.ts`, `${venues}/kraken/index.ts`],
    [`${trading}/orderbook/hub.ts`, `${venues}/kraken/index.ts`],
    [`${trading}/execution/validate.ts`, `${venues}/kraken/capabilities.ts`],
    [`${trading}/orderbook/hub.ts`, `${venues}/bookPort.ts`],
    [`${trading}/orderbook/hub.ts`, 'contract/src/index.ts'],
    [`${trading}/algorithms/spread/definition.ts`, 'contract/src/index.ts'],
    [`${trading}/algorithms/params.ts`, `${server}/http/bind.ts`],
    [`${trading}/orderbook/hub.ts`, `${server}/http/bind.ts`],
    [`${trading}/orderbook/hub.ts`, 'npm:ccxt'],
    [`${trading}/orderbook/hub.ts`, `${trading}/execution/index.ts`],
    [`${trading}/execution/submit.ts`, `${trading}/accounts/balances.ts`],
    [`${trading}/novelty/a.ts`, `${trading}/accounts/index.ts`],
    [`${trading}/service.ts`, `${server}/store/sqlite/open.ts`],
    [`${server}/vault/registry.ts`, `${trading}/model/symbol.ts`],
    [`${trading}/orderbook/hub.ts`, `${server}/vault/vault.ts`],
    [`${trading}/orderbook/hub.test.ts`, `${server}/vault/vault.ts`],
    [`${server}/main.ts`, `${trading}/service.ts`],
    [`${server}/kit/errors.ts`, 'contract/src/errors.ts'],
    [`${server}/access/keys.ts`, `${trading}/model/symbol.ts`],
    [`${server}/access/keys.ts`, `type ${venues}/bookPort.ts`],
    [`${server}/access/keys.ts`, `${venues}/registry.ts`],
    [`${server}/access/keys.ts`, `${trading}/observe.ts`],
    [`${server}/http/bind.ts`, `type ${trading}/model/symbol.ts`],
    [`${server}/store/rows.ts`, `type ${trading}/model/symbol.ts`],
    [`${venues}/feeds.ts`, 'server/test/support/marketData/simulated.ts'],
    ['cli/src/main.ts', 'cli/test/support/fakeIo.ts'],
    [`${server}/config.ts`, `${server}/store/types.ts`],
    [`${server}/novelty/a.ts`, `${server}/kit/clock.ts`],
    ['client/src/createClient.ts', `${server}/kit/clock.ts`],
    ['matching/src/engine.ts', `${server}/kit/assert.ts`],
    ['matching/src/engine.ts', 'contract/src/index.ts'],
    ['contract/src/exact.ts', 'contract/src/errors.ts'],
    ['contract/src/exact.ts', 'npm:zod'],
    ['matching/src/engine.ts', 'npm:zod'],
    ['matching/src/engine.ts', 'node:fs'],
    ['matching/src/engine.ts', 'simulator/src/simulator.ts'],
    ['simulator/src/simulator.ts', `${server}/kit/assert.ts`],
    ['simulator/src/simulator.ts', 'npm:ccxt'],
    [`${venues}/paper/desk.ts`, 'simulator/src/index.ts'],
    [`${trading}/orderbook/hub.ts`, 'matching/src/index.ts'],
    ['client/src/createClient.ts', 'node:fs'],
    ['cli/src/main.ts', `${server}/config.ts`],
    [`${server}/app.ts`, 'server/test/support/databases/databases.ts'],
    [`${server}/app.ts`, 'scripts/tidy/paths.ts'],
  ])('refuses that %s imports %s', (from, to) => {
    expect(importRefusal(edge(from, to))).toBeTypeOf('string');
  });
});

describe('cycles', () => {
  const pathsOf = (edges: readonly Edge[]) =>
    findCycles(edges).map((cycle) => cycle.map(({ from }) => from).join(' '));

  test('are found, through any number of files, also of types', () => {
    expect(pathsOf([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual(['b c']);
    expect(pathsOf([edge('a', 'type b'), edge('b', 'type a')])).toEqual(['a b']);
    expect(pathsOf([edge('a', 'a')])).toEqual(['a']);
    // Listed once, even when several paths lead there.
    expect(pathsOf([edge('a', 'b'), edge('a', 'c'), edge('b', 'c'), edge('c', 'c')])).toEqual([
      'c',
    ]);
  });

  test('are not seen where paths only meet again', () => {
    const diamond = [edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')];
    expect(pathsOf(diamond)).toEqual([]);
  });
});

describe('on a tree', () => {
  let root = '';
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function check(files: Readonly<Record<string, string>>): Promise<string[]> {
    root = await plantTree(files);
    const edges = await readGraph(root, ['server']);
    const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
    return checkImports(edges, texts).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
  }

  test('finds planted mistakes where they are written', async () => {
    const found = await check({
      [`${venues}/kraken/feed.ts`]:
        "\nimport type { A } from '../binance/a.ts';\nexport type B = A;",
      [`${venues}/binance/a.ts`]: "export type A = 1;\nexport * from './gone.ts';",
      [`${server}/vault/a.test.ts`]: "import { b } from './b.ts';\nb;",
      [`${server}/vault/b.ts`]: "import { c } from './c.ts';\nexport const b = () => c;",
      [`${server}/vault/c.ts`]: "import { b } from './b.ts';\nexport const c = () => b;",
    });
    expect(found.sort()).toEqual([
      `${venues}/binance/a.ts:2 import-unresolved`,
      `${venues}/kraken/feed.ts:2 import-table`,
      `${server}/vault/b.ts:1 import-cycle`,
    ]);
  });

  test('is content with a clean one', async () => {
    const found = await check({
      [`${venues}/kraken/feed.ts`]: "export { a } from '../bookPort.ts';",
      [`${venues}/bookPort.ts`]: 'export const a = 1;',
    });
    expect(found).toEqual([]);
  });
});
