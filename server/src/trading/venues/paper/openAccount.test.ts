import { expect, it } from 'vitest';
import {
  acknowledged,
  btcOf,
  listedMarket,
  noSignal,
  orderOf,
  refOf,
} from '../../../../test/support/paper/fixture.ts';
import { paperScene } from '../../../../test/support/paper/scene.ts';
import type { Store } from '../../../store/types.ts';
import { retryMs } from './saver.ts';

const venue = 'binance';
const { symbol } = orderOf(venue);
const calm = { bids: [[100, 10]] as const, asks: [[101, 10]] as const };
const nothing = 'There is nothing to trade against within the price bound.';

const paper = paperScene();

it('trades on no book that the engine cannot follow, nor on the one before it', async () => {
  const { bench } = paper;
  bench.books.show(symbol, venue, calm);
  const trader = bench.open(venue);
  const resting = await acknowledged(trader.submit({ price: '95' }));
  // Crossed, though nobody has flagged it yet.
  bench.books.show(symbol, venue, { bids: [[102, 10]], asks: [[94, 10]] });
  expect(await trader.submit({ type: 'market' })).toMatchObject({ message: nothing });
  expect(await trader.session.openOrders('spot', symbol, noSignal)).toEqual([resting]);
  bench.books.show(symbol, venue, calm);
  expect(await acknowledged(trader.submit({ type: 'market' }))).toMatchObject({ filled: '1' });
  await trader.session.close();
});

it('refuses a market whose steps are finer than the engine reckons', async () => {
  const steps = { priceTick: 1e-12, quantityStep: 1e-8 };
  const rulesOf = () => listedMarket(symbol, steps);
  const bench = paper.renew({ rulesOf });
  bench.books.show(symbol, venue, calm);
  const trader = bench.open(venue, undefined, 1);
  expect(await trader.submit()).toMatchObject({
    kind: 'rejected',
    message: 'Binance cannot define BTC/USDT.',
  });
  await trader.session.close();
});

it('writes what has changed, however many orders are open', async () => {
  let written = 0;
  const write: Store['write'] = {
    ...paper.store.write,
    savePaper(owner, save) {
      written = save.dump.length + JSON.stringify(save.orders).length;
      return paper.store.write.savePaper(owner, save);
    },
  };
  const bench = paper.renew({ store: { db: paper.store.db, write } });
  bench.books.show(symbol, venue, calm);
  const trader = bench.open(venue, undefined, 2);
  await acknowledged(trader.submit());
  const withOne = written;
  for (let count = 0; count < 50; count += 1) await acknowledged(trader.submit());
  expect(written).toBeLessThan(withOne * 1.1);
  await trader.session.close();
});

it.each(['at once', 'with the second try'])(
  'keeps what an order holds, when another ends, %s',
  async (when) => {
    let refusal: Error | undefined;
    const write: Store['write'] = {
      ...paper.store.write,
      savePaper: (...save) =>
        refusal ? Promise.reject(refusal) : paper.store.write.savePaper(...save),
    };
    const ageMs = when === 'at once' ? 3 : 4;
    const swap = { symbol: btcOf(venue, 'swap'), marketType: 'swap' } as const;
    const bench = paper.renew({ store: { db: paper.store.db, write } });
    bench.books.show(swap.symbol, venue, calm);
    const trader = bench.open(venue, undefined, ageMs);
    await acknowledged(trader.submit({ ...swap, type: 'market' }));
    const { used } = (await trader.session.balances('swap', noSignal)).USDT ?? {};
    // 1. The first is to close the position, so that the second would open one, until it is gone.
    const first = await acknowledged(trader.submit({ ...swap, side: 'sell', price: '120' }));
    const second = await acknowledged(trader.submit({ ...swap, side: 'sell', price: '121' }));
    if (when !== 'at once') refusal = new Error('full');
    await trader.session.cancel(refOf(first), noSignal);
    refusal = undefined;
    await bench.clock.advance(retryMs);
    await trader.session.close();
    // 2. Opened again, the account has what it had.
    const again = paper.renew().open(venue, undefined, ageMs);
    expect((await again.session.balances('swap', noSignal)).USDT).toMatchObject({ used });
    await again.session.cancel(refOf(second), noSignal);
    expect((await again.session.balances('swap', noSignal)).USDT).toMatchObject({ used });
    await again.session.close();
  },
);
