import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createLedgerMetrics } from './ledgerMetrics.ts';

it('counts calls by network and outcome, and times them by network', async () => {
  const registry = new Registry();
  const of = createLedgerMetrics(registry);
  const mainnet = of('mainnet');
  mainnet.call('ok', 0.2);
  mainnet.call('ok', 0.4);
  mainnet.call('limited', 0.1);
  of('testnet').call('ok', 3);
  const text = await registry.metrics();
  expect(text).toContain('windlass_ledger_calls_total{network="mainnet",outcome="ok"} 2');
  expect(text).toContain('windlass_ledger_calls_total{network="mainnet",outcome="limited"} 1');
  expect(text).toContain('windlass_ledger_calls_total{network="testnet",outcome="ok"} 1');
  expect(text).toContain('windlass_ledger_call_duration_seconds_count{network="mainnet"} 3');
  expect(text).toContain('windlass_ledger_call_duration_seconds_sum{network="testnet"} 3');
});
