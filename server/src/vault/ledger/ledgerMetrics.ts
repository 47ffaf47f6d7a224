import { Counter, Histogram, type Registry } from 'prom-client';
import { allNames, startAtZero } from '../../kit/zeroSeries.ts';
import { type Network, networks } from '../network.ts';
import type { LedgerErrorKind } from './ledgerPort.ts';

/** The counters of the calls to one network. */
export interface LedgerMetrics {
  /** Records the end of a call; one that the caller gave up is not counted. */
  call(outcome: 'ok' | LedgerErrorKind, seconds: number): void;
}

const outcomes = allNames<'ok' | LedgerErrorKind>({
  ok: true,
  unavailable: true,
  limited: true,
  refused: true,
  wrongNetwork: true,
});

/** Creates the figures of all networks once; the result returns those of each network. */
export function createLedgerMetrics(registry: Registry): (network: Network) => LedgerMetrics {
  const calls = new Counter({
    name: 'windlass_ledger_calls_total',
    help: 'Calls to a ledger network, by how they ended',
    labelNames: ['network', 'outcome'],
    registers: [registry],
  });
  startAtZero(calls, {
    network: networks,
    outcome: outcomes,
  });
  const duration = new Histogram({
    name: 'windlass_ledger_call_duration_seconds',
    help: 'Time from sending a call to a ledger network to its end',
    labelNames: ['network'],
    // The last one is the deadline of a call: nobody waited longer.
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (network) => ({
    call(outcome, seconds) {
      calls.labels(network, outcome).inc();
      duration.labels(network).observe(seconds);
    },
  });
}
