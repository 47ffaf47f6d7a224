import { expect, it } from 'vitest';
import { paperDesk } from '../../../../test/support/paper/desk.ts';
import {
  acknowledged,
  btcOf,
  listedMarket,
  noSignal,
  orderOf,
  refOf,
} from '../../../../test/support/paper/fixture.ts';
import type { Store } from '../../../store/types.ts';
import { retryMs } from './saver.ts';

const venue = 'binance';
const { symbol } = orderOf(venue);
const calm = { bids: [[100, 10]] as const, asks: [[101, 10]] as const };
const nothing = 'There is nothing to trade against within the price bound.';

const paper = paperDesk();

it('trades on no book that the engine cannot follow, nor on the one before it', async () => {
  const { house } = paper;
  house.books.show(symbol, venue, calm);
  const desk = house.open(venue);
  const resting = await acknowledged(desk.submit({ price: '95' }));
  // Crossed, though nobody has flagged it yet.
  house.books.show(symbol, venue, { bids: [[102, 10]], asks: [[94, 10]] });
  expect(await desk.submit({ type: 'market' })).toMatchObject({ message: nothing });
  expect(await desk.session.openOrders('spot', symbol, noSignal)).toEqual([resting]);
  house.books.show(symbol, venue, calm);
  expect(await acknowledged(desk.submit({ type: 'market' }))).toMatchObject({ filled: '1' });
  await desk.session.close();
});

it('refuses a market whose steps are finer than the engine reckons', async () => {
  const steps = { priceTick: 1e-12, quantityStep: 1e-8 };
  const rulesOf = () => listedMarket(symbol, steps);
  const house = paper.renew({ rulesOf });
  house.books.show(symbol, venue, calm);
  const desk = house.open(venue, undefined, 1);
  expect(await desk.submit()).toMatchObject({
    kind: 'rejected',
    message: 'Binance cannot define BTC/USDT.',
  });
  await desk.session.close();
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
  const house = paper.renew({ store: { db: paper.store.db, write } });
  house.books.show(symbol, venue, calm);
  const desk = house.open(venue, undefined, 2);
  await acknowledged(desk.submit());
  const withOne = written;
  for (let count = 0; count < 50; count += 1) await acknowledged(desk.submit());
  expect(written).toBeLessThan(withOne * 1.1);
  await desk.session.close();
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
    const house = paper.renew({ store: { db: paper.store.db, write } });
    house.books.show(swap.symbol, venue, calm);
    const desk = house.open(venue, undefined, ageMs);
    await acknowledged(desk.submit({ ...swap, type: 'market' }));
    const { used } = (await desk.session.balances('swap', noSignal)).USDT ?? {};
    // 1. The first is to close the position, so that the second would open one, until it is gone.
    const first = await acknowledged(desk.submit({ ...swap, side: 'sell', price: '120' }));
    const second = await acknowledged(desk.submit({ ...swap, side: 'sell', price: '121' }));
    if (when !== 'at once') refusal = new Error('full');
    await desk.session.cancel(refOf(first), noSignal);
    refusal = undefined;
    await house.clock.advance(retryMs);
    await desk.session.close();
    // 2. Opened again, the account has what it had.
    const again = paper.renew().open(venue, undefined, ageMs);
    expect((await again.session.balances('swap', noSignal)).USDT).toMatchObject({ used });
    await again.session.cancel(refOf(second), noSignal);
    expect((await again.session.balances('swap', noSignal)).USDT).toMatchObject({ used });
    await again.session.close();
  },
);
