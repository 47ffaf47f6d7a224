import { orderEndpoints, reconciliationEndpoints } from '@windlass/contract';
import type { TestAnswer, TestRequest } from '../app/testApp.ts';
import type { TestTrader } from '../app/testService.ts';
import { does } from '../wire/faults.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedMarket,
  type SimulatedVenue,
} from './simulated.ts';

/** The activity of a live account while it is watched, under its exchange's real limits. */
export interface BudgetDay {
  readonly venue: SimulatedVenue;
  /** Orders that rest in the first market of the exchange. */
  readonly resting: number;
  readonly minutes: number;
}

/** The measurements of the day; times are of the manual clock. */
export interface BudgetFigures {
  /** Longest time between two finished comparisons, the first counted from the beginning. */
  readonly comparisonGapMs: number;
  /** Reports that said the exchange could not be asked. */
  readonly unavailable: readonly string[];
  readonly differences: readonly string[];
  /** Orders that the last comparison covered. */
  readonly ordersCompared: number;
  /** Time from the failed sending until the order had an outcome. */
  readonly unknownMs: number;
  /** Statuses and times of the orders sent one per second. */
  readonly orders: readonly Answered[];
  readonly orderReads: readonly Answered[];
  readonly balanceReads: readonly Answered[];
}

export interface Answered {
  readonly status: number;
  readonly ms: number;
  readonly message: string;
}

const stepMs = 250;
const minuteMs = 60_000;
const reportEveryMs = 5_000;
/** A screen that shows one order and the balance asks about this often. */
const readEveryMs = 10_000;
/** Within the limits of the slowest exchange, for a key of kraken's lowest tier. */
const placeEveryMs = 1_500;
const burst = 20;
const unknownMsMax = 120_000;
/** No two of them are the same order, and none is ever filled. */
const priceOf = (index: number) => Number((50 + index * 0.1).toFixed(2));

/** Plays a day of one account, and measures the effect of its limits. */
export async function playBudgetDay({
  venue,
  resting,
  minutes,
}: BudgetDay): Promise<BudgetFigures> {
  const live = await openLiveService(venue, (limits) => limits);
  try {
    const stage = await openStage(live, venue);
    await stage.warmUp();
    for (let index = 0; index < resting; index += 1) {
      await stage.place(index);
      await stage.pass(placeEveryMs);
    }
    stage.watch();
    await stage.pass(2 * minuteMs);
    const orders = await stage.sendBurst(resting);
    await stage.pass(2 * minuteMs);
    const unknownMs = await stage.loseAnswer(resting + burst);
    const restMs = minutes * minuteMs - stage.watchedMs();
    await stage.pass(restMs);
    return { orders, unknownMs, ...(await stage.figures()) };
  } finally {
    await live.stop();
  }
}

async function openStage(live: LiveService, venue: SimulatedVenue) {
  const { service } = live;
  const [market] = venue.markets;
  if (!market) throw new Error('the exchange has a market');
  const trader = await service.trader(market);
  const { clock } = service.app;
  const watching = createWatch(live, trader, market.marketType);
  let watchedSinceMs: number | undefined;
  const pass = async (ms: number): Promise<void> => {
    for (let past = 0; past < ms; past += stepMs) {
      if (watchedSinceMs !== undefined) watching.beat(clock.monotonic() - watchedSinceMs);
      await clock.advance(stepMs);
      await service.app.sockets?.settle();
    }
  };
  const over = async (answer: Promise<Answered>): Promise<Answered> => {
    let isOver = false;
    const noted = answer.finally(() => {
      isOver = true;
    });
    await service.app.sockets?.settle(() => isOver);
    while (!isOver) await pass(stepMs);
    return noted;
  };
  const bodyOf = (index: number) => ({
    exchange_account_id: trader.account,
    symbol: market.symbol,
    market_type: market.marketType,
    order_type: 'limit',
    side: 'buy',
    quantity: 1,
    price: priceOf(index),
    client_order_id: `order-${index}`,
  });
  const send = (index: number) =>
    watching.timed({
      method: orderEndpoints.submitOrder.method,
      url: orderEndpoints.submitOrder.path,
      body: bodyOf(index),
    });
  return {
    pass,
    /** Sends a first order and ends it: loading its code takes time that no limit causes. */
    async warmUp(): Promise<void> {
      const body = { order_type: 'limit', side: 'buy', quantity: 1, price: 40 };
      const { order_id } = await trader.take(body);
      await trader.cancel(order_id);
      await pass(minuteMs);
    },
    place: (index: number) => over(send(index)),
    watch() {
      watchedSinceMs = clock.monotonic();
    },
    watchedMs: () => clock.monotonic() - (watchedSinceMs ?? 0),
    ...createActs(live, { market, watching, pass, send, over }),
    async figures() {
      return watching.figures(clock.monotonic() - (watchedSinceMs ?? 0));
    },
  };
}

interface ActParts {
  readonly market: SimulatedMarket;
  readonly watching: ReturnType<typeof createWatch>;
  readonly pass: (ms: number) => Promise<void>;
  readonly send: (index: number) => Promise<Answered>;
  readonly over: (answer: Promise<Answered>) => Promise<Answered>;
}

function createActs(
  { service, simulator }: LiveService,
  { market, watching, pass, send, over }: ActParts,
) {
  const { clock } = service.app;
  return {
    async sendBurst(first: number): Promise<readonly Answered[]> {
      const sent: Promise<Answered>[] = [];
      for (let index = 0; index < burst; index += 1) {
        sent.push(send(first + index));
        await pass(1_000);
      }
      await pass(20_000);
      return Promise.all(sent);
    },
    /**
     * Makes the exchange take an order without an answer; returns how long its outcome was open.
     */
    async loseAnswer(index: number): Promise<number> {
      const how = { kind: 'resetsBeforeHeaders' } as const;
      const match = (request: Parameters<typeof does>[2]) => does(market.at, 'sends', request);
      simulator.fail(market.at, { match, times: 1, when: 'after', how });
      const beganMs = clock.monotonic();
      await over(send(index));
      const name = `order-${index}`;
      while (watching.heard.get(name) !== 'open') {
        if (clock.monotonic() - beganMs > unknownMsMax) break;
        await pass(stepMs);
      }
      return clock.monotonic() - beganMs;
    },
  };
}

/** Sends a caller's requests at regular times, and keeps the answers. */
function createWatch(
  { service: { app } }: LiveService,
  { account }: TestTrader,
  marketType: string,
) {
  const { clock } = app;
  const own = new URLSearchParams({ exchange_account_id: account, market_type: marketType });
  const orderReads: Promise<Answered>[] = [];
  const balanceReads: Promise<Answered>[] = [];
  const comparedAtMs: number[] = [];
  const unavailable: string[] = [];
  const heard = new Map<string, string>();
  app.app.trading?.execution.events.onOrder((order) => {
    const isWatched = order.accountId === account && order.clientOrderId.startsWith('order-');
    if (isWatched) heard.set(order.clientOrderId, order.status);
  });
  const timed = async (request: TestRequest): Promise<Answered> => {
    const beganMs = clock.monotonic();
    const { status, json }: TestAnswer = await app.call(request);
    return { status, ms: clock.monotonic() - beganMs, message: String(json.message) };
  };
  const look = async (watchedMs: number): Promise<void> => {
    const { json } = await app.call({
      url: `${reconciliationEndpoints.getReconciliation.path}?exchange_account_id=${account}`,
    });
    const [report] = json.data.accounts;
    if (report.unavailable_reason !== null) unavailable.push(report.unavailable_reason);
    const atMs = Date.parse(report.last_compared_at ?? 0) - clock.now() + watchedMs;
    const lastMs = comparedAtMs.at(-1) ?? 0;
    if (atMs - lastMs > 500) comparedAtMs.push(atMs);
  };
  const orderPath = () =>
    orderEndpoints.getOrder.path.replace(':order_id', [...heard.keys()][0] ?? '');
  return {
    timed,
    heard,
    beat(watchedMs: number): void {
      if (watchedMs % reportEveryMs === 0) void look(watchedMs);
      if (watchedMs % readEveryMs === 0) {
        balanceReads.push(timed({ url: `${orderEndpoints.getBalance.path}?${own}` }));
        if (heard.size > 0) orderReads.push(timed({ url: `${orderPath()}?${own}` }));
      }
    },
    async figures(watchedMs: number) {
      const { json } = await app.call({
        url: `${reconciliationEndpoints.getReconciliation.path}?exchange_account_id=${account}`,
      });
      const ends = [0, ...comparedAtMs, watchedMs];
      const gaps = ends.slice(1).map((atMs, index) => atMs - (ends[index] ?? 0));
      return {
        comparisonGapMs: Math.max(...gaps),
        ordersCompared: json.data.accounts[0].orders_compared,
        unavailable,
        differences: json.data.differences.map(
          ({ kind, reason }: { kind: string; reason: string }) => `${kind}: ${reason}`,
        ),
        orderReads: await Promise.all(orderReads),
        balanceReads: await Promise.all(balanceReads),
      };
    },
  };
}
