import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { unreachable } from '../kit/assert.ts';
import { errorText } from '../kit/errors.ts';
import type { Logger } from '../kit/logger.ts';
import { startAtZero } from '../kit/zeroSeries.ts';
import {
  accountModes,
  differenceKinds,
  dropReasons,
  planEnds,
  priceOutcomes,
  sliceEnds,
  submitOutcomes,
  tickerSources,
} from './counted.ts';
import type { DeadMansFigures } from './execution/deadMansSwitch.ts';
import type { ExecutionObserver } from './execution/execution.ts';
import type { ReconciliationObserver } from './execution/reconcile/types.ts';
import { venueIds } from './model/venue.ts';
import type { BeatMetrics } from './orderbook/stream/hub.ts';
import type { Orderbook, VenueBook } from './orderbook/types.ts';
import type { PerpsObserver } from './perps/perps.ts';
import type { PriceMetrics } from './pricing/types.ts';
import type { EstimateObserver } from './routing/estimate.ts';
import type { PlanStoreObserver } from './routing/plans/planStore.ts';
import type { PlanObserver } from './routing/plans/runner.ts';
import type { StreamMetrics, StreamStats } from './stream/stream.ts';
import type { OrderUpdates } from './venues/venuePort.ts';

/** Figures of every open book, read when the metrics are asked for and at no other time. */
export function observeBooks(registry: Registry, orderbook: Orderbook): void {
  type Read = (book: VenueBook) => number | undefined;
  type Figure = readonly [name: string, help: string, read: Read];
  const counts: readonly Figure[] = [
    ['updates_total', 'Updates applied since the book was opened', (book) => book.updatesTotal],
    ['gaps_total', 'Gaps and failed checksums since the book was opened', (book) => book.gapsTotal],
    ['resyncs_total', 'Snapshots that put a lost book right', (book) => book.resyncsTotal],
    ['bytes_total', 'Bytes of the frames that brought the book', (book) => book.bytesTotal],
  ];
  const states: readonly Figure[] = [
    [
      'lag_ms',
      "From the venue's event time to this service's clock, at the last update",
      (book) => book.lagMs,
    ],
    ['staleness_ms', "Age of the venue's last message, if any came", ageOfLastWord],
    ['confidence', 'Worth of the book, 0 to 1', (book) => book.health().confidence],
    ['flagged', '1 while the book must not be trusted', (book) => (book.flagged ? 1 : 0)],
  ];
  const read = ([, , figureOf]: Figure) =>
    orderbook.allBooks().flatMap((book): [VenueBook, number][] => {
      const figure = figureOf(book);
      return figure === undefined ? [] : [[book, figure]];
    });
  const series = ([name, help]: Figure) => ({
    name: `windlass_book_${name}`,
    help,
    labelNames: ['venue', 'symbol'],
    registers: [registry],
  });
  for (const figure of counts) {
    new Counter({
      ...series(figure),
      collect() {
        // The books do the counting; a counter takes over their sums from nothing.
        this.reset();
        for (const [book, sum] of read(figure)) this.labels(book.venue, book.symbol).inc(sum);
      },
    });
  }
  for (const figure of states) {
    new Gauge({
      ...series(figure),
      collect() {
        this.reset();
        for (const [book, value] of read(figure)) this.labels(book.venue, book.symbol).set(value);
      },
    });
  }
}

/** Before the venue's first word a book's age is that of its opening: no figure of the venue. */
function ageOfLastWord(book: VenueBook): number | undefined {
  return book.updatedAtMs === undefined ? undefined : book.health().stalenessMs;
}

/** Figures of the stream and of the beats of its books. */
export function observeStream(
  registry: Registry,
  stats: () => StreamStats,
): StreamMetrics & BeatMetrics {
  new Gauge({
    name: 'windlass_stream_sockets',
    help: 'Connected sockets of the book stream',
    registers: [registry],
    collect() {
      this.set(stats().sockets);
    },
  });
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 1];
  const lateness = new Histogram({
    name: 'windlass_stream_beat_late_seconds',
    help: 'How much later than due the sending of a beat of the book stream began',
    buckets,
    registers: [registry],
  });
  const turns = new Histogram({
    name: 'windlass_stream_turn_seconds',
    help: 'How long it took to serve every client that was due something',
    buckets,
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'windlass_stream_clients_dropped_total',
    help: 'Clients whose connection was ended, by the reason',
    labelNames: ['reason'],
    registers: [registry],
  });
  startAtZero(dropped, { reason: dropReasons });
  return {
    beatLate: (lateMs) => lateness.observe(lateMs / 1000),
    turnTook: (tookMs) => turns.observe(tookMs / 1000),
    clientDropped: (reason) => dropped.labels(reason).inc(),
  };
}

/** Figures of the prices of coins. */
export function observePrices(registry: Registry): PriceMetrics {
  const calls = new Counter({
    name: 'windlass_price_calls_total',
    help: 'Calls to the price provider, by what came of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  startAtZero(calls, { outcome: priceOutcomes });
  const answers = new Counter({
    name: 'windlass_price_answers_total',
    help: 'Prices of coins returned, by source; none = unknown',
    labelNames: ['source'],
    registers: [registry],
  });
  startAtZero(answers, { source: tickerSources });
  return {
    called: (outcome) => calls.labels(outcome).inc(),
    answered: (source, count) => answers.labels(source).inc(count),
  };
}

/** Logs problems of actions beside orders. */
export function observePerps(logger: Logger): PerpsObserver {
  return {
    auditNotWritten: (accountId, action, error) =>
      logger.error(
        { accountId, action, error: errorText(error) },
        'Something was done and could not be written to the audit log',
      ),
  };
}

/** Reports the results of routed orders as log lines and metrics. */
export function observeRouting(
  registry: Registry,
  logger: Logger,
): PlanObserver & PlanStoreObserver & EstimateObserver {
  const took = new Histogram({
    name: 'windlass_route_allocation_seconds',
    help: 'How long it took to split an order, once books and balances were there',
    buckets: [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1],
    registers: [registry],
  });
  const plans = new Counter({
    name: 'windlass_routing_plans_total',
    help: 'Ended routing plans, by end status',
    labelNames: ['status'],
    registers: [registry],
  });
  startAtZero(plans, { status: planEnds });
  const slices = new Counter({
    name: 'windlass_routing_slices_total',
    help: 'Ended slices of plans, by end status',
    labelNames: ['venue', 'status'],
    registers: [registry],
  });
  startAtZero(slices, { venue: venueIds, status: sliceEnds });
  return {
    allocated: (tookMs) => took.observe(tookMs / 1000),
    planEnded(plan) {
      const { id: planId, symbol, side, status, reason } = plan;
      plans.labels(status).inc();
      for (const slice of plan.slices) slices.labels(slice.venue, slice.status).inc();
      logger.info({ planId, symbol, side, status, reason }, 'A routing plan ended');
    },
    roundFailed: (planId, error) =>
      logger.warn({ planId, error: errorText(error) }, 'The rest of a plan was not routed again'),
    planNotWritten: (planId, error) =>
      logger.error({ planId, error: errorText(error) }, 'A routing plan cannot be written yet'),
    plansNotRead: (error) =>
      logger.error({ error: errorText(error) }, 'Routing plans cannot be looked up now'),
    planUnreadable: (planId, error) =>
      logger.error({ planId, error: errorText(error) }, 'A stored routing plan is not readable'),
    planFaulted: (planId, error) =>
      logger.error(
        { planId, error: errorText(error) },
        'A routing plan failed with an internal error',
      ),
  };
}

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
