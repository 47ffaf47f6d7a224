import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../../../test/support/databases/memoryStore.ts';
import {
  acknowledged,
  clientIdOf,
  createPaperBench,
  listedMarket,
  noSignal,
  type OpenPaper,
  orderOf,
  type PaperBench,
  refOf,
  symbolOf,
} from '../../../../test/support/paper/fixture.ts';
import type { Store } from '../../../store/types.ts';
import type { BookLevel } from '../bookPort.ts';
import type { PaperBoundary } from './ports.ts';

const venue = 'binance';
const { symbol } = orderOf(venue);

describe('a paper session', () => {
  let store: Store;
  let epoch: number;
  let bench: PaperBench;
  let trader: OpenPaper;
  let losing: PaperBoundary | undefined;

  beforeAll(async () => {
    store = await openMemoryStore();
    ({ epoch } = await store.own());
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    for (const table of ['paper_engines', 'paper_orders', 'paper_fills'] as const) {
      await store.db.deleteFrom(table).execute();
    }
    losing = undefined;
    const faults = { isLost: (boundary: PaperBoundary) => boundary === losing };
    bench = createPaperBench({ store, epoch, faults });
    trader = bench.open(venue);
  });

  const show = (bids: readonly BookLevel[], asks: readonly BookLevel[]) =>
    bench.books.show(symbol, venue, { bids, asks });
  const calm = () => show([[100, 10]], [[101, 10]]);
  const lookup = async (count: number) => {
    const ref = { ...orderOf(venue), clientId: clientIdOf(count), venueOrderId: undefined };
    return trader.session.lookup(ref, noSignal);
  };

  describe('with its book', () => {
    it('waits for one that is being opened', async () => {
      const outcome = trader.submit({ type: 'market' });
      await bench.clock.advance(1_999);
      expect(bench.books.held()).toEqual(['binance BTC/USDT']);
      calm();
      expect(await acknowledged(outcome)).toMatchObject({ status: 'closed', cost: '101' });
      expect(bench.books.held()).toEqual([]);
    });

    it('goes on after two seconds without one: a market order has nothing to meet', async () => {
      const market = trader.submit({ type: 'market' });
      const limit = trader.submit({ price: '95' });
      await bench.clock.advance(2_000);
      expect(await market).toEqual({
        kind: 'rejected',
        code: 'OTHER',
        message: 'There is no usable order book of BTC/USDT to trade against now.',
      });
      expect(await acknowledged(limit)).toMatchObject({ status: 'open' });
    });

    it('trades on no book that is flagged or dead', async () => {
      calm();
      await acknowledged(trader.submit({ price: '95' }));
      bench.books.flag(symbol, venue, 'gap');
      expect(await trader.submit({ type: 'market' })).toMatchObject({ kind: 'rejected' });
      bench.books.flag(symbol, venue, undefined);
      expect(await acknowledged(trader.submit({ type: 'market' }))).toMatchObject({ filled: '1' });
      const book = bench.books.book(symbol, venue);
      if (book) Object.assign(book, { health: () => ({ quality: 'UNAVAILABLE' }) });
      expect(await trader.submit({ type: 'market' })).toMatchObject({ kind: 'rejected' });
    });

    it('looks at a busy book once a beat, and holds it only while something is open', async () => {
      calm();
      const order = await acknowledged(trader.submit({ price: '95' }));
      show([[90, 10]], [[91, 0.25]]);
      show([[90, 10]], [[92, 0.5]]);
      await bench.clock.advance(99);
      await trader.session.balances('spot', noSignal);
      expect(trader.fills).toEqual([]);
      await bench.clock.advance(1);
      await trader.session.balances('spot', noSignal);
      // The book between the two was never looked at.
      expect(trader.heard).toEqual(['limit open 0', 'fill 0.5 at 95', 'limit open 0.5']);
      expect(bench.books.held()).toEqual(['binance BTC/USDT']);
      await trader.session.cancel(refOf(order), noSignal);
      expect(bench.books.held()).toEqual([]);
    });

    it('gives no liquidity out twice until the book moves on', async () => {
      calm();
      const order = { type: 'market', quantity: '6' } as const;
      expect(await acknowledged(trader.submit(order))).toMatchObject({ filled: '6' });
      expect(await acknowledged(trader.submit(order))).toMatchObject({ filled: '4' });
      show([[100, 10]], [[101, 12]]);
      expect(await acknowledged(trader.submit(order))).toMatchObject({ filled: '2' });
    });
  });

  describe('when an answer is lost', () => {
    const lost = { kind: 'unknown', message: 'The answer of the paper venue was lost.' };

    it('before the order arrives, there is none', async () => {
      calm();
      losing = 'beforeAccept';
      expect(await trader.submit()).toEqual(lost);
      expect(await lookup(1)).toEqual({ kind: 'absent' });
    });

    it.each(['beforeDurable', 'beforeAnswer'] as const)('%s, the order lives', async (boundary) => {
      calm();
      losing = boundary;
      expect(await trader.submit()).toEqual(lost);
      const found = await lookup(1);
      expect(found).toMatchObject({ kind: 'found', order: { status: 'open' } });
      const order = found.kind === 'found' ? found.order : undefined;
      if (!order) throw new Error('no order');
      expect(await trader.session.cancel(refOf(order), noSignal)).toEqual(lost);
      losing = undefined;
      expect(await lookup(1)).toMatchObject({ order: { status: 'canceled' } });
    });

    it('by giving up, an order that was not taken in yet never comes to life', async () => {
      const giveUp = new AbortController();
      const outcome = trader.session.submit(
        orderOf(venue, { clientId: clientIdOf(1) }),
        giveUp.signal,
      );
      await bench.clock.advance(1_000);
      giveUp.abort(new Error('too slow'));
      const message = 'The paper venue did not answer: too slow';
      expect(await outcome).toEqual({ kind: 'unknown', message });
      calm();
      expect(await lookup(1)).toEqual({ kind: 'absent' });
    });
  });

  describe('given a client id again', () => {
    it('answers with the first order, at once and for ever', async () => {
      calm();
      const twice = { clientId: clientIdOf(77) };
      const outcomes = await Promise.all([1, 2, 3].map(() => trader.submit(twice)));
      const [first] = outcomes;
      expect(outcomes).toEqual([first, first, first]);
      const order = await acknowledged(trader.submit(twice));
      await trader.session.cancel(refOf(order), noSignal);
      const later = await acknowledged(trader.submit({ ...twice, type: 'market', quantity: '5' }));
      expect(later).toMatchObject({ venueOrderId: order.venueOrderId, status: 'canceled' });
      expect(trader.fills).toEqual([]);
      await trader.session.close();
      const again = bench.open(venue);
      const afterRestart = await acknowledged(again.submit(twice));
      expect(afterRestart.venueOrderId).toBe(order.venueOrderId);
    });

    it('takes a refused one as new', async () => {
      calm();
      const twice = { clientId: clientIdOf(78) };
      expect(await trader.submit({ ...twice, quantity: '20000' })).toMatchObject({
        kind: 'rejected',
      });
      expect(await trader.submit(twice)).toMatchObject({ kind: 'acknowledged' });
    });
  });

  it('tells where a trailing stop is now', async () => {
    const perp = orderOf(venue, { marketType: 'swap' }).symbol;
    const level = (bid: number) =>
      bench.books.show(perp, venue, { bids: [[bid, 10]], asks: [[bid + 2, 10]] });
    level(99);
    const order = await acknowledged(
      trader.submit({ marketType: 'swap', type: 'trailing_stop', trailingDelta: 10 }),
    );
    expect(order).toMatchObject({ status: 'open', stopPrice: 110 });
    level(79);
    await bench.clock.advance(100);
    const [moved] = await trader.session.openOrders('swap', perp, noSignal);
    expect(moved?.stopPrice).toBe(88);
    level(84);
    await bench.clock.advance(100);
    const [still] = await trader.session.openOrders('swap', perp, noSignal);
    expect(still).toEqual(moved);
    await trader.session.close();
    const [restored] = await bench.open(venue).session.openOrders('swap', perp, noSignal);
    expect(restored?.stopPrice).toBe(88);
  });

  it('gives fills from a time on, oldest first, at most so many', async () => {
    calm();
    for (let count = 0; count < 5; count += 1) {
      await acknowledged(trader.submit({ type: 'market' }));
      await bench.clock.advance(10);
    }
    const all = trader.fills;
    expect(all).toHaveLength(5);
    const since = all[2]?.atMs ?? 0;
    const query = (sinceMs: number, limit: number, marketType: 'spot' | 'swap' = 'spot') =>
      trader.session.fills({ marketType, sinceMs, limit }, noSignal);
    expect(await query(0, 2)).toEqual(all.slice(0, 2));
    expect(await query(since, 9)).toEqual(all.slice(2));
    expect(await query(0, 9, 'swap')).toEqual([]);
  });

  it('finds ended orders by client id, however many are asked for at a time', async () => {
    calm();
    const orders = [];
    for (let count = 0; count < 5; count += 1) {
      orders.push(await acknowledged(trader.submit({ type: 'market' })));
    }
    const refs = orders.map((order) => refOf(order, 'client'));
    const found = await Promise.all(refs.map((ref) => trader.session.lookup(ref, noSignal)));
    expect(found).toEqual(orders.map((order) => ({ kind: 'found', order })));
  });

  it('calls no order absent that is on its way in', async () => {
    const submitted = trader.submit();
    await bench.clock.advance(100);
    const found = lookup(1);
    await bench.clock.advance(100);
    calm();
    const order = await acknowledged(submitted);
    expect(await found).toEqual({ kind: 'found', order });
  });

  it('knows no order of another id', async () => {
    const ref = { ...orderOf(venue), venueOrderId: 'nobody' };
    expect(await trader.session.cancel(ref, noSignal)).toEqual({ kind: 'notFound' });
    expect(await trader.session.lookup(ref, noSignal)).toEqual({ kind: 'absent' });
  });

  it('keeps the wallets of spot and of derivatives apart', async () => {
    calm();
    await acknowledged(trader.submit({ type: 'market' }));
    const swap = await trader.session.balances('swap', noSignal);
    expect(swap.USDT?.total).toBe('1000000');
    const spot = await trader.session.balances('spot', noSignal);
    expect(spot.USDT?.total).toBe('999899');
    expect(spot.BTC?.total).toBe('10.999');
  });

  it('has a bound on open orders', async () => {
    calm();
    const many = Array.from({ length: 1_000 }, () => trader.submit({ quantity: '0.1' }));
    for (const outcome of await Promise.all(many)) expect(outcome.kind).toBe('acknowledged');
    expect(await trader.submit({ quantity: '0.1' })).toEqual({
      kind: 'rejected',
      code: 'OTHER',
      message: 'A paper account has at most 1000 open orders.',
    });
  });

  it('refuses markets that the venue does not list, or not now', async () => {
    const markets = {
      'ETH/USDT': listedMarket(symbolOf('ETH/USDT'), { isActive: false }),
      'BTC/USD:BTC': listedMarket(symbolOf('BTC/USD:BTC'), { isInverse: true }),
    };
    const strict = createPaperBench({
      store,
      epoch,
      rulesOf: (_venue, name) => markets[name as keyof typeof markets],
    }).open(venue);
    const messageOf = async (name: string, marketType: 'spot' | 'swap') => {
      const outcome = await strict.submit({ symbol: symbolOf(name), marketType });
      return 'message' in outcome ? outcome.message : outcome.kind;
    };
    expect(await messageOf('BTC/USDT', 'spot')).toBe('Binance lists no spot BTC/USDT.');
    expect(await messageOf('ETH/USDT', 'spot')).toBe(
      'Binance is not accepting orders in ETH/USDT.',
    );
    expect(await messageOf('BTC/USD:BTC', 'spot')).toBe('Binance lists no spot BTC/USD:BTC.');
    const inverse = 'Paper accounts do not trade inverse contracts, and BTC/USD:BTC is one.';
    expect(await messageOf('BTC/USD:BTC', 'swap')).toBe(inverse);
  });

  it('takes over finer price steps at once, and coarser ones once nothing is open', async () => {
    let priceTick = 0.01;
    const rulesOf = () => listedMarket(symbol, { priceTick });
    const steps = createPaperBench({ store, epoch, rulesOf });
    steps.books.show(symbol, venue, { bids: [[100, 10]], asks: [[101, 10]] });
    const open = steps.open(venue);
    const old = await acknowledged(open.submit({ price: '95.01' }));
    priceTick = 0.001;
    const fine = await acknowledged(open.submit({ price: '95.001' }));
    expect(fine).toMatchObject({ status: 'open', price: 95.001 });
    const kept = await open.session.lookup(refOf(old), noSignal);
    expect(kept).toMatchObject({ order: { price: 95.01, status: 'open' } });
    priceTick = 0.1;
    expect(await open.submit({ price: '95.001' })).toMatchObject({ kind: 'acknowledged' });
    for (const order of await open.session.openOrders('spot', symbol, noSignal)) {
      await open.session.cancel(refOf(order), noSignal);
    }
    expect(await open.submit({ price: '95.001' })).toMatchObject({ kind: 'rejected' });
    expect(await acknowledged(open.submit({ type: 'market' }))).toMatchObject({ average: 101 });
    const found = await open.session.lookup(refOf(old), noSignal);
    expect(found).toMatchObject({ order: { price: 95.01, status: 'canceled' } });
  });

  it('counts contracts in base units', async () => {
    const perp = symbolOf('BTC/USDT:USDT');
    // A contract of 0.01 BTC that trades in hundredths, as okx lists it.
    const market = listedMarket(perp, { contractSize: 0.01, quantityStep: 0.0001 });
    const contracts = createPaperBench({ store, epoch, rulesOf: () => market });
    contracts.books.show(perp, venue, { bids: [[100, 10]], asks: [[101, 10]] });
    const [open, swap] = [contracts.open(venue), { marketType: 'swap', type: 'market' } as const];
    const filled = await acknowledged(open.submit({ ...swap, quantity: '0.0501' }));
    expect(filled).toMatchObject({ filled: '0.0501', cost: '5.0601', average: 101 });
    expect(await open.submit({ ...swap, quantity: '0.00005' })).toMatchObject({
      message: 'Price or quantity is not a positive multiple of the step.',
    });
  });

  it('takes in no order that still waits when it is closed', async () => {
    const waiting = trader.submit();
    await bench.clock.advance(100);
    await trader.session.close();
    expect(await waiting).toMatchObject({ kind: 'unknown' });
    expect([bench.books.held(), bench.clock.pending()]).toEqual([[], 0]);
  });

  it('answers nothing more once it is closed', async () => {
    await trader.session.close();
    expect(await trader.submit()).toMatchObject({ kind: 'unknown' });
    await expect(trader.session.balances('spot', noSignal)).rejects.toThrow('was closed');
  });
});
