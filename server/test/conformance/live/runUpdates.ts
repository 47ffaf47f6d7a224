import { reconciliationEndpoints } from '@windlass/contract';
import type { ShownBook, StreamFault } from '@windlass/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredFill, StoredOrder } from '../../../src/trading/execution/orderStore.ts';
import type { TestTrader } from '../../support/app/testService.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedMarket,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';

// Changes of an order of a live account are known without a request: over the exchange's stream
// within a second, and by polling when the stream is down.

const sell = { order_type: 'limit', side: 'sell', quantity: 1, price: 105 };
const stop = { order_type: 'stop_loss', side: 'sell', quantity: 1, stop_price: 95 };
const meetsSell = { bids: [[106, 10]], asks: [[107, 10]] } as const;
const meetsStop = { bids: [[93, 10]], asks: [[94, 10]] } as const;

/** Longest time that a fill may go unnoticed with a stream, and without one. */
const streamedMs = 1_000;
const usualPolledMs = 5_000;
/** A cut stream is back within one second, and polls are three apart. */
const reconnectedMs = 2_000;
/** As many as one answer of some exchanges lists. */
const usualStormFills = 1_000;
const krakenReads = /^\/0\/private\/(Query|Open|Closed|Trades)/;
const stepMs = 100;

/** The differences between venues. */
interface Pace {
  /** Time within which polls find a fill: longer where a venue's budget delays them. */
  readonly polledMs?: number;
  /** Fewer where one answer of the exchange lists fewer. */
  readonly stormFills?: number;
  /** An order and its fills take two, unless the fills of the storm are more than a page. */
  readonly requestsPerLook?: number;
}

/** Checks that the news of orders of live accounts keeps its promises. */
export function runUpdates(
  exchange: SimulatedVenue,
  { polledMs = usualPolledMs, stormFills = usualStormFills, requestsPerLook = 2 }: Pace = {},
): void {
  let opened: LiveService;
  beforeAll(async () => {
    opened = await openLiveService(exchange);
  });
  afterAll(() => opened.stop());
  for (const market of exchange.markets) {
    const bench = createBench(market, () => opened);
    describe(`an order of ${market.marketType} that rests`, () => {
      beforeEach(() => bench.fail({ kind: 'refuse', times: 0 }));
      runNews(bench, polledMs);
      runBounds(bench, { stormFills, requestsPerLook });
    });
  }
  describe('a service that stopped', () => {
    it('asks nothing more, and leaves no stream open', async () => {
      const [market] = exchange.markets;
      if (!market) throw new Error('the exchange has a market');
      const bench = createBench(market, () => opened);
      await bench.openTrader();
      const { app } = opened.service;
      await app.stop();
      const before = bench.lookups();
      await bench.until(() => bench.streams() === 0, 1_000);
      await app.clock.advance(120_000);
      expect([bench.lookups(), app.clock.pending()]).toEqual([before, 0]);
    });
  });
}

type Bench = ReturnType<typeof createBench>;

function createBench(market: SimulatedMarket, live: () => LiveService) {
  const turns = async () => live().service.app.sockets?.settle();
  const pass = async (ms: number, isOver = () => false): Promise<void> => {
    await turns();
    for (let passed = 0; passed < ms && !isOver(); passed += stepMs) {
      await live().service.app.clock.advance(stepMs);
      await turns();
    }
  };
  const until = async (isSo: () => boolean, limitMs: number): Promise<void> => {
    await pass(limitMs, isSo);
    if (!isSo()) throw new Error(`Not so within ${limitMs} ms.`);
  };
  const streams = () => live().simulator.streams(market.at);
  return {
    pass,
    until,
    streams,
    fail: (how: StreamFault) => live().simulator.failStreams(market.at, how),
    /** Moves only the exchange's market. */
    show: (book: ShownBook) =>
      live().simulator.show(market.at, market.symbol, inContracts(book, market)),
    lookups: () => live().simulator.requests(market.at).filter(isRead).length,
    ask: (url: string) => live().service.app.ask({ url }),
    heard: ({ account }: TestTrader) => heardOf(live(), account),
    /** Opens an account with something to sell, whose orders are reported over its own stream. */
    async openTrader(isStreamed = true): Promise<TestTrader> {
      const before = streams();
      const trader = await live().service.trader(market);
      await trader.take({ order_type: 'market', side: 'buy', quantity: 3 });
      await trader.take({ ...sell, price: 120, client_order_id: 'standing' });
      if (isStreamed) await until(() => streams() > before, 3_000);
      return trader;
    },
    async compare({ account }: TestTrader) {
      const { method, path: url } = reconciliationEndpoints.compareAccounts;
      const body = { exchange_account_id: account };
      return (await live().service.app.ask({ method, url, body })).json.data;
    },
  };
}

/** Quantities of the suite are in the base; the exchange's market may count contracts. */
function inContracts({ bids, asks }: ShownBook, { definition }: SimulatedMarket): ShownBook {
  const size = Number(definition.contractSize ?? 1);
  const counted = (levels: ShownBook['bids']) =>
    levels.map(([price, quantity]) => {
      const contracts = Number(quantity) / size;
      return [price, Number(contracts.toPrecision(12))] as const;
    });
  return { bids: counted(bids), asks: counted(asks) };
}

function runNews(
  { fail, until, streams, openTrader, heard, compare, ask }: Bench,
  polledMs: number,
): void {
  it('is known to have filled within a second, and nobody asked', async () => {
    const trader = await openTrader();
    const news = heard(trader);
    const { order_id } = await trader.take({ ...sell, client_order_id: 'mine' });
    await trader.show(meetsSell);
    await until(() => news.status('mine') === 'closed', streamedMs);
    expect(news.fills(order_id)).toHaveLength(1);
    expect(news.order('mine')).toMatchObject({ filled: '1', status: 'closed' });
    const [{ orders_followed, order_streams }] = (await compare(trader)).accounts;
    const live = { state: 'live', quiet_seconds: expect.any(Number) };
    expect([orders_followed, order_streams]).toEqual([
      1,
      expect.arrayContaining([expect.objectContaining(live)]),
    ]);
    const { text } = await ask('/metrics');
    expect(text).toMatch(`windlass_orders_followed{account="${trader.account}"} 1`);
    expect(text).toMatch(
      new RegExp(`order_stream_live{account="${trader.account}",stream="\\w+"} 1`),
    );
  });

  it('is known to have gone off and filled within a second', async () => {
    const trader = await openTrader();
    const news = heard(trader);
    await trader.take({ ...stop, client_order_id: 'mine' });
    await trader.show(meetsStop);
    await until(() => news.status('mine') === 'closed', streamedMs);
    expect(news.order('mine')).toMatchObject({ filled: '1' });
  });

  it('is known to have filled within seconds where the stream is refused', async () => {
    fail({ kind: 'refuse', times: Number.MAX_SAFE_INTEGER });
    const before = streams();
    const trader = await openTrader(false);
    const news = heard(trader);
    await trader.take({ ...sell, client_order_id: 'mine' });
    await trader.show(meetsSell);
    await until(() => news.status('mine') === 'closed', polledMs);
    expect(streams()).toBe(before);
  });

  it('is looked up once the stream is back that was away while it filled', async () => {
    const trader = await openTrader();
    const news = heard(trader);
    await trader.take({ ...sell, client_order_id: 'mine' });
    fail({ kind: 'drop' });
    await trader.show(meetsSell);
    // Before any poll is due.
    await until(() => news.status('mine') === 'closed', reconnectedMs);
    expect(streams()).toBeGreaterThan(0);
  });
}

function runBounds(
  { pass, until, show, lookups, openTrader, heard, compare }: Bench,
  { stormFills, requestsPerLook }: Required<Pick<Pace, 'stormFills' | 'requestsPerLook'>>,
): void {
  it('is one fill, by whatever ways it is heard of', async () => {
    const trader = await openTrader();
    const news = heard(trader);
    const { order_id } = await trader.take({ ...sell, client_order_id: 'mine' });
    await trader.show(meetsSell);
    await until(() => news.status('mine') === 'closed', streamedMs);
    await trader.find('mine');
    await compare(trader);
    // After the next audit of open orders.
    await pass(35_000);
    expect(news.fills(order_id)).toHaveLength(1);
    expect(await trader.find('mine')).toMatchObject({ filled: 1, status: 'closed' });
    expect((await compare(trader)).differences).toEqual([]);
  });

  it('is looked up a few times, however often it is named', async () => {
    const trader = await openTrader();
    const news = heard(trader);
    await trader.take({ ...sell, quantity: 100, client_order_id: 'mine' });
    const before = lookups();
    for (let count = 1; count <= stormFills; count += 1) {
      show({ bids: [['105', '0.05']], asks: [['107', '1']] });
    }
    await until(() => Number(news.order('mine')?.filled) === stormFills * 0.05, streamedMs);
    // A second has room for three looks.
    expect(lookups() - before).toBeLessThanOrEqual(3 * requestsPerLook);
  });
}

/** Returns what is reported about an account's orders without a request. */
function heardOf({ service }: LiveService, account: string) {
  const orders = new Map<string, StoredOrder>();
  const fills: StoredFill[] = [];
  const events = service.app.app.trading?.execution.events;
  events?.onOrder((order) => {
    if (order.accountId === account) orders.set(order.clientOrderId, order);
  });
  events?.onFill((fill) => {
    if (fill.accountId === account) fills.push(fill);
  });
  return {
    order: (name: string) => orders.get(name),
    status: (name: string) => orders.get(name)?.status,
    fills: (venueOrderId: string) => fills.filter((fill) => fill.venueOrderId === venueOrderId),
  };
}

/** Some venues read by POST as well, at separate paths. */
function isRead({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'GET' || path === '/info' || krakenReads.test(path);
}
