import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { unreachable } from '../kit/assert.ts';
import { errorText } from '../kit/errors.ts';
import type { Logger } from '../kit/logger.ts';
import { startAtZero } from '../kit/zeroSeries.ts';
import { accountModes, differenceKinds, submitOutcomes } from './counted.ts';
import type { DeadMansFigures } from './execution/deadMansSwitch.ts';
import type { ExecutionObserver } from './execution/execution.ts';
import type { ReconciliationObserver } from './execution/reconcile/types.ts';
import { venueIds } from './model/venue.ts';
import type { OrderUpdates } from './venues/venuePort.ts';

/** Reports the events of orders as log lines and metrics. */
export function observeExecution(registry: Registry, logger: Logger): ExecutionObserver {
  const submitted = new Counter({
    name: 'windlass_orders_submitted_total',
    help: 'Orders sent to a venue, by what came back',
    labelNames: ['venue', 'mode', 'outcome'],
    registers: [registry],
  });
  startAtZero(submitted, { venue: venueIds, mode: accountModes, outcome: submitOutcomes });
  const took = new Histogram({
    name: 'windlass_order_submit_seconds',
    help: 'How long a venue took to answer an order',
    labelNames: ['venue', 'mode'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const unknown = new Counter({
    name: 'windlass_orders_unknown_total',
    help: 'Orders whose outcome was not known at first',
    registers: [registry],
  });
  const unwritten = new Counter({
    name: 'windlass_order_news_not_written_total',
    help: 'Failed attempts to store order reports of venues; each is retried',
    registers: [registry],
  });
  const notWritten = (fields: Readonly<Record<string, string>>, error: unknown, what: string) => {
    unwritten.inc();
    logger.error({ ...fields, error: errorText(error) }, what);
  };
  return {
    submitted({ venue, mode }, outcome, tookMs) {
      submitted.labels(venue, mode, outcome).inc();
      took.labels(venue, mode).observe(tookMs / 1000);
    },
    outcomeNotWritten: (accountId, orderId, error) =>
      notWritten({ accountId, orderId }, error, 'The outcome of an order cannot be written yet'),
    writeBackFailed: (accountId, orderId, error) =>
      notWritten({ accountId, orderId }, error, 'An order report of a venue was not stored'),
    newsNotWritten: (accountId, error) =>
      notWritten({ accountId }, error, 'Order updates cannot be stored yet'),
    fillsPutOff: (accountId, count) =>
      logger.warn({ accountId, count }, 'Fills wait for the next comparison with the venue'),
    orderUnknown({ id, accountId, symbol, reason }) {
      unknown.inc();
      logger.warn({ orderId: id, accountId, symbol, reason }, 'The outcome of an order is unknown');
    },
    orderResolved({ id, accountId, status }, tookMs) {
      logger.info({ orderId: id, accountId, status, tookMs }, 'An unknown order was settled');
    },
    bookStale: ({ venue, symbol, reason }) =>
      logger.warn({ venue, symbol, reason }, 'A book that live orders need is out of order'),
    resolverFailed: (error) =>
      logger.error({ error: errorText(error) }, 'Unknown orders cannot be looked up now'),
    ...observeSettings(logger),
    ...observeDifferences(registry, logger),
  };
}

/** Logs when modes of an account cannot be read, when its switch cannot be set, and is again. */
function observeSettings(
  logger: Logger,
): Pick<ExecutionObserver, 'accountModeFailed' | 'switchFailed' | 'switchWell'> {
  return {
    accountModeFailed: (accountId, error) =>
      logger.error(
        { accountId, error: errorText(error) },
        'The modes of an account cannot be read now',
      ),
    switchFailed: (accountId, marketType, reason) =>
      logger.error({ accountId, marketType, reason }, "A dead man's switch cannot be set now"),
    switchWell: (accountId, marketType) =>
      logger.info({ accountId, marketType }, "A dead man's switch is set again"),
  };
}

/** Counts the dead man's switches at exchanges, which cancel open orders when we fall silent. */
export function observeDeadMansSwitches(registry: Registry, figures: () => DeadMansFigures): void {
  new Gauge({
    name: 'windlass_dead_mans_switches',
    help: "Dead man's switches of accounts: armed at their exchange, or failing to be set",
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { armed, failing } = figures();
      this.labels('armed').set(armed);
      this.labels('failing').set(failing);
    },
  });
}

/** Reports the differences that comparisons of accounts with their venues find. */
function observeDifferences(registry: Registry, logger: Logger): ReconciliationObserver {
  const differences = new Counter({
    name: 'windlass_reconciliation_differences_total',
    help: 'New differences between accounts and their venues, by kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  startAtZero(differences, { kind: differenceKinds });
  const recovered = new Counter({
    name: 'windlass_fills_recovered_total',
    help: 'Fills of own orders that were made while the service was down, and read after its start',
    registers: [registry],
  });
  return {
    differenceFound(difference) {
      differences.labels(difference.kind).inc();
      logger.warn({ ...difference }, 'An account and its venue do not agree');
    },
    fillsRecovered(accountId, count) {
      recovered.inc(count);
      logger.info({ accountId, count }, 'Fills made while the service was down are stored now');
    },
    orderRecovered: (accountId, orderId) =>
      logger.info({ accountId, orderId }, 'An order changed while the service was down'),
    accountUnavailable: (accountId, reason) =>
      logger.warn(
        { accountId, reason },
        'An account cannot be compared: its venue does not answer',
      ),
    comparisonFailed: (accountId, error) =>
      logger.error({ accountId, error: errorText(error) }, 'An account could not be compared'),
    transferClosed(accountId, { id, asset, amount, from, to, outcome }) {
      const fields = { accountId, transferId: id, asset, amount, from, to };
      switch (outcome) {
        case 'shown':
          return logger.info(fields, 'The balances show a transfer');
        case 'notDone':
          return logger.warn(fields, 'A transfer of unknown outcome was not done');
        case 'missing':
          return logger.warn(fields, 'Transfer not visible in balances');
        default:
          return unreachable(outcome);
      }
    },
    transferNotWritten: (accountId, transferId, error) =>
      logger.error(
        { accountId, transferId, error: errorText(error) },
        'What came of a transfer cannot be written yet',
      ),
  };
}

/** Measures the time since the last comparison of each account; absent before the first. */
export function observeReconciliation(
  registry: Registry,
  agesSeconds: () => ReadonlyMap<string, number>,
): void {
  new Gauge({
    name: 'windlass_reconciliation_age_seconds',
    help: 'Seconds since the account was last compared with its venue',
    labelNames: ['account'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [account, seconds] of agesSeconds()) this.labels(account).set(seconds);
    },
  });
}

/** Measures how live accounts' orders are followed: their streams and number. */
export function observeOrderUpdates(
  registry: Registry,
  updates: () => readonly OrderUpdates[],
): void {
  type Stream = OrderUpdates['streams'][number];
  const ofStreams: readonly [string, string, (stream: Stream) => number | undefined][] = [
    ['live', '1 while the exchange streams every change', ({ state }) => Number(state === 'live')],
    [
      'quiet_seconds',
      "Seconds since the exchange's last message",
      ({ quietMs }) => quietMs && quietMs / 1000,
    ],
  ];
  for (const [name, help, read] of ofStreams) {
    new Gauge({
      name: `windlass_order_stream_${name}`,
      help,
      registers: [registry],
      labelNames: ['account', 'stream'],
      collect() {
        this.reset();
        for (const { accountId, streams } of updates()) {
          for (const stream of streams) {
            const value = stream.state === 'closed' ? undefined : read(stream);
            if (value !== undefined) this.labels(accountId, stream.name).set(value);
          }
        }
      },
    });
  }
  new Gauge({
    name: 'windlass_orders_followed',
    help: 'Orders in flight of a live account that are followed',
    labelNames: ['account'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { accountId, following } of updates()) this.labels(accountId).set(following);
    },
  });
}
