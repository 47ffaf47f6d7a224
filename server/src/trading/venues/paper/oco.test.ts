import { beforeEach, describe, expect, it } from 'vitest';
import {
  acknowledged,
  noSignal,
  type OpenPaper,
  orderOf,
  refOf,
} from '../../../../test/support/paper/fixture.ts';
import { binance, paperScene } from '../../../../test/support/paper/scene.ts';
import type { BookLevel } from '../bookPort.ts';

describe('an order of two legs', () => {
  const pair = { type: 'oco', price: '95', stopPrice: '110' } as const;
  const scene = paperScene();
  let trader: OpenPaper;
  beforeEach(() => {
    trader = scene.open();
  });

  const show = (bids: readonly BookLevel[], asks: readonly BookLevel[]) =>
    scene.bench.books.show(orderOf(binance).symbol, binance, { bids, asks });
  const calm = () => show([[100, 10]], [[101, 10]]);

  it('closes with the limit leg', async () => {
    calm();
    await acknowledged(trader.submit(pair));
    show([[93, 10]], [[94, 10]]);
    await scene.bench.clock.advance(100);
    await trader.session.balances('spot', noSignal);
    expect(trader.heard).toEqual(['oco open 0', 'fill 1 at 95', 'oco closed 1']);
  });

  it('closes with the stop leg, whose fills are the pair’s', async () => {
    calm();
    const order = await acknowledged(trader.submit(pair));
    show([[110, 10]], [[111, 10]]);
    await scene.bench.clock.advance(100);
    await trader.session.balances('spot', noSignal);
    expect(trader.heard).toEqual(['oco open 0', 'fill 1 at 111', 'oco closed 1']);
    expect(trader.fills[0]).toMatchObject({ venueOrderId: order.venueOrderId });
  });

  it('adds up what both legs filled', async () => {
    calm();
    const order = await acknowledged(trader.submit(pair));
    show([[93, 10]], [[94, 0.4]]);
    await scene.bench.clock.advance(100);
    show([[110, 10]], [[111, 10]]);
    await scene.bench.clock.advance(100);
    const found = await trader.session.lookup(refOf(order), noSignal);
    expect(found).toMatchObject({
      order: { status: 'closed', filled: '1', cost: '104.6', average: 104.6 },
    });
    const bought = trader.fills.map(({ quantity, price }) => [quantity, price]);
    expect(bought).toEqual([
      ['0.4', 95],
      ['0.6', 111],
    ]);
  });

  it('ends as its stop leg ends when that finds nothing', async () => {
    calm();
    const order = await acknowledged(trader.submit({ ...pair, quantity: '5' }));
    show([[110, 10]], [[111, 2]]);
    await scene.bench.clock.advance(100);
    const found = await trader.session.lookup(refOf(order), noSignal);
    expect(found).toMatchObject({
      order: { status: 'expired', filled: '2', reason: 'What could not be filled at once ended' },
    });
  });

  it('holds one reservation, which a cancel gives back whole', async () => {
    calm();
    const order = await acknowledged(trader.submit(pair));
    const before = await trader.session.balances('spot', noSignal);
    // The stop leg costs more: 110 and the market bound of five percent.
    expect(before.USDT?.used).toBe('115.5');
    const canceled = await trader.session.cancel(refOf(order), noSignal);
    expect(canceled).toMatchObject({ kind: 'done', order: { status: 'canceled' } });
    const after = await trader.session.balances('spot', noSignal);
    expect(after.USDT).toEqual({ free: '1000000', used: '0', total: '1000000' });
  });
});
