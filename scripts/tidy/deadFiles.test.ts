import { expect, test } from 'vitest';
import { checkDeadFiles, namesIn } from './deadFiles.ts';
import { planted as parsed } from './test/planted.ts';

const planted = (...file: Parameters<typeof parsed>) => namesIn(parsed(...file));
const edge = (from: string, to: string) => ({ from, to, specifier: to, typeOnly: false });
const paths = (...found: ReturnType<typeof checkDeadFiles>) => found.map(({ path }) => path);

test('reaches files by imports, by workers and by names in literals', () => {
  const files = [
    planted('server/src/main.ts', "new Worker(new URL('./worker.ts', import.meta.url));"),
    planted('server/src/worker.ts', 'export {};'),
    planted('server/src/app.ts', 'export {};'),
    planted(
      'vitest.config.ts',
      "export const setup = './server/test/support/databases/postgres.ts';",
    ),
    planted('server/test/support/databases/postgres.ts', 'export {};'),
  ];
  const edges = [edge('server/src/main.ts', 'server/src/app.ts')];
  expect(paths(...checkDeadFiles(files, edges))).toEqual([]);
});

test('finds files that only each other import, and support that no test uses', () => {
  const files = [
    planted('server/src/a.ts', 'export {};'),
    planted('server/src/b.ts', 'export {};'),
    planted('server/test/support/c.ts', 'export {};'),
    planted('server/src/d.ts', 'export {};'),
    planted('server/src/d.test.ts', 'export {};'),
    planted('server/src/main.ts', 'export {};'),
  ];
  const edges = [
    edge('server/src/a.ts', 'server/src/b.ts'),
    edge('server/src/b.ts', 'server/src/a.ts'),
    edge('server/src/d.test.ts', 'server/src/d.ts'),
  ];
  expect(paths(...checkDeadFiles(files, edges))).toEqual([
    'server/src/a.ts',
    'server/src/b.ts',
    'server/test/support/c.ts',
    'server/src/d.ts',
  ]);
});

test('lets only tests reach a test aid, and nothing else', () => {
  const aid = 'cli/test/support/fakeIo.ts';
  const files = [aid, 'cli/src/fakeIa.ts', 'cli/src/run.test.ts'].map((path) =>
    planted(path, 'export {};'),
  );
  const used = [aid, 'cli/src/fakeIa.ts'].map((path) => edge('cli/src/run.test.ts', path));
  expect(paths(...checkDeadFiles(files, used))).toEqual(['cli/src/fakeIa.ts']);
  expect(paths(...checkDeadFiles(files, []))).toEqual([aid, 'cli/src/fakeIa.ts']);
});

test('takes no list of tidy for a use', () => {
  const files = [
    planted('scripts/tidy.ts', 'export {};'),
    planted('scripts/tidy/lists.ts', "export const all = ['server/src/a.ts'];"),
    planted('server/src/a.ts', 'export {};'),
  ];
  const edges = [edge('scripts/tidy.ts', 'scripts/tidy/lists.ts')];
  expect(paths(...checkDeadFiles(files, edges))).toEqual(['server/src/a.ts']);
});
