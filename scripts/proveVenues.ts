/**
 * Lists what each exchange can do, and proves it: `npm run prove:venues -- [--date 2026-11-22]
 * [report.json…]`. Runs the conformance suites of live accounts, or reads Vitest reports of such a
 * run, and writes docs/venues.md. Ends with 1, and writes nothing, when a case failed or a class of
 * an exchange has fewer cases than promised.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { abilityTables } from './venues/abilities.ts';
import { countCases, counted, type Report } from './venues/cases.ts';
import { accountKinds } from './venues/kinds.ts';
import { renderVenuesPage } from './venues/page.ts';

/** Promised number of conformance and fault cases together. */
const casesMin = 150;
const suites = ['conformance/live/', 'conformance/histories', 'PerpCells.test.ts'];

const { values, positionals } = parseArgs({
  options: { date: { type: 'string' } },
  allowPositionals: true,
});
const date = values.date ?? new Date().toISOString().slice(0, 10);
const reports = positionals.length > 0 ? await readReports(positionals) : [await run()];
const cases = countCases(reports);
const short = counted.filter((each) => (cases.byClass.get(each) ?? 0) < casesMin);

for (const each of counted) console.log(`${each.padEnd(16)} ${cases.byClass.get(each) ?? 0} cases`);
for (const name of cases.failed) console.error(`FAILED ${name}`);
for (const each of short) console.error(`${each} has fewer than ${casesMin} cases`);
const isProven = cases.failed.length === 0 && short.length === 0;
if (isProven) {
  const page = new URL('../docs/venues.md', import.meta.url);
  await writeFile(
    page,
    renderVenuesPage({
      tables: abilityTables(),
      kinds: accountKinds(),
      cases,
      date,
    }),
  );
  console.log(`Wrote ${page.pathname}`);
}
process.exit(isProven ? 0 : 1);

async function run(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'windlass-venues-'));
  try {
    const file = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const asked = ['run', '--project=conformance', ...suites, ...reporters];
    spawnSync('vitest', asked, { stdio: 'inherit' });
    const [report] = await readReports([file]);
    if (!report) throw new Error('There must be a report');
    return report;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readReports(paths: readonly string[]): Promise<readonly Report[]> {
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return texts.map((text) => JSON.parse(text));
}
