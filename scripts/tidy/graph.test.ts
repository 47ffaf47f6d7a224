import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readGraph } from './graph.ts';
import { plantTree } from './test/plantTree.ts';

let root = '';

afterEach(() => rm(root, { recursive: true, force: true }));

test('sees every way in which TypeScript imports', async () => {
  root = await plantTree({
    'server/a.ts': [
      "import { b } from './b.ts';",
      "import type { C } from './c.ts';",
      "export { d } from './d.ts';",
      "import { type E } from './e.ts';",
      "export type { F } from './f.ts';",
      "export const load = () => import('./g.ts');",
      "import './h.ts';",
      'export const all: C | E = b;',
    ].join('\n'),
    ...Object.fromEntries([...'bcdefgh'].map((name) => [`server/${name}.ts`, 'export {};'])),
  });
  const edges = await readGraph(root, ['server']);
  const seen = edges.map((edge) => `${edge.to}${edge.typeOnly ? ' (type)' : ''}`).sort();
  expect(seen).toMatchInlineSnapshot(`
    [
      "server/b.ts",
      "server/c.ts (type)",
      "server/d.ts",
      "server/e.ts (type)",
      "server/f.ts (type)",
      "server/g.ts",
      "server/h.ts",
    ]
  `);
});

test('resolves a workspace package to its source, and names foreign ones', async () => {
  root = await plantTree({
    'server/a.ts': [
      "import { x } from '@house/words';",
      "import { z } from 'zod/v4';",
      "import { readFile } from 'node:fs/promises';",
      'export const all = [x, z, readFile];',
    ].join('\n'),
    'words/package.json': '{"name":"@house/words","type":"module","exports":"./src/index.ts"}',
    'words/src/index.ts': 'export const x = 1;',
    'node_modules/@house/.keep': '',
  });
  await symlink('../../words', join(root, 'node_modules/@house/words'));
  const edges = await readGraph(root, ['server', 'words']);
  expect(edges.map((edge) => edge.to).sort()).toEqual([
    'node:fs/promises',
    'npm:zod',
    'words/src/index.ts',
  ]);
});
