import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { literalText, nodeAt, nodesAt } from './ast.ts';
import { readGraph } from './graph.ts';
import { checkProject } from './project.ts';
import { parseSource } from './source.ts';
import { plantTree } from './test/plantTree.ts';
import { listFiles, readFiles } from './tree.ts';
import { formatViolation } from './violation.ts';

const repository = new URL('../..', import.meta.url).pathname;
let root = '';

afterEach(() => rm(root, { recursive: true, force: true }));

test('runs every check over a tree and lists what it finds in reading order', async () => {
  const long = Array.from({ length: 301 }, (_, index) => `\nconst b${index} = 1;`).join('');
  root = await plantTree({
    'README.md': '[gone](docs/gone.md)\nnpm run gone\n[gone](#gone)',
    'server/src/main.ts': "import { now } from './app.ts';\nnow();",
    'server/src/app.ts': "import '../src/vault/utils/dead.ts';\nexport const now = Date.now;",
    'server/src/vault/utils/dead.ts': "export const a = 'kraken';",
    'server/src/vault/vault.ts': `// ${['TO', 'DO'].join('')}\nexport let a = 1;${long}`,
    'node_modules/a/index.ts': 'export default Date.now();',
    'data/notes.md': '[gone](gone.md)',
  });
  const found = (await checkProject(root, ['getBook'])).map(formatViolation);
  expect(found.map((text) => text.split(' — ')[0])).toEqual([
    'README.md:1 broken-link',
    'README.md:2 command',
    'README.md:3 broken-anchor',
    'contract/src/endpoints.ts:1 endpoint',
    'contract/src/endpoints.ts:1 endpoint',
    'server/src/app.ts:2 banned-call',
    'server/src/vault/utils/dead.ts:1 folder-name',
    'server/src/vault/utils/dead.ts:1 venue-id',
    'server/src/vault/vault.ts:1 dead-file',
    'server/src/vault/vault.ts:1 file-length',
    'server/src/vault/vault.ts:1 leftover',
    'server/src/vault/vault.ts:2 module-state',
  ]);
});

test('says first what cannot be parsed', async () => {
  root = await plantTree({ 'server/src/main.ts': 'export const a: number = ;' });
  const found = (await checkProject(root, [])).map(formatViolation);
  expect(found).toEqual(['server/src/main.ts:1 syntax — not to be parsed: tsc says why']);
});

/** The test takes seconds on one core; the whole repository would take twenty. */
const timeout = 180_000;

test('sees every import that files of the repository declare', { timeout }, async () => {
  // These folders contain imports of packages, of workspaces and of neighbouring files.
  const folders = ['contract', 'client', 'cli'];
  const paths = (await listFiles(repository)).filter((path) => {
    return path.endsWith('.ts') && folders.some((folder) => path.startsWith(`${folder}/`));
  });
  const declared = (await readFiles(repository, paths)).flatMap(({ path, text }) => {
    const statements = nodesAt(parseSource(path, text).root, 'body');
    const specifiers = statements.map((node) => literalText(nodeAt(node, 'source')));
    return specifiers.flatMap((name) => (name === undefined ? [] : [`${path} ${name}`]));
  });
  const edges = await readGraph(repository, folders);
  const seen = new Set(edges.map(({ from, specifier }) => `${from} ${specifier}`));
  expect(declared.length).toBeGreaterThan(20);
  expect(declared.filter((one) => !seen.has(one))).toEqual([]);
});
