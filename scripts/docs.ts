/** `npm run docs`: writes the generated pages. A test fails while one is out of date. */
import { writeFile } from 'node:fs/promises';
import { endpoints } from '../contract/src/endpoints.ts';
import { errorCatalogue } from '../contract/src/errors.ts';
import { renderCliPage } from './docs/cliPage.ts';
import { readProgram } from './docs/cliProgram.ts';
import { renderErrorsPage } from './docs/errorsPage.ts';
import { renderDashboard } from './docs/grafana/dashboard.ts';
import { rows } from './docs/grafana/panels.ts';

const pages = {
  'errors.md': renderErrorsPage({ catalogue: errorCatalogue, endpoints }),
  'monitoring/grafana-dashboard.json': renderDashboard(rows),
  'cli.md': renderCliPage(readProgram()),
};
for (const [name, text] of Object.entries(pages)) {
  const page = new URL(`../docs/${name}`, import.meta.url);
  await writeFile(page, text);
  console.log(`Wrote ${page.pathname}`);
}
