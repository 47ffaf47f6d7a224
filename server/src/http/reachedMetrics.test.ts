import { Counter, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { reachedMetrics } from './reachedMetrics.ts';

it('leaves out series of other accounts, wherever the label stands and whatever the others say', async () => {
  const registry = new Registry();
  const counter = new Counter({
    name: 'seen_total',
    help: 'With account="other" in its help.',
    labelNames: ['kind', 'account', 'venue'],
    registers: [registry],
  });
  const plain = new Counter({ name: 'plain_total', help: 'Plain.', registers: [registry] });
  plain.inc();
  const accounts = ['own', 'other', 'quoted "}', 'account="own'];
  for (const account of accounts) {
    counter.inc({ kind: 'a "quoted", {odd} kind', account, venue: 'okx' });
    counter.inc({ account, venue: 'account="own"' });
  }
  const text = await registry.metrics();
  expect(reachedMetrics(text, undefined)).toBe(text);
  const lines = reachedMetrics(text, ['own']).split('\n');
  const series = lines.filter((line) => line.startsWith('seen_total{'));
  expect(series).toHaveLength(2);
  for (const line of series) expect(line).toContain('account="own",');
  expect(lines).toContain('plain_total 1');
  expect(lines.filter((line) => line.startsWith('#'))).toHaveLength(4);
});
