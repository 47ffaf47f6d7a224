import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { errorText } from '../kit/errors.ts';
import type { Logger } from '../kit/logger.ts';
import { startAtZero } from '../kit/zeroSeries.ts';
import { dropReasons, planEnds, priceOutcomes, sliceEnds, tickerSources } from './counted.ts';
import { venueIds } from './model/venue.ts';
import type { BeatMetrics } from './orderbook/stream/hub.ts';
import type { Orderbook, VenueBook } from './orderbook/types.ts';
import type { PerpsObserver } from './perps/perps.ts';
import type { PriceMetrics } from './pricing/types.ts';
import type { EstimateObserver } from './routing/estimate.ts';
import type { PlanStoreObserver } from './routing/plans/planStore.ts';
import type { PlanObserver } from './routing/plans/runner.ts';
import type { StreamMetrics, StreamStats } from './stream/stream.ts';

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
