import { describe, expect, it } from 'vitest';
import type { Desk, House } from '../support/app/madeHouse.ts';
import type { MatrixCell, OrderType, Side } from './matrix.ts';
import {
  type OrderPlan,
  planOf,
  restingQuantity,
  stopLegPlan,
  trailPlan,
  triggerPlanOf,
} from './orderPlans.ts';

type RestingType = Exclude<OrderType, 'market'>;

interface Case {
  readonly type: RestingType;
  readonly side: Side;
  readonly plan: OrderPlan;
  readonly body: object;
}

const other = { buy: 'sell', sell: 'buy' } as const;

/** True when the order is attached to a position that it closes, and is the only one of it. */
function isBound(house: House, cell: MatrixCell, { type }: Case): boolean {
  return house.isLive && cell.ofPosition.includes(type);
}

const waitsUntil = 'The exchange lets it wait for its trigger until ';

/** Returns true for a stop that its exchange ends after a while: a look-up shows when. */
function isTimed({ venue, isLive }: House, { marketType }: MatrixCell, { plan }: Case): boolean {
  const isStop = plan.prices.stop_price !== undefined;
  return isLive && venue === 'gateio' && marketType === 'spot' && isStop;
}

/** Opens a new account, with the position that the order needs, if any. */
async function deskFor(house: House, cell: MatrixCell, each: Case): Promise<Desk> {
  const desk = await house.desk(cell);
  const opening = { order_type: 'market', side: other[each.side], quantity: restingQuantity };
  if (isBound(house, cell, each)) await desk.take(opening);
  return desk;
}

/** Tests the life of every order that does not end at once. */
export function runResting(house: () => House, cell: MatrixCell): void {
  const types = cell.types.filter((type): type is RestingType => type !== 'market');
  const cases = types.flatMap((type) =>
    (['buy', 'sell'] as const).map((side): Case => {
      const plan = planOf(type, side);
      const body = { order_type: type, side, quantity: restingQuantity, ...plan.prices };
      return { type, side, plan, body };
    }),
  );
  describe.each(cases)('a $side $type', (each) => {
    runLife(house, cell, each);
    runFilling(house, cell, each);
    if (each.type !== 'limit') runTrigger(house, cell, each);
  });
}

function runLife(house: () => House, cell: MatrixCell, each: Case): void {
  const { type, side, plan, body } = each;
  it('rests, and is found by the id of the exchange, ours and the client id', async () => {
    const desk = await deskFor(house(), cell, each);
    const made = await desk.take(body);
    expect(made).toMatchObject({
      exchange: house().venue,
      market: cell.symbol,
      order_type: type,
      order_side: side,
      order_status: 'open',
      quantity: restingQuantity,
      quantity_filled: 0,
      avg_fill_price: null,
      order_fee: 0,
      fee_currency: null,
    });
    const found = await desk.find(made.order_id);
    expect(found).toMatchObject({
      order_id: made.order_id,
      symbol: cell.symbol,
      market_type: cell.marketType,
      status: 'open',
      type,
      side,
      amount: restingQuantity,
      filled: 0,
      remaining: restingQuantity,
      average: null,
      cost: 0,
      price: plan.prices.price ?? null,
      ...(plan.prices.stop_price !== undefined && { stop_price: plan.prices.stop_price }),
    });
    if (isTimed(house(), cell, each)) {
      expect(found.reason ?? waitsUntil).toMatch(waitsUntil);
    } else expect(found.reason).toBeNull();
    // If the caller gave none, ours is used.
    expect(made.client_order_id).not.toBe(made.order_id);
    // Once its stream is live the exchange is not asked each time, and the age is reported.
    const { age_ms: _, ...unaged } = await desk.find(made.client_order_id);
    expect(unaged).toEqual(found);
    const isSole = isBound(house(), cell, each);
    if (isSole) await desk.cancel(made.order_id);
    const named = await desk.take({ ...body, client_order_id: 'mine' });
    expect((await desk.find('mine')).order_id).toBe(named.order_id);
    const open = (await desk.open()).map(({ order_id }) => order_id);
    expect(open).toEqual([...(isSole ? [] : [made.order_id]), named.order_id]);
  });

  it('is cancelled for good, and holds nothing any more', async () => {
    const desk = await deskFor(house(), cell, each);
    const held = await desk.used();
    if (!isBound(house(), cell, each)) expect(held).toEqual({});
    const made = await desk.take({ ...body, client_order_id: 'mine' });
    expect(Object.keys(await desk.used())).toHaveLength(1);
    for (const name of ['mine', made.order_id]) {
      const canceled = await desk.cancel(name);
      expect(canceled).toMatchObject({ status: 'canceled', filled: 0 });
    }
    expect(await desk.used()).toEqual(held);
    expect(await desk.open()).toEqual([]);
    await desk.show(plan.filling);
    const found = await desk.find(made.order_id);
    expect(found).toMatchObject({ status: 'canceled', filled: 0, remaining: restingQuantity });
  });
}

function runFilling(house: () => House, cell: MatrixCell, each: Case): void {
  const { plan, body } = each;
  it('sleeps or rests while the market only comes near', async () => {
    const desk = await deskFor(house(), cell, each);
    const { order_id } = await desk.take(body);
    await desk.show(plan.near);
    expect(await desk.find(order_id)).toMatchObject({ status: 'open', filled: 0 });
  });

  it('fills when the market comes to it', async () => {
    const desk = await deskFor(house(), cell, each);
    const before = await desk.total();
    const { order_id } = await desk.take(body);
    await desk.show(plan.filling);
    const found = await desk.find(order_id);
    expect(found).toMatchObject({
      status: 'closed',
      filled: 1,
      remaining: 0,
      average: plan.fillPrice,
      cost: plan.fillPrice,
      last_traded_timestamp: expect.any(Number),
    });
    expect(found.fee.cost).toBeGreaterThan(0);
    expect(await desk.open()).toEqual([]);
    const after = await desk.total();
    expect(after[found.fee.currency]).not.toBe(before[found.fee.currency]);
  });

  it('fills in part where the book is thin, and its rest ends as its type says', async () => {
    const desk = await deskFor(house(), cell, each);
    const { order_id } = await desk.take(body);
    await desk.show(plan.thin);
    const part = { filled: 0.4, remaining: 0.6, average: plan.fillPrice };
    const found = await desk.find(order_id);
    expect(found).toMatchObject({ status: plan.restIs, ...part });
    const canceled = await desk.cancel(order_id);
    const status = plan.restIs === 'open' ? 'canceled' : 'expired';
    expect(canceled).toMatchObject({ status, ...part });
    expect(await desk.open()).toEqual([]);
  });
}

function runTrigger(house: () => House, cell: MatrixCell, each: Case): void {
  const { type, side, body } = each;
  const trigger = triggerPlanOf(type, side);
  if (trigger !== undefined)
    it('is set off once, and rests at its limit from then on', async () => {
      if (!trigger) return;
      const desk = await deskFor(house(), cell, each);
      const { order_id } = await desk.take(body);
      await desk.show(trigger.reaching);
      expect(await desk.find(order_id)).toMatchObject({ status: 'open', filled: 0 });
      await desk.show(trigger.after);
      expect(await desk.find(order_id)).toMatchObject({ status: 'closed', filled: 1 });
    });

  if (type === 'trailing_stop')
    it('comes along with the market, and goes off', async () => {
      const { away, near, back, fillPrice } = trailPlan(side);
      const desk = await deskFor(house(), cell, each);
      const { order_id } = await desk.take(body);
      const [first] = await desk.open();
      await desk.show(away);
      const [moved] = await desk.open();
      const direction = side === 'buy' ? -1 : 1;
      // An exchange may not report the stop price.
      const isTold = first.stop_price !== null && first.stop_price !== undefined;
      expect(isTold || house().isLive).toBe(true);
      if (isTold) expect(Math.sign(moved.stop_price - first.stop_price)).toBe(direction);
      await desk.show(near);
      expect(await desk.find(order_id)).toMatchObject({ status: 'open', filled: 0 });
      await desk.show(back);
      expect(await desk.find(order_id)).toMatchObject({ status: 'closed', average: fillPrice });
    });

  if (type === 'oco')
    it('fills by its stop leg instead, and then its limit leg is gone', async () => {
      const { filling, fillPrice } = stopLegPlan(side);
      const desk = await deskFor(house(), cell, each);
      const { order_id } = await desk.take(body);
      await desk.show(filling);
      expect(await desk.find(order_id)).toMatchObject({ status: 'closed', average: fillPrice });
      await desk.show(planOf('oco', side).filling);
      expect(await desk.find(order_id)).toMatchObject({ filled: 1, average: fillPrice });
      expect(await desk.used()).toEqual({});
    });
}
