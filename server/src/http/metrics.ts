import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Readiness } from '../kit/readiness.ts';
import { startAtZero } from '../kit/zeroSeries.ts';

/** The counters of the HTTP side. */
export interface HttpMetrics {
  answered(request: { method: string; route: string; status: number; seconds: number }): void;
}

/**
 * Gauges that are named like counters; each is the sum of the series of the same name without the
 * ending.
 */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Creates a registry with the process's own figures (memory, event-loop delay, garbage collection).
 */
export function createMetricsRegistry(hasProcessFigures = true): Registry {
  const registry = new Registry();
  if (!hasProcessFigures) return registry;
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return registry;
}

export function createHttpMetrics(registry: Registry): HttpMetrics {
  const duration = new Histogram({
    name: 'windlass_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const internalErrors = new Counter({
    name: 'windlass_http_internal_errors_total',
    help: 'Answers with status 500: each is an internal error',
    registers: [registry],
  });
  // Finding a series by its labels costs more than counting in it. There are as many as routes,
  // methods and statuses: unknown ones share a name.
  const known = new Map<string, Histogram.Internal<string>>();
  const series = (method: string, route: string, status: number) => {
    const name = `${status} ${method} ${route}`;
    const found = known.get(name) ?? duration.labels(method, route, String(status));
    known.set(name, found);
    return found;
  };
  return {
    answered({ method, route, status, seconds }) {
      series(method, route, status).observe(seconds);
      if (status === 500) internalErrors.inc();
    },
  };
}

/** Shows whether orders can be taken; checked again at each read. */
export function observeReadiness(registry: Registry, readiness: Readiness): void {
  new Gauge({
    name: 'windlass_ready',
    help: '1 while orders can be accepted, as /ready reports it',
    registers: [registry],
    async collect() {
      await readiness.refresh();
      this.set(readiness.blocking.length === 0 ? 1 : 0);
    },
  });
}

/** Counts uncaught faults by their kind; each also ends the process in order. */
export function createFaultCounter(registry: Registry): (kind: string) => void {
  const faults = new Counter({
    name: 'windlass_uncaught_faults_total',
    help: 'Uncaught rejections and exceptions',
    labelNames: ['kind'],
    registers: [registry],
  });
  startAtZero(faults, { kind: ['unhandledRejection', 'uncaughtException'] });
  return (kind) => faults.labels(kind).inc();
}
