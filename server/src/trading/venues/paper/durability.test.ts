import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import {
  acknowledged,
  clientIdOf,
  createPaperBench,
  noSignal,
  orderOf,
  refOf,
} from '../../../../test/support/paper/fixture.ts';
import { StaleEpochError, type Store } from '../../../store/types.ts';
import { VenueUnavailableError } from '../venuePort.ts';
import { retryMs } from './saver.ts';

const venue = 'binance';
const symbol = orderOf(venue).symbol;
const calm = {
  bids: [[100, 10]] as const,
  asks: [[101, 10]] as const,
};

/** The store as it is until it is cut off: nothing is written any more, and nobody hears back. */
function cuttable(store: Store) {
  let isCut = false;
  let saves = 0;
  let refusal: Error | undefined;
  const write: Store['write'] = {
    ...store.write,
    savePaper(epoch, save) {
      saves += 1;
      if (isCut) return new Promise(() => undefined);
      return refusal ? Promise.reject(refusal) : store.write.savePaper(epoch, save);
    },
  };
  return {
    store: { db: store.db, write },
    cut: () => {
      isCut = true;
    },
    refuse: (error: Error | undefined) => {
      refusal = error;
    },
    saves: () => saves,
  };
}

eachDatabase('a paper account', (database) => {
  it('goes on after a crash exactly where it was acknowledged', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    const wire = cuttable(store);
    // 1. A fill, a resting order, a resting pair and a cancelled order are acknowledged.
    const bench = createPaperBench({ store: wire.store, epoch });
    bench.books.show(symbol, venue, calm);
    const trader = bench.open(venue);
    await acknowledged(trader.submit({ type: 'market' }));
    const resting = await acknowledged(trader.submit({ price: '95' }));
    const pair = await acknowledged(
      trader.submit({ type: 'oco', price: '94', stopPrice: '110', quantity: '2' }),
    );
    const gone = await acknowledged(trader.submit({ price: '93' }));
    await trader.session.cancel(refOf(gone), noSignal);
    const balances = await trader.session.balances('spot', noSignal);
    const fills = await trader.session.fills(
      { marketType: 'spot', sinceMs: 0, limit: 9 },
      noSignal,
    );
    expect(fills).toEqual(trader.fills);
    // 2. The process dies before the next order is durable.
    wire.cut();
    let answered = false;
    void trader.submit({ type: 'market', quantity: '3' }).then(() => {
      answered = true;
    });
    await bench.clock.advance(5_000);
    expect(answered).toBe(false);
    // 3. Another one opens the account.
    const next = createPaperBench({ store, epoch });
    const again = next.open(venue);
    expect(await again.session.balances('spot', noSignal)).toEqual(balances);
    expect(await again.session.openOrders('spot', undefined, noSignal)).toEqual([resting, pair]);
    expect(
      await again.session.fills({ marketType: 'spot', sinceMs: 0, limit: 9 }, noSignal),
    ).toEqual(fills);
    expect(await again.session.lookup(refOf(gone), noSignal)).toMatchObject({
      order: { status: 'canceled' },
    });
    const lost = { ...refOf(resting), venueOrderId: undefined, clientId: clientIdOf(5) };
    expect(await again.session.lookup(lost, noSignal)).toEqual({ kind: 'absent' });
    // 4. Its resting orders fill there without anybody asking for anything.
    next.books.show(symbol, venue, { bids: [[93, 10]], asks: [[94.5, 10]] });
    await next.clock.advance(100);
    await again.session.balances('spot', noSignal);
    expect(again.heard).toEqual(['fill 1 at 95', 'limit closed 1']);
    expect(again.fills.map(({ venueTradeId }) => venueTradeId)).toEqual(['2']);
    await again.session.close();
    expect(next.books.held()).toEqual([]);
  });

  it('writes concurrent orders with a few saves', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    const wire = cuttable(store);
    const bench = createPaperBench({ store: wire.store, epoch });
    bench.books.show(symbol, venue, calm);
    const trader = bench.open(venue);
    await trader.session.balances('spot', noSignal);
    const submits = Array.from({ length: 50 }, () => trader.submit());
    for (const outcome of await Promise.all(submits)) expect(outcome.kind).toBe('acknowledged');
    expect(wire.saves()).toBe(2);
    expect(await store.db.selectFrom('paper_orders').selectAll().execute()).toHaveLength(50);
    await trader.session.close();
  });

  it('keeps ended orders in the table and not in the dump', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    const bench = createPaperBench({ store, epoch });
    bench.books.show(symbol, venue, calm);
    const trader = bench.open(venue);
    const sizes = new Set<number>();
    for (let count = 0; count < 20; count += 1) {
      const order = await acknowledged(trader.submit());
      await trader.session.cancel(refOf(order), noSignal);
      const row = await store.db
        .selectFrom('paper_engines')
        .select('dump')
        .executeTakeFirstOrThrow();
      sizes.add(Math.round(row.dump.length / 20));
    }
    expect(sizes.size).toBeLessThanOrEqual(2);
    await trader.session.close();
  });

  it('answers unknown while it cannot write, and comes back by itself', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    const wire = cuttable(store);
    const bench = createPaperBench({ store: wire.store, epoch });
    bench.books.show(symbol, venue, calm);
    const trader = bench.open(venue);
    wire.refuse(new Error('disk full'));
    const first = await trader.submit();
    expect(first).toEqual({
      kind: 'unknown',
      message: 'The paper venue did not answer: disk full',
    });
    // Not durable, so nobody may hear of it; and nothing more is taken in.
    const ref = { ...orderOf(venue), clientId: clientIdOf(1), venueOrderId: undefined };
    expect(await trader.session.lookup(ref, noSignal)).toMatchObject({ kind: 'unknown' });
    await expect(trader.session.openOrders('spot', undefined, noSignal)).rejects.toThrow(
      VenueUnavailableError,
    );
    expect(await trader.submit()).toMatchObject({ kind: 'unknown' });
    expect(trader.heard).toEqual([]);
    wire.refuse(undefined);
    await bench.clock.advance(retryMs);
    expect(await trader.session.lookup(ref, noSignal)).toMatchObject({ kind: 'found' });
    expect(trader.heard).toEqual(['limit open 0']);
    expect(await trader.session.openOrders('spot', undefined, noSignal)).toHaveLength(1);
    await trader.session.close();
    expect(bench.clock.pending()).toBe(0);
  });

  it('writes nothing for a process that lost its place', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    const bench = createPaperBench({ store, epoch: epoch - 1 });
    bench.books.show(symbol, venue, calm);
    const trader = bench.open(venue);
    expect(await trader.submit()).toMatchObject({ kind: 'unknown' });
    expect(bench.failures[0]).toBeInstanceOf(StaleEpochError);
    expect(await store.db.selectFrom('paper_orders').selectAll().execute()).toEqual([]);
    expect(await store.db.selectFrom('paper_engines').selectAll().execute()).toEqual([]);
    // It does not try again.
    expect(bench.clock.pending()).toBe(0);
  });

  it('is opened again by itself when it could not be read', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    const first = createPaperBench({ store, epoch });
    first.books.show(symbol, venue, calm);
    const before = first.open(venue);
    await acknowledged(before.submit({ price: '95' }));
    await before.session.close();
    let isDown = true;
    const flaky = {
      write: store.write,
      get db() {
        if (isDown) throw new Error('connection refused');
        return store.db;
      },
    };
    const bench = createPaperBench({ store: flaky, epoch });
    const trader = bench.open(venue);
    expect(await trader.submit()).toMatchObject({ kind: 'unknown' });
    await expect(trader.session.balances('spot', noSignal)).rejects.toThrow('connection refused');
    isDown = false;
    // The book is there already and does not change any more.
    bench.books.show(symbol, venue, { bids: [[90, 10]], asks: [[94, 10]] });
    await bench.clock.advance(1_000);
    for (let turn = 0; turn < 500 && trader.heard.length === 0; turn += 1) {
      await store.db.selectFrom('paper_fills').select('trade_id').execute();
      await bench.clock.advance(1);
    }
    expect(trader.heard).toEqual(['fill 1 at 95', 'limit closed 1']);
    await trader.session.close();
    expect(bench.clock.pending()).toBe(0);
  });

  it('starts anew when it was removed and made again under its name', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    const bench = createPaperBench({ store, epoch });
    bench.books.show(symbol, venue, calm);
    const trader = bench.open(venue);
    await acknowledged(trader.submit({ type: 'market' }));
    await trader.session.close();
    const anew = bench.open(venue, { spot: { USDT: '7' } }, 1);
    expect(await anew.session.balances('spot', noSignal)).toEqual({
      USDT: { free: '7', used: '0', total: '7' },
    });
    await anew.session.close();
  });
});
