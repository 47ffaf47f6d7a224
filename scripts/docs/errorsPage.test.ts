import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { endpoints } from '../../contract/src/endpoints.ts';
import { errorCatalogue } from '../../contract/src/errors.ts';
import { renderErrorsPage } from './errorsPage.ts';

test('lists each code with its status, message and endpoints, by status', () => {
  const page = renderErrorsPage({
    catalogue: {
      TEAPOT: { status: 418, message: 'Short | stout.' },
      LOST: { status: 404, message: 'Lost.' },
    },
    endpoints: {
      find: { method: 'GET', path: '/things/:id', errors: ['LOST'] },
      make: { method: 'POST', path: '/things' },
    },
  });
  expect(page.split('\n').filter((line) => line.startsWith('| '))).toEqual([
    '| Status | Code | Message | Endpoints |',
    '| 404 | `LOST` | Lost. | `GET /things/:id` |',
    '| 418 | `TEAPOT` | Short \\| stout. |  |',
  ]);
});

test('docs/errors.md is what the catalogue says today (else run: npm run docs)', async () => {
  const written = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  expect(written).toBe(renderErrorsPage({ catalogue: errorCatalogue, endpoints }));
});
