import type { PanelPlan, RowPlan } from './panels.ts';

/** Grafana's grid is 24 wide. */
const across = 3;
const width = 24 / across;
const height = 8;

/** Chosen when the dashboard is imported. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is Grafana's.
const datasource = { type: 'prometheus', uid: '${DS_PROMETHEUS}' };

/** Returns a dashboard that Grafana (10 or newer) imports, as JSON text. */
export function renderDashboard(rows: readonly RowPlan[]): string {
  const dashboard = {
    __inputs: [
      {
        name: 'DS_PROMETHEUS',
        label: 'Prometheus',
        type: 'datasource',
        pluginId: 'prometheus',
        pluginName: 'Prometheus',
      },
    ],
    __requires: [
      { type: 'grafana', id: 'grafana', name: 'Grafana', version: '10.0.0' },
      { type: 'datasource', id: 'prometheus', name: 'Prometheus', version: '1.0.0' },
      { type: 'panel', id: 'timeseries', name: 'Time series', version: '' },
    ],
    uid: 'windlass',
    title: 'Windlass',
    tags: ['windlass'],
    schemaVersion: 38,
    editable: true,
    refresh: '10s',
    time: { from: 'now-1h', to: 'now' },
    panels: layOut(rows),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function layOut(rows: readonly RowPlan[]): readonly object[] {
  const panels: object[] = [];
  let y = 0;
  for (const row of rows) {
    const gridPos = { x: 0, y, w: 24, h: 1 };
    panels.push({ id: panels.length + 1, type: 'row', title: row.title, gridPos, panels: [] });
    for (const [index, plan] of row.panels.entries()) {
      const place = { x: (index % across) * width, y: y + 1 + Math.floor(index / across) * height };
      panels.push(toPanel(plan, { id: panels.length + 1, ...place }));
    }
    y += 1 + Math.ceil(row.panels.length / across) * height;
  }
  return panels;
}

function toPanel(
  { title, about, unit, queries }: PanelPlan,
  { id, x, y }: { readonly id: number; readonly x: number; readonly y: number },
): object {
  const targets = Object.entries(queries).map(([legend, expr], index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource,
    expr,
    legendFormat: legend,
  }));
  return {
    id,
    type: 'timeseries',
    title,
    description: about,
    datasource,
    gridPos: { x, y, w: width, h: height },
    fieldConfig: { defaults: { unit, min: unit === 's' ? undefined : 0 }, overrides: [] },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets,
  };
}
