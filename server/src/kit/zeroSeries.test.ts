import { Counter, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { allNames, startAtZero } from './zeroSeries.ts';

test('every combination of labels has a series at 0, which then counts on', async () => {
  const registry = new Registry();
  const counter = new Counter({
    name: 'made_total',
    help: 'Made',
    labelNames: ['type', 'status'],
    registers: [registry],
  });
  startAtZero(counter, {
    type: allNames({ a: true, b: true }),
    status: ['ok', 'failed'],
  });
  counter.labels('b', 'ok').inc();
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('made'));
  expect(lines).toEqual([
    'made_total{type="a",status="ok"} 0',
    'made_total{type="a",status="failed"} 0',
    'made_total{type="b",status="ok"} 1',
    'made_total{type="b",status="failed"} 0',
  ]);
});
