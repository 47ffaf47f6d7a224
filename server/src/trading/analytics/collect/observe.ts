import { Counter, Gauge, type Registry } from 'prom-client';
import { errorText } from '../../../kit/errors.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { ParentsObserver } from '../store/parents.ts';
import type { CandlesObserver } from './candles/candles.ts';
import type { CaptureObserver } from './capture/capture.ts';
import type { CollectorObserver, ListAge } from './ledger/collector.ts';

export type AnalyticsObserver = CollectorObserver &
  CaptureObserver &
  CandlesObserver &
  ParentsObserver & {
    /** The sweep goes on at the next start. */
    sweepFailed(error: unknown): void;
  };

export function observeAnalytics(registry: Registry, logger: Logger): AnalyticsObserver {
  const failed = new Counter({
    name: 'windlass_ledger_list_errors_total',
    help: 'Lists of what exchanges booked that could not be read; each is read again',
    labelNames: ['account', 'list'],
    registers: [registry],
  });
  const missed = new Counter({
    name: 'windlass_fill_marks_missed_total',
    help: 'Moments after fills at which the market could not be seen, by seconds after the fill',
    labelNames: ['seconds'],
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'windlass_fill_marks_dropped_total',
    help: 'Fills without a market price because too many were waiting',
    registers: [registry],
  });
  const completed = new Counter({
    name: 'windlass_fill_marks_completed_total',
    help: 'Fills completed from candles of mark prices',
    registers: [registry],
  });
  const error = (cause: unknown) => ({ error: errorText(cause) });
  return {
    listFailed(accountId, list, cause) {
      failed.labels(accountId, list).inc();
      logger.warn({ accountId, list, ...error(cause) }, 'A list of an account cannot be read yet');
    },
    fillDropped: () => dropped.inc(),
    horizonMissed: (seconds) => missed.labels(String(seconds)).inc(),
    marksNotWritten: (cause) =>
      logger.error(error(cause), 'What was seen of markets at fills cannot be written yet'),
    captureFailed: (cause) => logger.error(error(cause), 'Market prices of fills were not read'),
    candlesFailed: (market, cause) =>
      logger.warn({ ...market, ...error(cause) }, 'Candles of mark prices cannot be read yet'),
    candlesRead: (_market, count) => completed.inc(count),
    algorithmUnreadable: (id, cause) =>
      logger.error({ id, ...error(cause) }, 'A stored algorithm is left out of a report'),
    sweepFailed: (cause) => logger.error(error(cause), 'Older fills could not be read'),
  };
}

interface AnalyticsFigures {
  readonly ages: () => readonly ListAge[];
  readonly pending: () => number;
}

/** Registers the figures that are read when somebody asks for metrics. */
export function observeCollecting(registry: Registry, { ages, pending }: AnalyticsFigures): void {
  new Gauge({
    name: 'windlass_ledger_list_age_seconds',
    help: 'Seconds since a list of an account was last read to its end',
    labelNames: ['account', 'list'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { accountId, list, seconds } of ages()) {
        this.labels(accountId, list).set(seconds);
      }
    },
  });
  new Gauge({
    name: 'windlass_fill_marks_pending',
    help: 'Fills whose market prices are still to be read',
    registers: [registry],
    collect() {
      this.set(pending());
    },
  });
}
