/** `npm run docs`: writes the generated pages. A test fails while one is out of date. */
import { writeFile } from 'node:fs/promises';
import { endpoints } from '../contract/src/endpoints.ts';
import { errorCatalogue } from '../contract/src/errors.ts';
import { renderErrorsPage } from './docs/errorsPage.ts';

const page = new URL('../docs/errors.md', import.meta.url);
await writeFile(page, renderErrorsPage({ catalogue: errorCatalogue, endpoints }));
console.log(`Wrote ${page.pathname}`);
