import {
  clientEvents,
  endpoints,
  endpointTags,
  errorCatalogue,
  serverEvents,
  streamPath,
} from '../../contract/src/index.ts';
import { renderCliPage } from './cliPage.ts';
import { readProgram } from './cliProgram.ts';
import { renderCollection } from './collection.ts';
import { renderErrorsPage } from './errorsPage.ts';
import type { GeneratedFile } from './generatedFile.ts';
import { renderDashboard } from './grafana/dashboard.ts';
import { rows } from './grafana/panels.ts';
import { renderPythonModules } from './python/modules.ts';
import { renderReadme } from './readme.ts';
import { renderReference } from './reference/pages.ts';

/** Returns every file that is generated from the sources, in its current form. */
export function renderAll(): GeneratedFile[] {
  const shared = { endpoints, tags: endpointTags };
  const stream = { path: streamPath, clientEvents, serverEvents };
  const errors = renderErrorsPage({ catalogue: errorCatalogue, endpoints });
  return [
    renderReadme(),
    { path: 'docs/errors.md', text: errors },
    { path: 'docs/cli.md', text: renderCliPage(readProgram()) },
    { path: 'docs/monitoring/grafana-dashboard.json', text: renderDashboard(rows) },
    ...renderReference({ ...shared, stream }),
    renderCollection(shared),
    ...renderPythonModules({ ...shared, catalogue: errorCatalogue }),
  ];
}
