import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderDashboard } from '../../../scripts/docs/grafana/dashboard.ts';
import { rows } from '../../../scripts/docs/grafana/panels.ts';
import { binanceSimulated } from '../support/binanceExchange.ts';
import { type LiveHouse, openLiveHouse } from '../support/simulatedExchange.ts';

// With a live account every figure is there, those of the limits of exchanges too.

const monitoring = new URL('../../../docs/monitoring/', import.meta.url);
const queries = rows.flatMap(({ panels }) => panels.flatMap((each) => Object.values(each.queries)));

let live: LiveHouse;
let shown: ReadonlySet<string>;
beforeAll(async () => {
  live = await openLiveHouse(binanceSimulated);
  const { text } = await live.house.app.call({ url: '/metrics' });
  shown = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name ?? ''));
});
afterAll(() => live.stop());

/** Figures a query asks for, a part of a histogram as the histogram. */
function asked(query: string): readonly string[] {
  const names = query.match(/\b(windlass|nodejs|process)_\w+/g) ?? [];
  return names.map((name) => (shown.has(name) ? name : name.replace(/_(bucket|count|sum)$/, '')));
}

describe('the files for monitoring', () => {
  it('have a dashboard whose every query asks for a figure that is shown', () => {
    for (const query of queries) expect(asked(query), query).not.toHaveLength(0);
    expect(queries.flatMap(asked).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('have alerts whose every rule asks for a figure that is shown', async () => {
    const text = await readFile(new URL('alerts.yml', monitoring), 'utf8');
    const rules = text.match(/^\s+expr: .+$/gm) ?? [];
    expect(rules.length).toBeGreaterThan(5);
    expect(rules.flatMap(asked).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('draw each panel in a place of its own', () => {
    const { panels } = JSON.parse(renderDashboard(rows));
    const places = panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => [
      x,
      y,
    ]);
    expect(new Set(places.map(String)).size).toBe(panels.length);
  });
});
