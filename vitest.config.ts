import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const compiled = new URL('node_modules/.cache/tests', import.meta.url);

const everywhere = {
  // Two cores is the smallest machine the suite must be comfortable on.
  maxWorkers: 2,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  sequence: { groupOrder: 1 },
  provide: { databaseThread: false },
  // The cache keeps compiled code, which Node.js compares with the source: services start in half
  // the time.
  env: { NODE_COMPILE_CACHE: fileURLToPath(compiled) },
};

const ignored = ['**/node_modules/**'];
/** Files of processes, threads and locks, or that count every turn of the event loop. */
const alone = [
  'server/test/process/**/*.test.ts',
  'server/src/store/**/*.test.ts',
  'scripts/simulate/**/*.test.ts',
  'scripts/walk/documents.test.ts',
  // Reads the whole repository: three times as slow in a worker that is full of other files.
  'scripts/tidy/project.test.ts',
];
/** In a real browser; they start their service themselves. */
const browser = ['dashboard/test/**/*.test.ts'];
/** Measures the page: beside others it would measure them. */
const timed = ['dashboard/test/performance.test.ts'];
/** Files that open the whole service; what the last test of one holds stays in the worker. */
const conformance = ['server/test/conformance/**/*.test.ts'];
const service = ['server/test/**/*.test.ts'];

/**
 * A worker that runs one file after another loads and compiles once what they share. No module of
 * ours holds state, so that files meet one another in nothing. Each project has workers of its own,
 * in the order of the names; the shortest files come last, so that no core waits for the other.
 */
const projects = [
  {
    name: 'alone',
    isolate: true,
    provide: { databaseThread: true },
    include: alone,
    exclude: ignored,
    // Half their time they wait for processes and real clocks: with two a core would often idle.
    maxWorkers: 4,
    // Projects with another number of workers have to be another group, which comes next.
    sequence: { groupOrder: 0 },
  },
  { name: 'conformance', isolate: false, include: conformance, exclude: ignored },
  {
    name: 'service',
    isolate: false,
    include: service,
    exclude: [...ignored, ...alone, ...conformance],
  },
  {
    name: 'browser',
    isolate: false,
    include: browser,
    exclude: [...ignored, ...timed],
    // A service and a browser each: on a machine that is shared they may take three times as long.
    testTimeout: 60_000,
    // Most of the time a page waits for its next book.
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
  },
  {
    name: 'timed',
    isolate: false,
    include: timed,
    exclude: ignored,
    maxWorkers: 1,
    sequence: { groupOrder: 3 },
  },
  {
    name: 'units',
    isolate: false,
    include: ['**/*.test.ts'],
    exclude: [...ignored, ...alone, ...service, ...browser],
  },
];

export default defineConfig({
  test: {
    ...everywhere,
    globalSetup: ['server/test/support/databases/postgres.ts'],
    projects: projects.map((project) => ({ test: { ...everywhere, ...project } })),
  },
});
