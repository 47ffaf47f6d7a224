import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderDashboard } from '../../../scripts/docs/grafana/dashboard.ts';
import { rows } from '../../../scripts/docs/grafana/panels.ts';
import { differenceKinds } from '../../src/trading/counted.ts';
import { binanceSimulated } from '../support/exchanges/binance/exchange.ts';
import { type LiveService, openLiveService } from '../support/exchanges/simulated.ts';

// With a live account every figure exists, including those of exchanges' limits.

const monitoring = new URL('../../../docs/monitoring/', import.meta.url);
const queries = rows.flatMap(({ panels }) => panels.flatMap((each) => Object.values(each.queries)));

const run = promisify(execFile);
const hasPromtool = isThere('promtool');

function isThere(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let live: LiveService;
let shown: ReadonlySet<string>;
beforeAll(async () => {
  live = await openLiveService(binanceSimulated);
  const { text } = await live.service.app.call({ url: '/metrics' });
  shown = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name ?? ''));
});
afterAll(() => live.stop());

/** Returns the figures that a query asks for; a part of a histogram counts as the histogram. */
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

  it('find every series of a closed set of labels at 0 from the start', async () => {
    const { text } = await live.service.app.call({ url: '/metrics' });
    const venues = ['binance', 'bybit', 'gateio', 'kraken', 'okx', 'hyperliquid'];
    for (const venue of venues) {
      for (const mode of ['paper', 'live']) {
        for (const outcome of ['acknowledged', 'rejected', 'unknown']) {
          const labels = `venue="${venue}",mode="${mode}",outcome="${outcome}"`;
          expect(text).toContain(`windlass_orders_submitted_total{${labels}} 0`);
        }
      }
      for (const status of ['filled', 'partial', 'failed', 'skipped']) {
        const labels = `venue="${venue}",status="${status}"`;
        expect(text).toContain(`windlass_routing_slices_total{${labels}} 0`);
      }
    }
    expect(text).toMatch(/^windlass_fills_recovered_total 0$/m);
    for (const kind of differenceKinds) {
      expect(text).toContain(`windlass_reconciliation_differences_total{kind="${kind}"} 0`);
    }
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

// Prometheus' own tool, if it is installed, reads the files as Prometheus would.
describe.skipIf(!hasPromtool)('the files for Prometheus', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'windlass-monitoring-'));
    await cp(fileURLToPath(monitoring), folder, { recursive: true });
    await writeFile(join(folder, 'prometheus.key'), 'ak_of-a-test');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['check', 'rules', 'alerts.yml'],
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('pass promtool %s %s %s', async (...words) => {
    const { stdout, stderr } = await run('promtool', words, { cwd: folder });
    expect(`${stdout}${stderr}`).not.toContain('FAILED');
  });
});
